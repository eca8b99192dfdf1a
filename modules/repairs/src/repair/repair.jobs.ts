import type { AlarmDevice } from '@boyun/alarms/contract';
import { progressOf, type RetainedKind, type Sweep, sweepTenants, systemWho } from '@boyun/kernel/server';
import type { RepairUrgency } from './repair.contract.ts';
import { dispatch, OPEN_STATES, open } from './repair.service.ts';
import { repairOverdue } from './repair-event.contract.ts';

interface Due {
  readonly tenantId: number;
  readonly ruleId: string;
  readonly ruleName: string;
  readonly alarmId: string;
  readonly kind: string;
  readonly urgency: RepairUrgency;
  readonly assigneeId: string | null;
  readonly lotId: string;
  readonly laneId: string | null;
  readonly deviceKind: AlarmDevice | null;
  readonly deviceName: string | null;
  readonly description: string;
}

/** Alarms that nobody has handled for the time of a rule; the strictest rule counts. */
const DUE = `select distinct on (a.tenant_id, a.id) a.tenant_id, r.id as "ruleId", r.name as "ruleName", a.id as "alarmId", a.kind, r.urgency, r.assignee_id,
    a.lot_id, a.lane_id, a.device_kind, a.device_name, a.description_zh as description
  from repair_rule r join alarm_fact a on a.tenant_id = r.tenant_id and a.kind = r.alarm_kind and a.state in ('new', 'claimed')
    and (a.snoozed_until is null or a.snoozed_until <= $1::timestamptz)
    and a.lot_id is not null and a.raised_at <= $1::timestamptz - make_interval(mins => r.after_minutes)
    and (cardinality(r.lot_ids) = 0 or a.lot_id = any(r.lot_ids)) and a.raised_at >= r.created_at
  where r.is_enabled and not exists (select from repair_order o where o.tenant_id = a.tenant_id and o.alarm_id = a.id)
  order by a.tenant_id, a.id, r.after_minutes, r.id limit 200`;

/** Opens orders by rule. The alarm stays open: the device is still silent. */
export const repairsByRule: Sweep = {
  name: 'repairs-by-rule',
  everySeconds: 30,
  run: (kernel) =>
    sweepTenants<Due>(kernel, { sql: DUE, values: [kernel.clock.now()] }, async (tx, due) => {
      const { alarmId, ruleId, ruleName, lotId, laneId, urgency, assigneeId, description } = due;
      await tx.lock(`repair of alarm ${alarmId}`);
      const [before] = await tx.query('select from repair_order where tenant_id = $1 and alarm_id = $2', [
        tx.tenantId,
        alarmId,
      ]);
      if (before) return;
      // Alarms of earlier versions name no device.
      const deviceKind = due.deviceKind ?? 'other';
      const deviceName = due.deviceName ?? description.slice(0, 64);
      const given = { lotId, laneId, deviceKind, deviceName, fault: description, urgency, alarmId } as const;
      const { id } = await open(tx, { ...given, rule: { id: ruleId, name: ruleName } });
      const [person] = assigneeId
        ? await tx.query('select from account_fact where tenant_id = $1 and id = $2', [tx.tenantId, assigneeId])
        : [];
      if (person) await dispatch(tx, id, { assigneeId: assigneeId!, urgency, note: null, by: ruleName });
    }),
};

/** Tells once of orders whose time limit has passed. */
export const overdueRepairs: Sweep = {
  name: 'overdue-repairs',
  everySeconds: 60,
  run: (kernel) => {
    const sql = `select tenant_id, id from repair_order
      where state = any($2::text[]) and closed_at is null and due_at <= $1 and overdue_at is null limit 500`;
    const values = [kernel.clock.now(), OPEN_STATES];
    return sweepTenants<{ tenantId: number; id: string }>(kernel, { sql, values }, async (tx, { id }) => {
      const [row] = await tx.query<{ repairNo: string; deviceName: string; lotId: string }>(
        `update repair_order set overdue_at = $3 where tenant_id = $1 and id = $2 and overdue_at is null and closed_at is null
         returning repair_no, device_name, lot_id`,
        [tx.tenantId, id, tx.now],
      );
      if (!row) return;
      const data = { repairId: id, number: row.repairNo, device: row.deviceName };
      tx.emit(repairOverdue, { lotId: row.lotId, subjectId: id, data });
    });
  },
};

/** Retention of closed orders, with their steps and pictures. */
export const retainedRepairs: RetainedKind = {
  key: 'repair',
  table: 'repair_order',
  condition: "state in ('verified', 'cancelled')",
  step: ({ database, files }, { tenantId, before, after, limit }) =>
    database.inTenant(systemWho(tenantId), async (tx) => {
      const rows = await tx.query<{ id: string; isClosed: boolean }>(
        `select id, closed_at is not null as "isClosed" from repair_order
         where tenant_id = $1 and id < first_uuid($2) and ($3::uuid is null or id > $3) order by id limit $4 for update`,
        [tenantId, before, after, limit],
      );
      const closed = rows.filter((row) => row.isClosed).map((row) => row.id);
      const pictures = await tx.query<{ key: string }>(
        'select unnest(pictures) as key from repair_step where tenant_id = $1 and repair_order_id = any($2)',
        [tenantId, closed],
      );
      // Before the commit: if a file cannot be removed, its row stays and the next step retries.
      for (const { key } of pictures) await files.remove(key);
      await tx.query('delete from repair_order where tenant_id = $1 and id = any($2)', [tenantId, closed]);
      return progressOf(rows, limit, closed.length);
    }),
};
