import { permissionsOf } from '@boyun/kernel/contract';
import { type Kernel, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { role } from './role.contract.ts';
import { namedBy } from './role.service.ts';
import { STANDARD_ROLES } from './standard-role.service.ts';

/**
 * Gives the permissions that this version brought to the standard roles they belong to, in every tenant. Each is given once: a tenant that
 * takes it from a role keeps it taken. Interrupted or done by two processes at once, it gives nothing twice.
 */
export async function giveNewPermissions(kernel: Kernel): Promise<void> {
  const names = permissionsOf(kernel.contracts).map((one) => one.name);
  const fresh = await kernel.database.system<{ name: string }>(
    `select name from unnest($1::text[]) as name where name not in (select name from known_permission)`,
    [names],
  );
  if (fresh.length === 0) return;
  const given = Object.entries(STANDARD_ROLES).flatMap(([code, { patterns }]) => {
    const permissions = namedBy(
      patterns,
      fresh.map((one) => one.name),
    );
    return permissions.length > 0 ? [{ code, permissions }] : [];
  });
  const codes = given.map((one) => one.code);
  const search = { sql: 'select distinct tenant_id from role where code = any($1)', values: [codes] };
  await sweepTenants(kernel, search, async (tx) => {
    for (const one of given) await givePermissions(tx, one.code, one.permissions);
  });
  await kernel.database.system('insert into known_permission select unnest($1::text[]) on conflict do nothing', [
    fresh.map((one) => one.name),
  ]);
}

/** Adds permissions to a standard role of a tenant that does not have all of them. */
async function givePermissions(tx: TenantTx, code: string, permissions: readonly string[]): Promise<void> {
  const [row] = await tx.query<{ id: string; name: string; permissions: string[] }>(
    'select id, name, permissions from role where tenant_id = $1 and code = $2 for update',
    [tx.tenantId, code],
  );
  if (!row) return;
  const after = [...new Set([...row.permissions, ...permissions])].sort();
  if (after.length === row.permissions.length) return;
  await tx.query(
    'update role set permissions = $3, version = version + 1, updated_at = $4 where tenant_id = $1 and id = $2',
    [tx.tenantId, row.id, after, tx.now],
  );
  const { updated } = role.events;
  tx.audit({
    action: updated.kind,
    subjectKind: role.name,
    subjectId: row.id,
    subject: row.name,
    before: { permissions: row.permissions },
    after: { permissions: after },
  });
  tx.emit(updated, { subjectId: row.id, data: { id: row.id } });
}
