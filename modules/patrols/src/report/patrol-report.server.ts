import { serveReport } from '@boyun/kernel/server';
import { patrolByCar, patrolByRoute } from './patrol-report.contract.ts';

/** Tours and plates as rows of one kind; a tour counts when it began or was to begin. */
const DRIVEN = `(
  select t.tenant_id, coalesce(t.started_at, t.planned_at) as at, t.car_id, t.route_id, t.lot_ids,
    (t.state = 'done')::int as done, (t.state = 'missed')::int as missed, t.metres, 0 as seen, '{}'::text[] as kinds
  from patrol_tour t
  union all
  select s.tenant_id, s.at, s.car_id, t.route_id, array_remove(array[s.lot_id], null), 0, 0, 0, 1, s.kinds
  from patrol_sighting s left join patrol_tour t on t.tenant_id = s.tenant_id and t.id = s.tour_id)`;

const counted = (kind: string) => `(count(*) filter (where r.kinds @> array['${kind}']))::int`;
const FOUND = "(count(*) filter (where r.kinds <> '{}'))::int";
const figures = {
  tourCount: 'sum(r.done)::int',
  missedCount: 'sum(r.missed)::int',
  sightingCount: 'sum(r.seen)::int',
  foundCount: FOUND,
  arrearsCount: counted('arrears'),
  blackCount: counted('black'),
  overstayCount: counted('overstay'),
  wrongSpotCount: counted('wrong-spot'),
  noOrderCount: counted('no-order'),
};
const columns = {
  ...figures,
  hitPercent: `round(100.0 * ${FOUND} / nullif(sum(r.seen), 0), 1)`,
  kilometres: 'round(sum(r.metres) / 1000.0, 1)',
};
const shared = {
  from: DRIVEN,
  as: 'r',
  lot: "(r.lot_ids <> '{}' and r.lot_ids <@ ?::uuid[])",
  own: null,
  period: 'r.at',
  usualDays: 30,
  totals: figures,
};
const lotId = 'r.lot_ids @> array[?::uuid]';

/** Patrols by car and by route. */
export const patrolReports = [
  serveReport(patrolByCar, {
    ...shared,
    filters: { lotId },
    columns: { id: 'r.car_id::text', ...columns },
    groupBy: 'r.car_id',
    order: 'sum(r.seen) desc, r.car_id',
  }),
  serveReport(patrolByRoute, {
    ...shared,
    filters: { lotId },
    where: ['r.route_id is not null'],
    columns: { id: 'r.route_id::text', ...columns },
    groupBy: 'r.route_id',
    order: 'sum(r.seen) desc, r.route_id',
  }),
];
