import type { AlarmKind } from '@boyun/alarms/contract';
import type { TenantTx } from '@boyun/kernel/server';

const ORIGINS = 30;
const REPAIRS = 8;
const HANDLED_DAYS = 7;
const DAY_MS = 86_400_000;

/** Counts today's entries by where the plates come from: their province and letter. */
export function countOrigins(
  tx: TenantTx,
  lotIds: readonly string[],
  dayStart: Date,
): Promise<{ lotId: string; start: string; count: number }[]> {
  return tx.query<{ lotId: string; start: string; count: number }>(
    `select s.lot_id, left(s.plate, 2) as start, count(*)::int as count from stay_fact s
     where s.tenant_id = $1 and s.lot_id = any($2::uuid[]) and s.entered_at >= $3 and s.id >= first_uuid($3::timestamptz - interval '1 day')
       and s.plate ~ '^[\u4e00-\u9fa5][A-Z]'
     group by 1, 2 order by 3 desc, 2, 1 limit $4`,
    [tx.tenantId, lotIds, dayStart, ORIGINS],
  );
}

/** Returns what the areas of the lots shall receive in a month, of those whose lots are all among them; null where none has a target. */
export async function targetOf(tx: TenantTx, lotIds: readonly string[]): Promise<number | null> {
  const [row] = await tx.query<{ targetFen: number | null }>(
    `select sum(a.target_fen)::bigint as "targetFen" from area_fact a
     where a.tenant_id = $1 and a.target_fen > 0
       and exists (select from lot_fact l where l.tenant_id = $1 and l.area_id = a.id)
       and not exists (select from lot_fact l where l.tenant_id = $1 and l.area_id = a.id and l.id <> all($2::uuid[]))`,
    [tx.tenantId, lotIds],
  );
  return row!.targetFen;
}

/** Counts cameras and boxes by state. */
export function countDevices(
  tx: TenantTx,
  lotIds: readonly string[],
): Promise<{ kind: 'camera' | 'box'; state: 'never' | 'online' | 'offline'; count: number }[]> {
  return tx.query(
    `select 'camera' as kind, state, count(*)::int as count from camera_fact
     where tenant_id = $1 and lot_id = any($2::uuid[]) group by 2
     union all
     select 'box', state, count(*)::int from box_fact where tenant_id = $1 and lot_id = any($2::uuid[]) group by 2
     order by 1 desc, 2`,
    [tx.tenantId, lotIds],
  );
}

/** Counts the alarms raised since a moment, the most frequent kind first. */
export function countAlarmKinds(
  tx: TenantTx,
  lotIds: readonly string[],
  since: Date,
): Promise<{ kind: AlarmKind; count: number }[]> {
  return tx.query<{ kind: AlarmKind; count: number }>(
    `select kind, count(*)::int as count from alarm_fact
     where tenant_id = $1 and lot_id = any($2::uuid[]) and raised_at >= $3 group by 1 order by 2 desc, 1`,
    [tx.tenantId, lotIds, since],
  );
}

/** How many alarms of the last days were closed, and how long that took on average. */
export async function meanHandling(
  tx: TenantTx,
  lotIds: readonly string[],
): Promise<{ count: number; seconds: number | null }> {
  const [row] = await tx.query<{ count: number; seconds: number | null }>(
    `select count(*)::int as count, round(avg(extract(epoch from closed_at - raised_at)))::int as seconds from alarm_fact
     where tenant_id = $1 and lot_id = any($2::uuid[]) and closed_at is not null and closed_at >= raised_at and raised_at >= $3`,
    [tx.tenantId, lotIds, new Date(tx.now.getTime() - HANDLED_DAYS * DAY_MS)],
  );
  return row!;
}

/** A repair order that is not closed. */
export interface ScreenRepair {
  readonly id: string;
  readonly lotName: string;
  readonly device: string;
  readonly deviceName: string | null;
  readonly isOverdue: boolean;
  readonly dueAt: Date;
}

/** Returns the open repair orders, the most urgent first, with their number. */
export async function findRepairs(
  tx: TenantTx,
  lotIds: readonly string[],
): Promise<{ open: number; overdue: number; rows: ScreenRepair[] }> {
  const rows = await tx.query<ScreenRepair>(
    `select r.id, l.name as "lotName", r.device_kind as device, r.device_name, r.due_at < $3 as "isOverdue", r.due_at
     from repair_fact r join lot_fact l on l.tenant_id = r.tenant_id and l.id = r.lot_id
     where r.tenant_id = $1 and r.lot_id = any($2::uuid[]) and r.closed_at is null order by r.due_at, r.id limit $4`,
    [tx.tenantId, lotIds, tx.now, REPAIRS],
  );
  const [total] = await tx.query<{ open: number; overdue: number }>(
    `select count(*)::int as open, count(*) filter (where due_at < $3)::int as overdue from repair_fact
     where tenant_id = $1 and lot_id = any($2::uuid[]) and closed_at is null`,
    [tx.tenantId, lotIds, tx.now],
  );
  return { ...total!, rows };
}
