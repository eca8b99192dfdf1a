import type { PlateColor } from '@boyun/domain/plate';
import { vehicleKindOf } from '@boyun/domain/vehicle-kind';
import type { EventRow, Projection, Query } from '@boyun/kernel/server';
import { countedKinds, passagesOf } from './count-event.service.ts';
import { QUARTER_MS } from './stat-move.queries.ts';

interface Flow {
  readonly tenantId: number;
  readonly lotId: string;
  readonly quarter: Date;
  readonly laneKey: string;
  readonly vehicleKind: string;
  entries: number;
  exits: number;
}

/** The kind of vehicle an event names; earlier events name only the plate and its colour. */
function kindOf(data: EventRow['data']): string {
  const {
    vehicleKind = null,
    plate = null,
    plateColor,
  } = data as {
    vehicleKind?: string | null;
    plate?: string | null;
    plateColor?: number | null;
  };
  return vehicleKindOf(vehicleKind, { plate, plateColor: (plateColor ?? 0) as PlateColor }) ?? '';
}

function sumFlows(events: readonly EventRow[]): Flow[] {
  const flows = new Map<string, Flow>();
  for (const { tenantId, lotId, at, ...event } of events) {
    const { entries, exits } = passagesOf(event);
    if (lotId === null || (entries === 0 && exits === 0)) continue;
    const { laneId } = event.data as { laneId?: string | null };
    const quarter = new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);
    const place = { tenantId, lotId, quarter, laneKey: laneId ?? '', vehicleKind: kindOf(event.data) };
    const key = `${tenantId} ${lotId} ${quarter.getTime()} ${place.laneKey} ${place.vehicleKind}`;
    const flow = flows.get(key) ?? { ...place, entries: 0, exits: 0 };
    flow.entries += entries;
    flow.exits += exits;
    flows.set(key, flow);
  }
  return [...flows.values()];
}

/** Counts the cars that passed by quarter of an hour, lot, lane and kind of vehicle, from the event log. */
export const statLane: Projection = {
  name: 'stat-lane',
  kinds: countedKinds,
  tables: ['stat_lane'],
  async apply(query: Query, events, table) {
    const flows = sumFlows(events);
    if (flows.length === 0) return;
    await query(
      `insert into ${table('stat_lane')} as s (tenant_id, lot_id, quarter, lane_key, vehicle_kind, entries, exits)
       select * from unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::int[])
       on conflict (tenant_id, quarter, lot_id, lane_key, vehicle_kind)
       do update set entries = s.entries + excluded.entries, exits = s.exits + excluded.exits`,
      [
        flows.map((one) => one.tenantId),
        flows.map((one) => one.lotId),
        flows.map((one) => one.quarter),
        flows.map((one) => one.laneKey),
        flows.map((one) => one.vehicleKind),
        flows.map((one) => one.entries),
        flows.map((one) => one.exits),
      ],
    );
  },
};
