import { type LaneSetting, policiesOf, policyFieldsOf } from '@boyun/facilities/server';
import { wireName } from '@boyun/kernel/contract';
import type { Database, TenantTx } from '@boyun/kernel/server';
import { findCameraById, openTo } from '../camera/camera.queries.ts';
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
  return openTo(database)(
    `select b.tenant_id, b.id as "boxId", b.name as "boxName", b.lot_id, lot.time_zone as zone,
       b.secret_sealed
     from box b
     join lot_fact lot on lot.tenant_id = b.tenant_id and lot.id = b.lot_id
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
  const [row] = await database.systemOf.gate<{ id: string }>(
    `select c.id from box_lane bl
     join lane_fact l on l.tenant_id = bl.tenant_id and l.id = bl.lane_id
     join camera c on c.tenant_id = l.tenant_id and c.lane_id = l.id
     where bl.tenant_id = $1 and bl.box_id = $2 and l.code = $3
     order by c.state = 'online' desc, c.id limit 1`,
    [box.tenantId, box.boxId, laneCode],
  );
  return row ? findCameraById(database, box.tenantId, row.id) : null;
}

/** Policies by the names they have in calls. */
function encode(policies: ReturnType<typeof policyFieldsOf>): Record<string, string> {
  return Object.fromEntries(Object.entries(policies).map(([key, policy]) => [wireName(key), policy]));
}

/** The configuration of a box for decisions offline: its lanes with their policies, and the rules of its lot. */
export async function readLaneRules(tx: TenantTx, boxId: string): Promise<Record<string, unknown>[]> {
  const rows = await tx.query<{ policies: LaneSetting['policies'] }>(
    `select l.code as "LaneCode", l.name as "Name", l.direction as "Direction", l.tidal_plan as "TidalPlan",
       ${policiesOf('l')} as policies, l.when_full as "WhenFull", l.no_plate as "NoPlate", l.unmatched as "Unmatched"
     from box_lane bl join lane_fact l on l.tenant_id = bl.tenant_id and l.id = bl.lane_id
     where bl.tenant_id = $1 and bl.box_id = $2 order by l.code`,
    [tx.tenantId, boxId],
  );
  return rows.map(({ policies, ...lane }) => ({ ...lane, ...encode(policyFieldsOf(policies)) }));
}
