import { serveReport, sql } from '@boyun/kernel/server';
import { carFlow, type FlowGroup } from './car-flow.contract.ts';

const LOCAL = 's.quarter at time zone l.time_zone';
/** The columns that name a row, in their order. */
const NAMED: Readonly<Record<FlowGroup, Partial<Record<keyof typeof carFlow.columns, string>>>> = {
  lot: { lotId: 's.lot_id' },
  gate: { lotId: 's.lot_id', gateId: 'a.gate_id' },
  lane: { lotId: 's.lot_id', gateId: 'a.gate_id', laneId: 'a.id' },
  day: { day: `to_char(${LOCAL}, 'YYYY-MM-DD')` },
  hour: { hour: `to_char(${LOCAL}, 'HH24":00"')` },
  kind: { vehicleKind: "nullif(s.vehicle_kind, '')" },
};

/** Entries and exits from the projection by lane, grouped as requested. */
export const carFlowServer = serveReport(carFlow, ({ tx, filters }) => {
  const named = NAMED[filters.by ?? 'lot'];
  const keys = Object.values(named).join(', ');
  const time = named.day ?? named.hour;
  return {
    from: 'stat_lane',
    as: 's',
    joins: `join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id
      left join lane_fact a on a.tenant_id = s.tenant_id and a.id = nullif(s.lane_key, '')::uuid`,
    lot: 's.lot_id',
    own: null,
    where: filters.to ? [] : [sql`s.quarter <= ${tx.now}`],
    filters: { by: null, laneId: 's.lane_key = ?' },
    period: 's.quarter',
    usualDays: 7,
    columns: {
      id: `concat_ws(' ', ${Object.values(named)
        .map((key) => `coalesce((${key})::text, '-')`)
        .join(', ')})`,
      lotId: named.lotId ?? 'null::uuid',
      gateId: named.gateId ?? 'null::uuid',
      laneId: named.laneId ?? 'null::uuid',
      day: named.day ?? 'null::text',
      hour: named.hour ?? 'null::text',
      vehicleKind: named.vehicleKind ?? 'null::text',
      entries: 'sum(s.entries)::int',
      exits: 'sum(s.exits)::int',
    },
    groupBy: keys,
    having: 'sum(s.entries) <> 0 or sum(s.exits) <> 0',
    order: time ?? `sum(s.entries) + sum(s.exits) desc, ${keys}`,
    totals: { entries: 'sum(s.entries)', exits: 'sum(s.exits)' },
  };
});
