import type { EventRow, Query } from '@boyun/kernel/server';
import { passagesOf } from './count-event.service.ts';
import { QUARTER_MS } from './stat-move.queries.ts';

interface Flow {
  readonly tenantId: number;
  readonly lotId: string;
  readonly quarter: Date;
  readonly laneKey: string;
  readonly plateColor: number;
  entries: number;
  exits: number;
}

function sumFlows(events: readonly EventRow[]): Flow[] {
  const flows = new Map<string, Flow>();
  for (const { tenantId, lotId, at, ...event } of events) {
    const { entries, exits } = passagesOf(event);
    if (lotId === null || (entries === 0 && exits === 0)) continue;
    const { laneId, plateColor } = event.data as { laneId?: string | null; plateColor?: number };
    const quarter = new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS);
    const place = { tenantId, lotId, quarter, laneKey: laneId ?? '', plateColor: Number(plateColor ?? 0) };
    const key = `${tenantId} ${lotId} ${quarter.getTime()} ${place.laneKey} ${place.plateColor}`;
    const flow = flows.get(key) ?? { ...place, entries: 0, exits: 0 };
    flow.entries += entries;
    flow.exits += exits;
    flows.set(key, flow);
  }
  return [...flows.values()];
}

/** Adds the cars that passed to the quarters of their lanes. */
export async function applyFlows(
  query: Query,
  events: readonly EventRow[],
  table: (name: string) => string,
): Promise<void> {
  const flows = sumFlows(events);
  if (flows.length === 0) return;
  await query(
    `insert into ${table('stat_lane')} as s (tenant_id, lot_id, quarter, lane_key, plate_color, entries, exits)
     select * from unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::text[], $5::smallint[], $6::int[], $7::int[])
     on conflict (tenant_id, quarter, lot_id, lane_key, plate_color)
     do update set entries = s.entries + excluded.entries, exits = s.exits + excluded.exits`,
    [
      flows.map((one) => one.tenantId),
      flows.map((one) => one.lotId),
      flows.map((one) => one.quarter),
      flows.map((one) => one.laneKey),
      flows.map((one) => one.plateColor),
      flows.map((one) => one.entries),
      flows.map((one) => one.exits),
    ],
  );
}
