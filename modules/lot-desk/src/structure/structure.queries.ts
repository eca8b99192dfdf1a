import type { CommandState, DeviceState } from '@boyun/devices/contract';
import type { TidalWindow } from '@boyun/domain/tidal';
import type { LotState } from '@boyun/facilities/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** Returns a lot and the lots nested in it, outermost first. */
export function findLotsFrom(tx: TenantTx, lotId: string) {
  return tx.query<{
    id: string;
    outerLotId: string | null;
    name: string;
    state: keyof typeof LotState;
    zone: string;
    spots: string;
  }>(
    `with recursive inside as (
       select id, null::uuid as outer_lot_id, name, state, time_zone, capacity, 0 as depth from lot_fact
       where tenant_id = $1 and id = $2
       union all
       select l.id, l.outer_lot_id, l.name, l.state, l.time_zone, l.capacity, depth + 1
       from lot_fact l join inside on l.tenant_id = $1 and l.outer_lot_id = inside.id
       where depth < 8 and ($3::uuid[] is null or l.id = any($3::uuid[]))
     )
     select inside.id, outer_lot_id, name, state, time_zone as zone,
       coalesce(s.cars_inside, 0) || ' / ' || capacity as spots
     from inside left join lot_state_fact s on s.tenant_id = $1 and s.lot_id = inside.id order by depth, name`,
    [tx.tenantId, lotId, tx.who.lotIds],
  );
}

/** Returns garages of the given lots with the number of their registered spots. */
export function findGarages(tx: TenantTx, lotIds: readonly string[]) {
  return tx.query<{
    id: string;
    lotId: string;
    name: string;
    capacity: number;
    spots: number;
    watched: number;
    free: number;
  }>(
    `select g.id, g.lot_id, g.name, g.capacity, s.spots, s.watched, s.free from garage_fact g
     cross join lateral (select count(*)::int as spots, count(detector_no)::int as watched,
         (count(*) filter (where state = 'free'))::int as free from spot_fact
       where tenant_id = g.tenant_id and garage_id = g.id and lot_id = g.lot_id) s
     where g.tenant_id = $1 and g.lot_id = any($2::uuid[]) order by g.floor desc, g.name`,
    [tx.tenantId, lotIds],
  );
}

/** Returns gates of the given lots. */
export function findGates(tx: TenantTx, lotIds: readonly string[]) {
  return tx.query<{ id: string; lotId: string; name: string; direction: string; position: string | null }>(
    `select id, lot_id, name, direction, position from gate_fact
     where tenant_id = $1 and lot_id = any($2::uuid[]) order by name`,
    [tx.tenantId, lotIds],
  );
}

/** Returns lanes of the given lots with the last command to their barrier. */
export function findLanes(tx: TenantTx, lotIds: readonly string[]) {
  return tx.query<{
    id: string;
    gateId: string;
    lotId: string;
    name: string;
    code: string;
    direction: 'entry' | 'exit';
    tidalPlan: TidalWindow[];
    temporary: string;
    barrier: keyof typeof CommandState | null;
    barrierAt: Date | null;
  }>(
    `select l.id, l.gate_id, l.lot_id, l.name, l.code, l.direction, l.tidal_plan,
       (select policy from lane_policy_fact where tenant_id = l.tenant_id and lane_id = l.id and standing = 'temporary') as temporary, c.state as barrier, c.created_at as "barrierAt"
     from lane_fact l
     left join lateral (select state, created_at from gate_command_fact g
       where g.tenant_id = l.tenant_id and g.lane_id = l.id order by g.created_at desc limit 1) c on true
     where l.tenant_id = $1 and l.lot_id = any($2::uuid[]) order by l.direction, l.code`,
    [tx.tenantId, lotIds],
  );
}

/** Returns cameras of the given lots. */
export function findCameras(tx: TenantTx, lotIds: readonly string[]) {
  return tx.query<{
    id: string;
    laneId: string;
    name: string;
    state: keyof typeof DeviceState;
    serialNo: string | null;
  }>(
    `select id, lane_id, name, state, serial_no from camera_fact
     where tenant_id = $1 and lot_id = any($2::uuid[]) order by name`,
    [tx.tenantId, lotIds],
  );
}

/** Returns boxes of the given lots. */
export function findBoxes(tx: TenantTx, lotIds: readonly string[]) {
  return tx.query<{ id: string; lotId: string; name: string; state: keyof typeof DeviceState; serialNo: string }>(
    `select id, lot_id, name, state, serial_no from box_fact
     where tenant_id = $1 and lot_id = any($2::uuid[]) order by name`,
    [tx.tenantId, lotIds],
  );
}
