import { type Kernel, type Sweep, sweepTenants } from '@boyun/kernel/server';
import { activitySpent } from './activity-event.contract.ts';

interface Changed {
  readonly tenantId: number;
  readonly id: string;
}

/** Activities whose budget was spent, or is no longer. */
const CHANGED = (table: string) => `
  select a.tenant_id, a.id, '${table}' as "table" from ${table} a
  where a.budget_fen is not null and (a.spent_at is not null) <> (a.budget_fen <= (select coalesce(sum(s.used_fen), 0)
    from activity_sum s where s.tenant_id = a.tenant_id and s.activity_id = a.id))`;

/** Emits `activity.spent` once when the budget of an activity is used up. */
export const spentActivities: Sweep = {
  name: 'spent-activities',
  everySeconds: 30,
  async run(kernel: Kernel) {
    const sql = `${CHANGED('custom_time_discount')} union all ${CHANGED('fixed_amount')} limit 1000`;
    await sweepTenants<Changed & { table: string }>(kernel, { sql }, async (tx, { tenantId, id, table }) => {
      const [row] = await tx.query<{ name: string; lotIds: string[]; usedFen: number; isSpent: boolean }>(
        `update ${table} a set spent_at = case when spent_at is null then $3::timestamptz end
         from (select coalesce(sum(used_fen), 0)::bigint as fen from activity_sum where tenant_id = $1 and activity_id = $2) as used
         where a.tenant_id = $1 and a.id = $2 and (a.spent_at is not null) <> (a.budget_fen <= used.fen)
         returning a.name, a.lot_ids, used.fen as "usedFen", a.spent_at is not null as "isSpent"`,
        [tenantId, id, tx.now],
      );
      if (!row?.isSpent) return;
      const lotId = row.lotIds.length === 1 ? row.lotIds[0]! : null;
      tx.emit(activitySpent, { lotId, subjectId: id, data: { name: row.name, usedFen: row.usedFen } });
    });
  },
};

/** Forgets what lapsed quotes held. */
export const lapsedHolds: Sweep = {
  name: 'lapsed-activity-holds',
  everySeconds: 600,
  async run(kernel: Kernel) {
    await kernel.database.system(`delete from activity_use where held_until < $1::timestamptz - interval '1 day'`, [
      kernel.clock.now(),
    ]);
  },
};
