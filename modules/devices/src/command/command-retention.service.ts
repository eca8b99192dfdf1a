import { maskPlateRows, type PlateMask, type RetainedKind, systemWho, type TenantTx } from '@boyun/kernel/server';

/** Deletes the commands of passings. */
export async function deleteCommandsOf(tx: TenantTx, passingIds: readonly string[]): Promise<void> {
  await tx.query('delete from gate_command where tenant_id = $1 and passing_id = any($2)', [tx.tenantId, passingIds]);
}

/** Masks plates in the commands of passings. Returns the masks by command. */
export function maskCommands(tx: TenantTx, masks: readonly PlateMask[]): Promise<PlateMask[]> {
  const textColumns = ['reason_zh', 'reason_en'];
  return maskPlateRows(tx, { table: 'gate_command', idColumn: 'passing_id', textColumns }, masks);
}

/** Commands people gave, which belong to no passing; those of passings are deleted with them. */
export const retainedCommands: RetainedKind = {
  key: 'passing',
  part: 'commands',
  table: 'gate_command',
  step: ({ database }, { tenantId, before, limit }) =>
    database.inTenant(systemWho(tenantId), async (tx) => {
      const rows = await tx.query<{ id: string }>(
        `delete from gate_command where tenant_id = $1 and id in (select id from gate_command
           where tenant_id = $1 and id < first_uuid($2) and passing_id is null order by id limit $3) returning id`,
        [tenantId, before, limit],
      );
      return { count: rows.length, last: null, isDone: rows.length < limit };
    }),
};
