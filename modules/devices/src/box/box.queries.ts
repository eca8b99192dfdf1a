import type { Database, TenantTx } from '@boyun/kernel/server';
import { findCameraById } from '../camera/camera.queries.ts';
import type { DeviceContext } from '../camera/camera.service.ts';

/** A box that signs its calls. */
export interface BoxContext {
  readonly tenantId: number;
  readonly boxId: string;
  readonly boxName: string;
  readonly lotId: string;
  /** IANA zone of the lot. */
  readonly zone: string;
}

/** The boxes with a serial number, in the tenant of that code or (null) in all; at most five, the signature decides. */
export function findSigningBoxes(
  database: Database,
  serialNo: string,
  tenantCode: string | null,
): Promise<(BoxContext & { readonly secretSealed: string })[]> {
  return database.system(
    `select b.tenant_id as "tenantId", b.id as "boxId", b.name as "boxName", b.lot_id as "lotId", lot.time_zone as zone,
       b.secret_sealed as "secretSealed"
     from box b
     join lot on lot.tenant_id = b.tenant_id and lot.id = b.lot_id
     join tenant t on t.id = b.tenant_id
     where b.serial_no = $1 and b.secret_sealed is not null and ($2::text is null or t.code = $2)
     order by b.tenant_id limit 5`,
    [serialNo, tenantCode],
  );
}

/** The camera of a lane a box drives, by the lane's code; null where the box has no such lane or the lane no camera. */
export async function findBoxCamera(
  database: Database,
  box: BoxContext,
  laneCode: string,
): Promise<DeviceContext | null> {
  const [row] = await database.system<{ id: string }>(
    `select c.id from box_lane bl
     join lane l on l.tenant_id = bl.tenant_id and l.id = bl.lane_id
     join camera c on c.tenant_id = l.tenant_id and c.lane_id = l.id
     where bl.tenant_id = $1 and bl.box_id = $2 and l.code = $3
     order by c.state = 'online' desc, c.id limit 1`,
    [box.tenantId, box.boxId, laneCode],
  );
  return row ? findCameraById(database, box.tenantId, row.id) : null;
}

/** The lanes of some boxes, by name. */
export function findBoxLanes(tx: TenantTx, boxIds: readonly string[]) {
  return tx.query<{ boxId: string; laneId: string; name: string }>(
    `select bl.box_id as "boxId", l.id as "laneId", l.name
     from box_lane bl join lane l on l.tenant_id = bl.tenant_id and l.id = bl.lane_id
     where bl.tenant_id = $1 and bl.box_id = any($2::uuid[]) order by l.name, l.id`,
    [tx.tenantId, boxIds],
  );
}

/** Lanes with their lot, and the other box that drives them. */
export function findLanesFor(tx: TenantTx, laneIds: readonly string[], boxId: string) {
  return tx.query<{ id: string; name: string; lotId: string; otherBox: string | null }>(
    `select l.id, l.name, l.lot_id as "lotId", b.name as "otherBox"
     from lane l
     left join box_lane bl on bl.tenant_id = l.tenant_id and bl.lane_id = l.id and bl.box_id <> $3
     left join box b on b.tenant_id = bl.tenant_id and b.id = bl.box_id
     where l.tenant_id = $1 and l.id = any($2::uuid[])`,
    [tx.tenantId, laneIds, boxId],
  );
}

/** Makes these the lanes of a box. */
export async function replaceBoxLanes(tx: TenantTx, boxId: string, laneIds: readonly string[]): Promise<void> {
  await tx.query('delete from box_lane where tenant_id = $1 and box_id = $2 and lane_id <> all($3::uuid[])', [
    tx.tenantId,
    boxId,
    laneIds,
  ]);
  await tx.query(
    `insert into box_lane (tenant_id, box_id, lane_id) select $1, $2, id from unnest($3::uuid[]) as new(id)
     on conflict (tenant_id, lane_id) do nothing`,
    [tx.tenantId, boxId, laneIds],
  );
}

/** What a box needs to decide by itself: its lanes with their policies, and the rules of its lot. */
export function readLaneRules(tx: TenantTx, boxId: string) {
  return tx.query<Record<string, unknown>>(
    `select l.code as "LaneCode", l.name as "Name", l.direction as "Direction", l.tidal_plan as "TidalPlan",
       l.temporary as "Temporary", l.when_full as "WhenFull", l.no_plate as "NoPlate", l.unmatched as "Unmatched",
       l.white_listed as "WhiteListed", l.pack_holder as "PackHolder", l.fixed_vehicle as "FixedVehicle",
       l.free_listed as "FreeListed", l.visitor as "Visitor", l.unit_vehicle as "UnitVehicle", l.vip_member as "VipMember",
       l.large_vehicle as "LargeVehicle"
     from box_lane bl join lane l on l.tenant_id = bl.tenant_id and l.id = bl.lane_id
     where bl.tenant_id = $1 and bl.box_id = $2 order by l.code`,
    [tx.tenantId, boxId],
  );
}
