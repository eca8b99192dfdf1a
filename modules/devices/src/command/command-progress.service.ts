import type { TenantTx } from '@boyun/kernel/server';
import type { CommandState } from './command.contract.ts';

/** A command is created after its passing, `$2`; an hour allows for clock differences. So only partitions from then on are read. */
const sinceItsPassing = (row: string) => `${row}.id >= first_uuid(uuid_time($2::uuid) - interval '1 hour')`;

/** A loop that reported a car within this time counts as working. */
const LOOP_SECONDS = 86_400;

/**
 * Returns whether the car of a passing was let through but never detected behind the barrier; false for lanes whose loop
 * reports no cars at all.
 */
export async function neverPassed(tx: TenantTx, passingId: string): Promise<boolean> {
  const [row] = await tx.query<{ hasPassed: boolean; hasLoop: boolean }>(
    `select bool_or(c.state = 'passed') as "hasPassed", exists (select from gate_command o
       where o.tenant_id = $1 and o.lane_id = min(c.lane_id::text)::uuid and o.state = 'passed' and o.created_at > $3
       and o.id >= first_uuid($3)) as "hasLoop"
     from gate_command c where c.tenant_id = $1 and c.passing_id = $2 and ${sinceItsPassing('c')} having count(*) > 0`,
    [tx.tenantId, passingId, new Date(tx.now.getTime() - LOOP_SECONDS * 1000)],
  );
  return row !== undefined && !row.hasPassed && row.hasLoop;
}

/** Returns whether a barrier or a loop reported that it moved, or a car behind it, on a command for a passing. */
export async function hasMoved(tx: TenantTx, passingId: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from gate_command g where tenant_id = $1 and passing_id = $2 and (opened_at is not null or passed_at is not null)
       and ${sinceItsPassing('g')} limit 1`,
    [tx.tenantId, passingId],
  );
  return rows.length > 0;
}

/** Returns the state of the commands for a passing; null where it had none. */
export async function progressOf(
  tx: TenantTx,
  passingId: string,
): Promise<'passed' | 'under-way' | 'uncertain' | null> {
  const rows = await tx.query<{ state: CommandState }>(
    `select state from gate_command g where tenant_id = $1 and passing_id = $2 and kind = 'open' and ${sinceItsPassing('g')}`,
    [tx.tenantId, passingId],
  );
  if (rows.length === 0) return null;
  // Where nothing is reported, the car is taken to have gone.
  if (rows.some((one) => one.state === 'passed' || one.state === 'unreported')) return 'passed';
  return rows.every((one) => one.state === 'uncertain') ? 'uncertain' : 'under-way';
}
