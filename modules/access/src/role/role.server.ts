import { type ModuleContract, permissionsOf, Refusal, type Row } from '@boyun/kernel/contract';
import { handle, notFound, serveResource, type TenantTx } from '@boyun/kernel/server';
import { endRoleView, role, roleRefusal, startRoleView } from './role.contract.ts';
import { roleViewEnded, roleViewStarted } from './role-event.contract.ts';
import { permissionsBeyond, requirePlacesWithin, requireRoleWithin } from './role-reach.service.ts';
import { roleName, STANDARD_ROLES } from './standard-role.service.ts';

/** Roles: an account grants only what it holds itself; the administrator role is fixed. */
export const roleServer = serveResource(role, {
  async beforeWrite(tx, values, before) {
    if (before?.isAdmin) throw new Refusal(roleRefusal['admin-fixed']);
    const row = { ...before, ...values } as Row<typeof role>;
    const added = row.permissions.filter((one) => !before?.permissions.includes(one));
    refuseBeyond(tx, added);
    const isNamed = row.regionIds.length + row.areaIds.length + row.lotIds.length > 0;
    if (row.scope === 'places' && !isNamed) throw new Refusal(roleRefusal['no-places']);
    if (before) await requireRoleWithin(tx, before);
    await requireRoleWithin(tx, row);
    // A standard role is stored under its Chinese name; saving it unchanged from an English session is no rename.
    const label = STANDARD_ROLES[before?.code ?? '']?.label;
    const name = label && row.name === label.en ? label.zh : row.name;
    return { ...values, name, permissions: [...new Set(row.permissions)].sort() };
  },
  async afterWrite(tx, row) {
    if (row.scope === 'places') await requirePlacesWithin(tx, row);
  },
  async beforeDelete(tx, row) {
    if (row.isAdmin) throw new Refusal(roleRefusal['admin-fixed']);
    await requireRoleWithin(tx, row);
    const count = (await holderCounts(tx, [row.id])).get(row.id) ?? 0;
    if (count > 0) throw new Refusal(roleRefusal['in-use'], { count });
    // Former staff do not block the deletion of their role.
    await tx.query('delete from account_role where tenant_id = $1 and role_id = $2', [tx.tenantId, row.id]);
  },
  async afterRead(tx, rows) {
    const counts = await holderCounts(
      tx,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      row.name = roleName(row, tx.who.language);
      row.permissionCount = row.permissions.length;
      row.accountCount = counts.get(row.id) ?? 0;
    }
  },
});

async function holderCounts(tx: TenantTx, roleIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; count: number }>(
    `select ar.role_id as id, count(*) as count from account_role ar
     join account a on a.tenant_id = ar.tenant_id and a.id = ar.account_id
     where ar.tenant_id = $1 and ar.role_id = any($2::uuid[]) and a.state <> 'left' and not a.is_support group by 1`,
    [tx.tenantId, roleIds],
  );
  return new Map(rows.map((one) => [one.id, one.count]));
}

function refuseBeyond(tx: TenantTx, permissions: readonly string[]): void {
  const beyond = permissionsBeyond(tx, permissions);
  if (beyond.length > 0) throw new Refusal(roleRefusal['beyond-own'], { permissions: beyond.slice(0, 5).join(', ') });
}

/** Throws `unknown-permission` for permissions that no operation of the product requires. */
export function refuseUnknown(contracts: readonly ModuleContract[], permissions: readonly string[]): void {
  const known = new Set(permissionsOf(contracts).map((one) => one.name));
  const unknown = permissions.filter((one) => !known.has(one));
  if (unknown.length > 0)
    throw new Refusal(roleRefusal['unknown-permission'], { permissions: unknown.slice(0, 5).join(', ') });
}

/** Start and end viewing the product as a role. */
export const roleViewOperations = [
  handle(startRoleView, async (tx, { roleId }, act) => {
    const [found] = await tx.query<{ name: string; isAdmin: boolean; permissions: string[] }>(
      'select name, is_admin, permissions from role where tenant_id = $1 and id = $2',
      [tx.tenantId, roleId],
    );
    if (!found) throw notFound(tx.who, role.title);
    refuseBeyond(tx, found.isAdmin ? ['*'] : found.permissions);
    await setView(tx, roleId);
    act.describe({ subjectKind: 'role', subjectId: roleId, subject: found.name, after: undefined });
    return {};
  }),
  handle(endRoleView, async (tx, _input, act) => {
    const [viewed] = await tx.query<{ id: string; name: string }>(
      `select r.id, r.name from session s join role r on r.tenant_id = s.tenant_id and r.id = s.view_role_id
       where s.tenant_id = $1 and s.id = $2`,
      [tx.tenantId, tx.who.sessionId],
    );
    if (!viewed) throw new Refusal(roleRefusal['not-viewing']);
    await setView(tx, null);
    act.describe({ subjectKind: 'role', subjectId: viewed.id, subject: viewed.name, after: undefined });
    return {};
  }),
];

async function setView(tx: TenantTx, roleId: string | null): Promise<void> {
  await tx.query('update session set view_role_id = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    tx.who.sessionId,
    roleId,
  ]);
  tx.emit(roleId ? roleViewStarted : roleViewEnded, { subjectId: tx.who.sessionId, data: { roleId } });
}
