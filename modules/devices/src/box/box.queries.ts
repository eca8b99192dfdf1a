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

/**
 * The camera of a lane a box drives, by the lane's code and, where it has several, its serial number; null where the box has no such lane or
 * the lane no such camera.
 */
export async function findBoxCamera(
  database: Database,
  box: BoxContext,
  laneCode: string,
  serialNo: string | null = null,
): Promise<DeviceContext | null> {
  const [row] = await database.systemOf.gate<{ id: string }>(
    `select c.id from box_lane bl
     join lane_fact l on l.tenant_id = bl.tenant_id and l.id = bl.lane_id
     join camera c on c.tenant_id = l.tenant_id and c.lane_id = l.id
     where bl.tenant_id = $1 and bl.box_id = $2 and l.code = $3 and ($4::text is null or c.serial_no = $4)
     order by c.state = 'online' desc, c.id limit 1`,
    [box.tenantId, box.boxId, laneCode, serialNo],
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

/** What a box is made of, for the machine itself. */
export interface BoxSetup {
  readonly lotId: string;
  readonly serialNo: string;
  readonly heartbeatSeconds: number;
  readonly whenOffline: 'list' | 'open' | 'hold';
  readonly secretSealed: string;
  readonly laneIds: readonly string[];
}

/** The setup of a box that has a secret; null where there is no such box. */
export async function findBoxSetup(tx: TenantTx, boxId: string): Promise<BoxSetup | null> {
  const [row] = await tx.query<BoxSetup>(
    `select b.lot_id, b.serial_no, b.heartbeat_seconds, b.when_offline, b.secret_sealed,
       (select coalesce(array_agg(lane_id order by lane_id), '{}') from box_lane l where l.tenant_id = b.tenant_id and l.box_id = b.id) as "laneIds"
     from box b where b.tenant_id = $1 and b.id = $2 and b.secret_sealed is not null`,
    [tx.tenantId, boxId],
  );
  return row ?? null;
}

/** A camera as the box of its lane uses it; keys are sealed with the product's own. */
export interface BoxCamera {
  readonly id: string;
  readonly laneId: string;
  readonly name: string;
  readonly serialNo: string | null;
  readonly protocol: string;
  readonly networkAddress: string | null;
  readonly tokenHash: string | null;
  readonly secretSealed: string | null;
  readonly callUrl: string | null;
  readonly callUser: string | null;
  readonly callSecretSealed: string | null;
}

/** The cameras of lanes. */
export function findLaneCameras(tx: TenantTx, laneIds: readonly string[]): Promise<BoxCamera[]> {
  return tx.query<BoxCamera>(
    `select id, lane_id, name, serial_no, protocol, network_address, token_hash, secret_sealed, call_url, call_user, call_secret_sealed
     from camera where tenant_id = $1 and lane_id = any($2::uuid[])`,
    [tx.tenantId, laneIds],
  );
}
