import type { Access, ModuleContract, Values } from '@boyun/kernel/contract';
import type { TenantTx, Who } from '@boyun/kernel/server';
import { type MenuEntry, menuEntries } from '../menu/menu-tree.service.ts';
import type { getMenuList } from './sign-in.contract.ts';

type Menu = Values<typeof getMenuList.output>['menu'];
interface Node {
  readonly url: string;
  readonly name: string;
  readonly nameEn: string;
  readonly icon: string;
  readonly level: number;
  readonly component: string;
  readonly node: Node[];
}

/** Returns the menu of an account: the tenant's menu, limited to pages its product offers and the account may open. */
export async function menuOf(tx: TenantTx, contracts: readonly ModuleContract[]): Promise<Menu> {
  const [tenant] = await tx.query<{ pageKeys: string[] | null }>('select page_keys from tenant where id = $1', [
    tx.tenantId,
  ]);
  const offered = tenant?.pageKeys ? new Set(tenant.pageKeys) : null;
  const entries = await menuEntries(tx, contracts);
  const isShown = ({ page, isHidden }: MenuEntry) =>
    !isHidden && (page === null || ((offered?.has(page.key) ?? true) && mayOpen(page.access, tx.who)));
  const below = (parentKey: string | null, level: number): Node[] =>
    entries
      .filter((one) => one.parentKey === parentKey && isShown(one))
      .flatMap(({ key, page, url, name, nameEn, icon }) => {
        const node = page ? [] : below(key, level + 1);
        if (!page && node.length === 0) return [];
        return [{ url, name, nameEn, icon, level, component: page?.key ?? '', node }];
      });
  return below(null, 1);
}

function mayOpen(access: Access, who: Who): boolean {
  if (typeof access === 'object') return who.isAdmin || who.permissions.has(access.name);
  return access === 'platform' ? who.isPlatform : access !== 'device';
}
