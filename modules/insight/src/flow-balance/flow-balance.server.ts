import { requireLot } from '@boyun/facilities/server';
import { computeReport, handle, lotCondition } from '@boyun/kernel/server';
import { CORRECTIONS, MOVED, MOVES, STAYS } from '../verify/place-check.queries.ts';
import { flowBalanceList, getFlowGap } from './flow-balance.contract.ts';

const DAY_MS = 24 * 3_600_000;
/** Days shown where no time is chosen. */
const USUAL_DAYS = 14;

interface BalanceRow {
  readonly id: string;
  readonly lotId: string;
  readonly day: string;
  readonly insideBefore: number;
  readonly entries: number;
  readonly exits: number;
  readonly closed: number;
  readonly corrected: number;
  readonly insideAfter: number;
  readonly byEvents: number;
  readonly byOrders: number;
  readonly gap: number;
}

/**
 * The days of the lots the caller may see, latest first. The cars inside at the end of a day are those inside now less
 * the changes since.
 */
export const flowBalanceServer = computeReport(flowBalanceList, async ({ tx, filters }) => {
  const lots = lotCondition(tx.who, 'l', 'id').add('l.id = ?::uuid', filters.lotId);
  const to = filters.to ?? tx.now;
  const from = filters.from ?? new Date(to.getTime() - USUAL_DAYS * DAY_MS);
  const where = lots.sql;
  const [fromAt, toAt] = [lots.place(from), lots.place(to)];
  // Whole days of any zone: the day the range begins in counts as a whole.
  const since = lots.place(new Date(from.getTime() - DAY_MS));
  const rows = await tx.query<BalanceRow>(
    `with l as (
       select l.id, l.time_zone as zone, coalesce(s.cars_inside, 0) as inside
       from lot_fact l left join lot_state_fact s on s.tenant_id = l.tenant_id and s.lot_id = l.id where ${where}
     ), moved as (
       select m.lot_id, (m.at at time zone l.zone)::date as day,
         ${MOVED}
       from (${MOVES}) m join l on l.id = m.lot_id where m.at >= ${since} group by 1, 2
     ), stayed as (
       select s.lot_id, (s.at at time zone l.zone)::date as day, sum(s.change) as change
       from (${STAYS}) s join l on l.id = s.lot_id where s.at >= ${since} group by 1, 2
     ), days as (
       select lot_id, day, coalesce(m.entries, 0) as entries, coalesce(m.exits, 0) as exits, coalesce(m.closed, 0) as closed,
         coalesce(m.corrected, 0) as corrected, coalesce(m.change, 0) as change, coalesce(s.change, 0) as by_orders,
         coalesce(sum(coalesce(m.change, 0)) over (partition by lot_id order by day desc
           rows between unbounded preceding and 1 preceding), 0) as later
       from moved m full join stayed s using (lot_id, day)
     )
     select d.lot_id || ' ' || d.day as id, d.lot_id, d.day, (l.inside - d.later - d.change)::int as "insideBefore",
       d.entries::int as entries, d.exits::int as exits, d.closed::int as closed, d.corrected::int as corrected,
       (l.inside - d.later)::int as "insideAfter", d.change::int as "byEvents", d.by_orders::int as "byOrders",
       (d.change - d.by_orders)::int as gap
     from days d join l on l.id = d.lot_id
     where d.day between (${fromAt}::timestamptz at time zone l.zone)::date and (${toAt}::timestamptz at time zone l.zone)::date
     order by d.day desc, d.lot_id`,
    lots.values,
  );
  const shown = filters.hasGap ? rows.filter((one) => one.gap !== 0) : rows;
  const sum = (key: 'entries' | 'exits' | 'closed' | 'corrected') => shown.reduce((total, row) => total + row[key], 0);
  return {
    rows: shown,
    totals: {
      entries: sum('entries'),
      exits: sum('exits'),
      closed: sum('closed'),
      corrected: sum('corrected'),
      gapCount: rows.filter((one) => one.gap !== 0).length,
    },
  };
});

/** Maximum number of records returned for a day. */
const MOST_RECORDS = 500;

export const getFlowGapServer = handle(getFlowGap, async (tx, { lotId, day }) => {
  const { timeZone } = await requireLot(tx, lotId);
  const within = (alias: string) => `${alias}.lot_id = $2::uuid
    and ${alias}.at >= ($3::date::timestamp at time zone $4) and ${alias}.at < (($3::date + 1)::timestamp at time zone $4)`;
  const values = [tx.tenantId, lotId, day, timeZone];
  const orderOf = `coalesce(m.subject_id, (m.data->>'orderId')::uuid)`;
  const gaps = await tx.query<{
    orderId: string;
    orderNo: string | null;
    plate: string | null;
    byEvents: number;
    byOrders: number;
  }>(
    `with moved as (select ${orderOf} as order_id, sum(m.change) as change from (${MOVES}) m where ${within('m')} group by 1),
       stayed as (select s.order_id, sum(s.change) as change from (${STAYS}) s where ${within('s')} group by 1)
     select order_id, o.order_no, o.plate, coalesce(m.change, 0)::int as "byEvents",
       coalesce(s.change, 0)::int as "byOrders"
     from moved m full join stayed s using (order_id) left join stay_fact o on o.tenant_id = $1 and o.id = order_id
     where coalesce(m.change, 0) <> coalesce(s.change, 0) order by o.order_no limit ${MOST_RECORDS}`,
    values,
  );
  const corrections = await tx.query<{
    orderId: string;
    orderNo: string | null;
    plate: string | null;
    at: Date;
    kind: string;
    change: number;
  }>(
    `select ${orderOf} as "orderId", o.order_no, o.plate, m.at, m.kind, m.change
     from (${MOVES}) m left join stay_fact o on o.tenant_id = $1 and o.id = ${orderOf}
     where ${within('m')} and m.change <> 0 and m.kind in (${CORRECTIONS})
     order by m.at limit ${MOST_RECORDS}`,
    values,
  );
  return { gaps, corrections };
});
