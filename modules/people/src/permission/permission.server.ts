import type { Values } from '@boyun/kernel/contract';
import { handle, notFound } from '@boyun/kernel/server';
import { employee } from '../employee/employee.contract.ts';
import type { DataScope } from '../role/role.contract.ts';
import { refuseUnknown } from '../role/role.server.ts';
import { explainPermission, getPermissionMatrix, getPermissionTree } from './permission.contract.ts';
import { permissionTree } from './permission-tree.service.ts';

/** Who may do what, and why. */
export const permissionOperations = [
  handle(getPermissionTree, async (tx, _input, _act, kernel) => ({ nodes: permissionTree(kernel.contracts, tx.who) })),
  handle(getPermissionMatrix, async (tx, _input, _act, kernel) => {
    const roles = await tx.query<Values<typeof getPermissionMatrix.output>['roles'][number]>(
      `select r.id, r.name, r.is_admin as "isAdmin", r.scope, r.permissions,
         (select count(*) from account_role ar
          join account a on a.tenant_id = ar.tenant_id and a.id = ar.account_id and a.state <> 'left' and not a.is_support
          where ar.tenant_id = r.tenant_id and ar.role_id = r.id) as "accountCount"
       from role r where r.tenant_id = $1 order by r.is_admin desc, r.id`,
      [tx.tenantId],
    );
    return { roles, nodes: permissionTree(kernel.contracts, tx.who) };
  }),
  handle(explainPermission, async (tx, { employeeId, permission }, _act, kernel) => {
    const [found] = await tx.query<{ isFrozen: boolean; lots: string[] | null }>(
      `select state = 'frozen' as "isFrozen", account_lots(tenant_id, id) as lots
       from employee where tenant_id = $1 and id = $2`,
      [tx.tenantId, employeeId],
    );
    if (!found) throw notFound(tx.who, employee.title);
    refuseUnknown(kernel.contracts, [permission]);
    const roles = await tx.query<{
      id: string;
      name: string;
      isAdmin: boolean;
      scope: keyof typeof DataScope;
      isGranting: boolean;
    }>(
      `select r.id, r.name, r.is_admin as "isAdmin", r.scope, r.is_admin or $3 = any(r.permissions) as "isGranting"
       from account_role ar join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
       where ar.tenant_id = $1 and ar.account_id = $2 order by r.name`,
      [tx.tenantId, employeeId, permission],
    );
    return {
      isAllowed: !found.isFrozen && roles.some((one) => one.isGranting),
      isFrozen: found.isFrozen,
      roles,
      hasAllLots: found.lots === null,
      isOwnOnly: roles.length > 0 && roles.every((one) => one.scope === 'own' && !one.isAdmin),
      lots: (found.lots ?? []).map((lotId) => ({ lotId })),
    };
  }),
];
