import { dayKey } from '@boyun/domain/period';
import { text, type Values } from '@boyun/kernel/contract';
import { handle, notFound, type TenantTx, writeBook } from '@boyun/kernel/server';
import { accountTitle } from '../account/account-refusal.contract.ts';
import { getPermissionTree } from '../role/permission-tree.contract.ts';
import { permissionTree } from '../role/permission-tree.service.ts';
import type { DataScope } from '../role/role.contract.ts';
import { refuseUnknown } from '../role/role.server.ts';
import { roleName } from '../role/standard-role.service.ts';
import { explainPermission, exportPermissionMatrix, getPermissionMatrix } from './permission.contract.ts';

const MATRIX_HEAD = {
  area: text({ zh: '菜单', en: 'Menu' }),
  page: text({ zh: '页面', en: 'Page' }),
  right: text({ zh: '权限', en: 'Permission' }),
  code: text({ zh: '编码', en: 'Code' }),
};

/** Returns the roles of the tenant with their permissions and number of accounts. */
async function rolesOf(tx: TenantTx) {
  const rows = await tx.query<Values<typeof getPermissionMatrix.output>['roles'][number] & { code: string | null }>(
    `select r.id, r.code, r.name, r.is_admin, r.scope, r.permissions,
         (select count(*) from account_role ar
          join account a on a.tenant_id = ar.tenant_id and a.id = ar.account_id and a.state <> 'left' and not a.is_support
          where ar.tenant_id = r.tenant_id and ar.role_id = r.id) as "accountCount"
       from role r where r.tenant_id = $1 order by r.is_admin desc, r.id`,
    [tx.tenantId],
  );
  return rows.map((row) => ({ ...row, name: roleName(row, tx.who.language) }));
}

/** Operations that show and explain permissions. */
export const permissionOperations = [
  handle(getPermissionTree, async (tx, _input, _act, kernel) => ({ nodes: permissionTree(kernel.contracts, tx.who) })),
  handle(getPermissionMatrix, async (tx, _input, _act, kernel) => ({
    roles: await rolesOf(tx),
    nodes: permissionTree(kernel.contracts, tx.who),
  })),
  handle(exportPermissionMatrix, async (tx, _input, act, kernel) => {
    const { language, tenantId, zone } = tx.who;
    const roles = await rolesOf(tx);
    const nodes = permissionTree(kernel.contracts, tx.who);
    const names = new Map(nodes.map((one) => [one.id, one]));
    const rows = nodes
      .filter((one) => one.isPermission)
      .map((right) => {
        const page = names.get(right.parentId)!;
        const held = roles.map((one) => [one.id, one.isAdmin || one.permissions.includes(right.id) ? '✓' : '']);
        const place = { area: names.get(page.parentId)![language], page: page[language] };
        return { ...place, right: right[language], code: right.id, ...Object.fromEntries(held) };
      });
    const columns = roles.map((one) => [one.id, text({ zh: one.name, en: one.name })]);
    const title = getPermissionMatrix.title[language];
    const path = await kernel.files.newDraft();
    await writeBook(path, [{ title, fields: { ...MATRIX_HEAD, ...Object.fromEntries(columns) }, rows }], language);
    const key = `${tenantId}/export/${dayKey(tx.now.getTime(), zone)}/${tx.newId()}.xlsx`;
    await kernel.files.putFile(key, path);
    act.describe({ subjectKind: 'permission', subject: title, after: { count: rows.length } });
    return { url: kernel.files.sign(key, `${title}.xlsx`) };
  }),
  handle(explainPermission, async (tx, { employeeId, permission }, _act, kernel) => {
    const [found] = await tx.query<{ isFrozen: boolean; lots: string[] | null }>(
      `select state = 'frozen' as "isFrozen", account_lots(tenant_id, id) as lots
       from employee where tenant_id = $1 and id = $2`,
      [tx.tenantId, employeeId],
    );
    if (!found) throw notFound(tx.who, accountTitle);
    refuseUnknown(kernel.contracts, [permission]);
    const roles = await tx.query<{
      id: string;
      code: string | null;
      name: string;
      isAdmin: boolean;
      scope: keyof typeof DataScope;
      isGranting: boolean;
    }>(
      `select r.id, r.code, r.name, r.is_admin, r.scope, r.is_admin or $3 = any(r.permissions) as "isGranting"
       from account_role ar join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
       where ar.tenant_id = $1 and ar.account_id = $2 order by r.name`,
      [tx.tenantId, employeeId, permission],
    );
    const isOffered = !tx.who.withheld.has(permission);
    return {
      isAllowed: isOffered && !found.isFrozen && roles.some((one) => one.isGranting),
      isFrozen: found.isFrozen,
      isOffered,
      roles: roles.map((one) => ({ ...one, name: roleName(one, tx.who.language) })),
      hasAllLots: found.lots === null,
      isOwnOnly: roles.length > 0 && roles.every((one) => one.scope === 'own' && !one.isAdmin),
      lots: (found.lots ?? []).map((lotId) => ({ lotId })),
    };
  }),
];
