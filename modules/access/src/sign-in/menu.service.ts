import type { Access, Values } from '@boyun/kernel/contract';
import type { Kernel, TenantTx, Who } from '@boyun/kernel/server';
import { frameAddress, isLink, isOutside } from '../menu/menu-link.service.ts';
import { type MenuEntry, menuEntries } from '../menu/menu-tree.service.ts';
import type { getMenuList } from './sign-in.contract.ts';

type Menu = Values<typeof getMenuList.output>['menu'];
interface Node {
  readonly url: string;
  readonly name: string;
  readonly nameEn: string;
  readonly icon: string;
  readonly level: string;
  readonly component: string;
  readonly opening: 'tab' | 'window';
  readonly target: string | null;
  readonly frameUrl: string | null;
  readonly node: Node[];
}

/** Returns the menu of an account: the tenant's menu, limited to pages its product offers and the account may open. */
export async function menuOf(
  tx: TenantTx,
  { contracts, secrets }: Pick<Kernel, 'contracts' | 'secrets'>,
): Promise<Menu> {
  const [tenant] = await tx.query<{ pageKeys: string[] | null }>('select page_keys from tenant where id = $1', [
    tx.tenantId,
  ]);
  const offered = tenant?.pageKeys ? new Set(tenant.pageKeys) : null;
  const entries = await menuEntries(tx, contracts);
  // A link to a page that this version lacks is shown to those who can change it.
  const isShown = ({ page, isHidden, link }: MenuEntry) =>
    !isHidden &&
    (page === null
      ? link.component === null || tx.who.isAdmin
      : (offered?.has(page.key) ?? true) && mayOpen(page.access, tx.who));
  const below = (parentKey: string | null, level: number): Node[] =>
    entries
      .filter((one) => one.parentKey === parentKey && isShown(one))
      .flatMap(({ key, page, url, name, nameEn, icon, link }) => {
        const isLeaf = page !== null || isLink(link);
        const node = isLeaf ? [] : below(key, level + 1);
        if (!isLeaf && node.length === 0) return [];
        const { opening } = link;
        const target = isOutside(link.url) ? link.url : null;
        const frameUrl = target && opening === 'tab' ? frameAddress(secrets, target) : null;
        const component = page?.key ?? link.component ?? '';
        return [{ url, name, nameEn, icon, level: String(level), component, opening, target, frameUrl, node }];
      });
  return below(null, 1);
}

function mayOpen(access: Access, who: Who): boolean {
  if (typeof access === 'object') return who.isAdmin || who.permissions.has(access.name);
  return access === 'platform' ? who.isPlatform : access !== 'device' && access !== 'driver';
}
