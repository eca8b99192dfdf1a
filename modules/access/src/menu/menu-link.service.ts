import { type ModuleContract, type Page, Refusal, type Values } from '@boyun/kernel/contract';
import type { Secrets } from '@boyun/kernel/server';
import { menuRefusal } from './menu.contract.ts';
import type { linkMenu } from './menu-link.contract.ts';

/** Where an entry leads, as it is stored. */
export interface MenuLink {
  readonly component: string | null;
  readonly url: string | null;
  readonly opening: 'tab' | 'window';
}

/** The address of a folder, which leads nowhere. */
export const FOLDER: MenuLink = { component: null, url: null, opening: 'tab' };

/** Whether a stored entry leads somewhere, as opposed to a folder. */
export function isLink(one: Pick<MenuLink, 'component' | 'url'>): boolean {
  return one.component !== null || one.url !== null;
}

/** Whether an address is one of a site outside the product. */
export function isOutside(url: string | null): boolean {
  return url !== null && !url.startsWith('/');
}

const OWN_ADDRESS = /^\/own\/[\w-]{1,64}$/;

/** Returns where an entry leads; refuses addresses and components that are no page, and an address that means another page. */
export function linkOf(contracts: readonly ModuleContract[], given: Values<typeof linkMenu.input>): MenuLink {
  const { component, url, opening } = given;
  const pages = contracts.flatMap((one): readonly Page[] => one.pages);
  if (component !== null && !pages.some((one) => one.key === component))
    throw new Refusal(menuRefusal['unknown-page'], { page: component });
  if (url === null) {
    if (component === null) throw new Refusal(menuRefusal['leads-nowhere']);
    return { component, url, opening };
  }
  if (isOutside(url)) {
    if (component !== null) throw new Refusal(menuRefusal['other-page'], { url });
    return { component, url: new URL(url).href, opening };
  }
  const path = url.split('?')[0]!;
  const found = pages.find((one) => one.path === path);
  if (found ? component !== null && found.key !== component : component !== null && !OWN_ADDRESS.test(path))
    throw new Refusal(menuRefusal['other-page'], { url });
  if (!found && component === null) throw new Refusal(menuRefusal['unknown-page'], { page: path });
  return { component: found?.key ?? component, url, opening };
}

/** Path of the documents that frame a site outside the product. */
export const FRAME_PATH = '/api/menuFrame';
const PURPOSE = 'menu-frame';

/**
 * Returns the address of the document that frames a site. The pages' Content-Security-Policy allows frames of this server alone; the
 * signature keeps that document from framing anything that no administrator entered.
 */
export function frameAddress(secrets: Secrets, url: string): string {
  return `${FRAME_PATH}?to=${encodeURIComponent(url)}&s=${secrets.sign(PURPOSE, url)}`;
}

/** Whether the address of a framing document was signed by this installation. */
export function mayFrame(secrets: Secrets, url: string, signature: string): boolean {
  return secrets.isSigned(PURPOSE, url, signature);
}
