import { DEVICE_KINDS } from '@boyun/alarms/contract';
import { lotCondition, type TenantTx } from '@boyun/kernel/server';
import { dayRanges } from '../stat/stat-range.service.ts';

/** A lot with its time zone and occupancy. */
export interface LotPlace {
  readonly id: string;
  readonly zone: string;
  readonly capacity: number;
  readonly carsInside: number;
}

/** The lots the caller may see, or those asked for among them. */
export function findLots(tx: TenantTx, lotIds: readonly string[] | null): Promise<LotPlace[]> {
  const conditions = lotCondition(tx.who, 'l', 'id').add('l.id = any(?::uuid[])', lotIds);
  return tx.query<LotPlace>(
    `select l.id, l.time_zone as zone, l.capacity, coalesce(s.cars_inside, 0) as "carsInside"
     from lot_fact l left join lot_state_fact s on s.tenant_id = l.tenant_id and s.lot_id = l.id
     where ${conditions.sql} order by l.name`,
    conditions.values,
  );
}

/** Counts today's entries by kind of vehicle, the most frequent first; null is a kind that nobody knows. Each lot has its own day. */
export async function countKinds(
  tx: TenantTx,
  lots: readonly LotPlace[],
): Promise<{ vehicleKind: string | null; count: number }[]> {
  if (lots.length === 0) return [];
  const days = lots.map(({ zone }) => dayRanges(tx.now.getTime(), zone).today);
  return tx.query<{ vehicleKind: string | null; count: number }>(
    `select nullif(s.vehicle_kind, '') as "vehicleKind", sum(s.entries)::int as count
     from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as d(lot_id, start, stop)
     join stat_lane s on s.tenant_id = $1 and s.lot_id = d.lot_id and s.quarter >= d.start and s.quarter < d.stop
     where s.tenant_id = $1 and s.quarter >= $5 and s.quarter < $6
     group by 1 having sum(s.entries) > 0 order by 2 desc, 1`,
    [
      tx.tenantId,
      lots.map((one) => one.id),
      days.map((one) => new Date(one.fromMs)),
      days.map((one) => new Date(one.toMs)),
      new Date(Math.min(...days.map((one) => one.fromMs))),
      new Date(Math.max(...days.map((one) => one.toMs))),
    ],
  );
}

/** An area with what its lots shall receive in a month. */
interface AreaTarget {
  readonly name: string;
  readonly targetFen: number;
  readonly lotIds: readonly string[];
}

/** The areas with a target whose lots are all among these. */
export function findTargets(tx: TenantTx, lotIds: readonly string[]): Promise<AreaTarget[]> {
  return tx.query<AreaTarget>(
    `select a.name, a.target_fen, array_agg(l.id order by l.id) as "lotIds"
     from area_fact a join lot_fact l on l.tenant_id = a.tenant_id and l.area_id = a.id
     where a.tenant_id = $1 and a.target_fen > 0
     group by a.id, a.name, a.target_fen having bool_and(l.id = any($2::uuid[])) order by a.name, a.id`,
    [tx.tenantId, lotIds],
  );
}

/** The debts for ended stays. */
export async function sumArrears(
  tx: TenantTx,
  lotIds: readonly string[],
): Promise<{ arrearsCount: number; arrearsFen: number }> {
  const [row] = await tx.query<{ arrearsCount: number; arrearsFen: number }>(
    `select count(*) as "arrearsCount", coalesce(sum(due_fen), 0)::bigint as "arrearsFen"
     from stay_fact where tenant_id = $1 and lot_id = any($2::uuid[]) and pay_state = 'arrears'`,
    [tx.tenantId, lotIds],
  );
  return row!;
}

/** The numbers of tasks to do. */
export interface Todo {
  readonly newAlarms: number;
  readonly newDeviceAlarms: number;
  readonly offlineDevices: number;
  readonly openRepairs: number;
  readonly offlineBoxes: number;
  readonly offlineScreens: number;
  readonly offlineLcds: number;
  readonly offlineMagnetics: number;
  readonly waitingCars: number;
  readonly quarantined: number;
  readonly uncertainCommands: number;
  readonly unbalancedDays: number;
  readonly newFeedback: number;
  readonly refundsToRedo: number;
  readonly failedInvoices: number;
  readonly endingPacks: number;
}

/**
 * Counts the tasks to do; uncertain barrier commands count for one day. `isWhole` includes those that belong to
 * no lot, such as messages of unknown devices.
 */
export async function countTodo(tx: TenantTx, lotIds: readonly string[], isWhole: boolean): Promise<Todo> {
  const [row] = await tx.query<Todo>(
    `select
       alarm.*,
       (select count(*) from camera_fact where tenant_id = $1 and state = 'offline' and lot_id = any($2::uuid[]))
         as "offlineDevices",
       (select count(*) from box_fact where tenant_id = $1 and state = 'offline' and lot_id = any($2::uuid[]))
         as "offlineBoxes",
       (select count(*) from screen_fact where tenant_id = $1 and state = 'offline' and lot_id = any($2::uuid[]))
         as "offlineScreens",
       (select count(*) from lcd_fact where tenant_id = $1 and state = 'offline' and lot_id = any($2::uuid[])) as "offlineLcds",
       (select count(*) from magnetic_fact where tenant_id = $1 and state = 'offline' and lot_id = any($2::uuid[]))
         as "offlineMagnetics",
       (select count(*) from repair_fact where tenant_id = $1 and state in ('reported', 'done') and closed_at is null and lot_id = any($2::uuid[]))
         as "openRepairs",
       (select count(*) from quarantine_fact where tenant_id = $1 and state = 'kept'
          and (lot_id = any($2::uuid[]) or ($3 and lot_id is null))) as quarantined,
       (select count(*) from gate_command_fact where tenant_id = $1 and state = 'uncertain' and lot_id = any($2::uuid[])
          and created_at > $4::timestamptz - interval '1 day'
          and id >= first_uuid($4::timestamptz - interval '1 day')) as "uncertainCommands",
       (select count(*) from waiting_car_fact where tenant_id = $1 and lot_id = any($2::uuid[])) as "waitingCars",
       (select count(*) from feedback_fact where tenant_id = $1 and state = 'new' and lot_id = any($2::uuid[])) as "newFeedback",
       (select count(*) from channel_day_fact where tenant_id = $1 and is_unbalanced and $3) as "unbalancedDays",
       (select count(*) from refund_to_redo_fact where tenant_id = $1 and lot_id = any($2::uuid[])) as "refundsToRedo",
       (select count(*) from invoice_fact where tenant_id = $1 and state = 4 and (lot_id = any($2::uuid[]) or ($3 and lot_id is null)))
         as "failedInvoices",
       (select count(*) from pack_fact where tenant_id = $1 and state = 'active' and lot_id = any($2::uuid[])
          and valid_until >= $4::timestamptz and valid_until <= $4::timestamptz + interval '7 days') as "endingPacks"
     from (select count(*) filter (where kind <> all($5)) as "newAlarms", count(*) filter (where kind = any($5)) as "newDeviceAlarms"
       from alarm_fact where tenant_id = $1 and state = 'new' and (lot_id = any($2::uuid[]) or ($3 and lot_id is null))) as alarm`,
    [tx.tenantId, lotIds, isWhole, tx.now, DEVICE_KINDS],
  );
  return row!;
}
