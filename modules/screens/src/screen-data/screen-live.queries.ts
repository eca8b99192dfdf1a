import type { AlarmKind, AlarmSeverity } from '@boyun/alarms/contract';
import type { TenantTx } from '@boyun/kernel/server';

const PASSINGS = 12;
const ALARMS = 12;
const PASSING_HOURS = 24;

/** A lot as screens show it, without its money. */
export interface ScreenLot {
  readonly id: string;
  readonly name: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly alarms: number;
  readonly offline: number;
}

/** Returns where lots are, their open alarms and the devices that are offline. */
export function findScreenLots(tx: TenantTx, lotIds: readonly string[]): Promise<ScreenLot[]> {
  return tx.query<ScreenLot>(
    `select l.id, l.name, l.longitude, l.latitude, coalesce(a.count, 0) as alarms,
       coalesce(c.count, 0) + coalesce(b.count, 0) as offline
     from lot_fact l
     left join (select lot_id, count(*)::int as count from alarm_fact
       where tenant_id = $1 and state = 'new' and lot_id = any($2::uuid[]) group by 1) a on a.lot_id = l.id
     left join (select lot_id, count(*)::int as count from camera_fact
       where tenant_id = $1 and state = 'offline' and lot_id = any($2::uuid[]) group by 1) c on c.lot_id = l.id
     left join (select lot_id, count(*)::int as count from box_fact
       where tenant_id = $1 and state = 'offline' and lot_id = any($2::uuid[]) group by 1) b on b.lot_id = l.id
     where l.tenant_id = $1 and l.id = any($2::uuid[]) order by l.name, l.id`,
    [tx.tenantId, lotIds],
  );
}

/** A car that passed a lane. */
export interface ScreenPassing {
  readonly id: string;
  readonly at: Date;
  readonly lotId: string;
  readonly lotName: string;
  readonly laneName: string;
  readonly plate: string;
  readonly plateColor: number;
  readonly direction: string;
  readonly picture: string | null;
}

/** Returns the latest passings of some lots, the newest first. */
export function findLatestPassings(tx: TenantTx, lotIds: readonly string[]): Promise<ScreenPassing[]> {
  return tx.query<ScreenPassing>(
    `select p.id, p.happened_at as at, p.lot_id, l.name as "lotName", lane.name as "laneName", p.plate, p.plate_color,
       p.direction, p.picture
     from passing_fact p
     join lot_fact l on l.tenant_id = p.tenant_id and l.id = p.lot_id
     join lane_fact lane on lane.tenant_id = p.tenant_id and lane.id = p.lane_id
     where p.tenant_id = $1 and p.lot_id = any($2::uuid[]) and p.happened_at > $3 and p.id >= first_uuid($3::timestamptz)
       and not p.is_late and p.voided_at is null
     order by p.happened_at desc, p.id desc limit $4`,
    [tx.tenantId, lotIds, new Date(tx.now.getTime() - PASSING_HOURS * 3_600_000), PASSINGS],
  );
}

/** An alarm that nobody has taken yet. */
export interface ScreenAlarm {
  readonly id: string;
  readonly at: Date;
  readonly kind: AlarmKind;
  readonly severity: keyof typeof AlarmSeverity;
  readonly lotId: string;
  readonly lotName: string;
  readonly laneName: string | null;
  readonly plate: string | null;
}

/** Returns the open alarms of some lots, the newest first. */
export function findOpenAlarms(tx: TenantTx, lotIds: readonly string[]): Promise<ScreenAlarm[]> {
  return tx.query<ScreenAlarm>(
    `select a.id, a.raised_at as at, a.kind, a.severity, a.lot_id, l.name as "lotName", lane.name as "laneName", a.plate
     from alarm_fact a
     join lot_fact l on l.tenant_id = a.tenant_id and l.id = a.lot_id
     left join lane_fact lane on lane.tenant_id = a.tenant_id and lane.id = a.lane_id
     where a.tenant_id = $1 and a.state = 'new' and a.lot_id = any($2::uuid[])
     order by a.id desc limit $3`,
    [tx.tenantId, lotIds, ALARMS],
  );
}
