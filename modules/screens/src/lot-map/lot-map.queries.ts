import { lotCondition, type TenantTx } from '@boyun/kernel/server';
import { MOST_ON_MAP } from './lot-map.contract.ts';

/** A lot as the map shows it, without its flow. */
export interface MapLot {
  readonly id: string;
  readonly name: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly isRoadside: boolean;
  readonly isOpen: boolean;
  readonly carsInside: number;
  readonly capacity: number;
  readonly alarms: number;
  readonly offline: number;
}

/** Returns the lots of the caller in a region with those below it, or in an area: one more than the map shows where there are more. */
export function findMapLots(
  tx: TenantTx,
  { regionId, areaId }: { regionId: string | null; areaId: string | null },
): Promise<MapLot[]> {
  const where = lotCondition(tx.who, 'l', 'id')
    .add('l.area_id = ?', areaId)
    .add(
      `l.region_id in (with recursive within as (
         select id from region_fact where tenant_id = $1 and id = ?
         union all
         select r.id from region_fact r join within w on r.parent_id = w.id where r.tenant_id = $1
       ) select id from within)`,
      regionId,
    );
  const most = where.place(MOST_ON_MAP + 1);
  return tx.query<MapLot>(
    `with open_alarm as (select lot_id, count(*)::int as count from alarm_fact where tenant_id = $1 and state = 'new' group by 1),
       broken_device as (select lot_id, count(*)::int as count from (
         select lot_id from camera_fact where tenant_id = $1 and state = 'offline'
         union all select lot_id from box_fact where tenant_id = $1 and state = 'offline') d group by 1)
     select l.id, l.name, l.longitude, l.latitude, l.kind = 'roadside' as "isRoadside", l.state = 'open' as "isOpen",
       coalesce(s.cars_inside, 0) as "carsInside", l.capacity, coalesce(a.count, 0) as alarms, coalesce(d.count, 0) as offline
     from lot_fact l
     left join lot_state_fact s on s.tenant_id = l.tenant_id and s.lot_id = l.id
     left join open_alarm a on a.lot_id = l.id
     left join broken_device d on d.lot_id = l.id
     where ${where.sql} order by l.capacity desc, l.id limit ${most}`,
    where.values,
  );
}

/** Returns the number of open alarms of a lot, of which its card lists the newest. */
export async function countOpenAlarms(tx: TenantTx, lotId: string): Promise<number> {
  const [found] = await tx.query<{ count: number }>(
    `select count(*)::int as count from alarm_fact where tenant_id = $1 and lot_id = $2 and state = 'new'`,
    [tx.tenantId, lotId],
  );
  return found!.count;
}

/** A device of a lot. */
export interface MapDevice {
  readonly id: string;
  readonly name: string;
  readonly kind: 'camera' | 'box';
  readonly state: 'never' | 'online' | 'offline';
}

/** Returns the cameras and boxes of a lot, those out of order first. */
export function findMapDevices(tx: TenantTx, lotId: string): Promise<MapDevice[]> {
  return tx.query<MapDevice>(
    `select id, name, 'camera' as kind, state from camera_fact where tenant_id = $1 and lot_id = $2
     union all select id, name, 'box', state from box_fact where tenant_id = $1 and lot_id = $2
     order by 4, 3, 2 limit 200`,
    [tx.tenantId, lotId],
  );
}
