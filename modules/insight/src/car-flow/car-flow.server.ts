import type { ReportRow } from '@boyun/kernel/contract';
import { handleReport, lotCondition } from '@boyun/kernel/server';
import { carFlow, type FlowGroup } from './car-flow.contract.ts';

const DAY_MS = 86_400_000;
/** Days counted where no time is chosen. */
const USUAL_DAYS = 7;

const LOCAL = 's.quarter at time zone l.time_zone';
/** The columns that name a row, in their order. */
const NAMED: Readonly<Record<FlowGroup, Readonly<Record<string, string>>>> = {
  lot: { lotId: 's.lot_id' },
  gate: { lotId: 's.lot_id', gateId: 'a.gate_id' },
  lane: { lotId: 's.lot_id', gateId: 'a.gate_id', laneId: 'a.id' },
  day: { day: `to_char(${LOCAL}, 'YYYY-MM-DD')` },
  hour: { hour: `to_char(${LOCAL}, 'HH24":00"')` },
  kind: { plateColor: 's.plate_color' },
};

/** Cars in and out from the projection by lane, put together as asked. */
export const carFlowServer = handleReport(carFlow, async (tx, filters, paging) => {
  const by = filters.by ?? 'lot';
  const to = filters.to ?? tx.now;
  const where = lotCondition(tx.who, 's')
    .add('s.lot_id = ?', filters.lotId)
    .add('s.lane_key = ?', filters.laneId)
    .add('s.plate_color = ?', filters.plateColor)
    .add('s.quarter >= ?', filters.from ?? new Date(to.getTime() - USUAL_DAYS * DAY_MS))
    .add('s.quarter <= ?', to);
  const named = Object.entries(NAMED[by]);
  const isTime = by === 'day' || by === 'hour';
  const all = await tx.query<ReportRow<typeof carFlow>>(
    `select concat_ws(' ', ${named.map(([, sql]) => `coalesce(${sql}::text, '-')`).join(', ')}) as id,
       ${named.map(([key, sql]) => `${sql} as "${key}"`).join(', ')},
       sum(s.entries)::int as entries, sum(s.exits)::int as exits
     from stat_lane s
     join lot l on l.tenant_id = s.tenant_id and l.id = s.lot_id
     left join lane a on a.tenant_id = s.tenant_id and a.id = nullif(s.lane_key, '')::uuid
     where ${where.sql}
     group by ${named.map(([, sql]) => sql).join(', ')}
     having sum(s.entries) <> 0 or sum(s.exits) <> 0
     order by ${isTime ? '2' : 'sum(s.entries) + sum(s.exits) desc, 1'}`,
    where.values,
  );
  const start = (paging.page - 1) * paging.perPage;
  const sum = (key: 'entries' | 'exits') => all.reduce((total, row) => total + row[key], 0);
  const none = { lotId: null, gateId: null, laneId: null, day: null, hour: null, plateColor: null };
  return {
    rows: all.slice(start, start + paging.perPage).map((row) => ({ ...none, ...row })),
    total: all.length,
    totals: { entries: sum('entries'), exits: sum('exits') },
  };
});
