import { serveReport, sql } from '@boyun/kernel/server';
import { carFlow, type FlowGroup } from './car-flow.contract.ts';

/** How the rows of a grouping come about; what is not asked for is not joined, because a month has hundreds of thousands of quarters. */
interface Grouping {
  /** The columns that name a row, in their order, by what is grouped; they are computed for groups alone. */
  readonly keys: readonly string[];
  readonly columns: Partial<Record<keyof typeof carFlow.columns, string>>;
  readonly joins?: string;
  readonly isOrdered?: boolean;
}

const LOCAL = 's.quarter at time zone l.time_zone';
const LOT = 'join lot_fact l on l.tenant_id = s.tenant_id and l.id = s.lot_id';
const GATE = `left join (select tenant_id, id::text as lane_key, gate_id from lane_fact) a
  on a.tenant_id = s.tenant_id and a.lane_key = s.lane_key`;
const DAY = `(${LOCAL})::date`;
const HOUR = `date_part('hour', ${LOCAL})`;

const GROUPINGS: Readonly<Record<FlowGroup, Grouping>> = {
  lot: { keys: ['s.lot_id'], columns: { lotId: 's.lot_id' } },
  gate: { keys: ['s.lot_id', 'a.gate_id'], columns: { lotId: 's.lot_id', gateId: 'a.gate_id' }, joins: GATE },
  lane: {
    keys: ['s.lot_id', 'a.gate_id', 's.lane_key'],
    columns: { lotId: 's.lot_id', gateId: 'a.gate_id', laneId: "nullif(s.lane_key, '')::uuid" },
    joins: GATE,
  },
  day: { keys: [DAY], columns: { day: `to_char(${DAY}, 'YYYY-MM-DD')` }, joins: LOT, isOrdered: true },
  hour: { keys: [HOUR], columns: { hour: `lpad(${HOUR}::text, 2, '0') || ':00'` }, joins: LOT, isOrdered: true },
  kind: { keys: ['s.vehicle_kind'], columns: { vehicleKind: "nullif(s.vehicle_kind, '')" } },
};

/** Entries and exits from the projection by lane, grouped as requested. */
export const carFlowServer = serveReport(carFlow, ({ tx, filters }) => {
  const { keys, columns, joins, isOrdered } = GROUPINGS[filters.by ?? 'lot'];
  const named = keys.join(', ');
  return {
    from: 'stat_lane',
    as: 's',
    ...(joins ? { joins } : {}),
    lot: 's.lot_id',
    own: null,
    where: filters.to ? [] : [sql`s.quarter <= ${tx.now}`],
    filters: { by: null, laneId: 's.lane_key = ?' },
    period: 's.quarter',
    usualDays: 7,
    columns: {
      id: `concat_ws(' ', ${keys.map((key) => `coalesce((${key})::text, '-')`).join(', ')})`,
      lotId: 'null::uuid',
      gateId: 'null::uuid',
      laneId: 'null::uuid',
      day: 'null::text',
      hour: 'null::text',
      vehicleKind: 'null::text',
      entries: 'sum(s.entries)::int',
      exits: 'sum(s.exits)::int',
      ...columns,
    },
    groupBy: named,
    having: 'sum(s.entries) <> 0 or sum(s.exits) <> 0',
    order: isOrdered ? named : `sum(s.entries) + sum(s.exits) desc, ${named}`,
    totals: { entries: 'sum(s.entries)', exits: 'sum(s.exits)' },
  };
});
