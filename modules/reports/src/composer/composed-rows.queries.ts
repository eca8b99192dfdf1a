import { dayOfKey, keyOfDay, zoneClock } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import { joined, piece, runSql, type Sql, sql, type TenantTx } from '@boyun/kernel/server';
import { composedRefusal, MOST } from './composed-report.contract.ts';
import type { Dataset, Dimension, Measure } from './dataset.contract.ts';

/** How the rows of a dataset are read. */
interface DatasetQuery {
  /** Table with its alias and joins; lots are joined as `l`. */
  readonly from: string;
  readonly tenant: string;
  readonly lot: string;
  /** The indexed column that the days limit. */
  readonly at: string;
  readonly where: string | null;
  readonly dimensions: Partial<Record<Dimension, string>>;
  readonly measures: Partial<Record<Measure, string>>;
}

const MINUTES = `date_part('epoch', o.left_at - o.entered_at) / 60`;
/** From the longest to the shortest, so that the first that fits is taken. */
const LENGTHS = [1440, 480, 240, 120, 60, 30, 15];
const LENGTH = `case ${LENGTHS.map((one) => `when ${MINUTES} >= ${one} then ${one}`).join(' ')} else 0 end`;

const QUERIES: Readonly<Record<Dataset, DatasetQuery>> = {
  stay: {
    from: 'stay_fact o',
    tenant: 'o.tenant_id',
    lot: 'o.lot_id',
    at: 'o.left_at',
    where: `o.parking_state in ('left', 'no-exit')`,
    dimensions: {
      standing: 'o.standing',
      vehicleKind: `nullif(o.vehicle_kind, '')`,
      plateColor: 'o.plate_color',
      payState: 'o.pay_state',
      stayLength: LENGTH,
    },
    measures: {
      stays: 'count(*)',
      cars: 'count(distinct o.plate)',
      hours: `round((sum(${MINUTES}) / 60)::numeric, 1)`,
      feeFen: 'sum(o.fee_fen)',
      reducedFen: 'sum(o.reduced_fen)',
      paidFen: 'sum(o.paid_fen)',
      dueFen: 'sum(greatest(o.due_fen, 0))',
    },
  },
  money: {
    from: 'money_fact m',
    tenant: 'm.tenant_id',
    lot: 'm.lot_id',
    at: 'm.paid_at',
    where: `m.state = 'succeeded'`,
    dimensions: { channel: 'm.channel', movement: `case when m.is_refund then 'refund' else 'payment' end` },
    measures: {
      payments: 'count(*) filter (where not m.is_refund)',
      receivedFen: 'sum(m.amount_fen) filter (where not m.is_refund)',
      refunds: 'count(*) filter (where m.is_refund)',
      refundedFen: '-sum(m.amount_fen) filter (where m.is_refund)',
      netFen: 'sum(m.amount_fen)',
    },
  },
  flow: {
    from: 'stat_lane_fact s',
    tenant: 's.tenant_id',
    lot: 's.lot_id',
    at: 's.quarter',
    where: null,
    dimensions: { vehicleKind: `nullif(s.vehicle_kind, '')` },
    measures: { entries: 'sum(s.entries)', exits: 'sum(s.exits)' },
  },
  reduction: {
    from: 'stay_fact o join reduction_fact r on r.tenant_id = o.tenant_id and r.order_id = o.id',
    tenant: 'o.tenant_id',
    lot: 'o.lot_id',
    at: 'o.left_at',
    where: `o.parking_state in ('left', 'no-exit') and o.reduced_fen > 0`,
    dimensions: { source: 'r.source', payer: 'r.payer', vehicleKind: `nullif(o.vehicle_kind, '')` },
    measures: { reductions: 'count(*)', reductionFen: 'sum(r.amount_fen)' },
  },
};

/** What is read: the groups and figures of a dataset, over days of the lots, both included. */
export interface ComposedQuery {
  readonly dataset: Dataset;
  readonly measures: readonly Measure[];
  readonly dimensions: readonly Dimension[];
  readonly lotIds: readonly string[];
  readonly from: string;
  readonly to: string;
  /** What is added to the time of a row before it is grouped, to stand beside the rows it is compared with. */
  readonly shift: { readonly days: number; readonly months: number };
}

type Value = string | number | null;
export type ComposedRow = Readonly<Record<string, Value>>;

/** The most milliseconds a composed report may take. */
const PATIENCE_MS = 8000;

/** Reads the rows of a composed report; throws a refusal where there are too many or reading takes too long. */
export async function readComposed(tx: TenantTx, query: ComposedQuery): Promise<ComposedRow[]> {
  // Accounts limited to their own records see no totals.
  if (tx.who.isOwnOnly) return [];
  await tx.query(`select set_config('statement_timeout', $1, true)`, [String(PATIENCE_MS)]);
  const rows = await runSql<Record<string, Value>>(tx, statementOf(tx, query)).catch((error: { code?: string }) => {
    throw error.code === '57014' ? new Refusal(composedRefusal['too-slow']) : error;
  });
  if (rows.length > MOST.rows) throw new Refusal(composedRefusal['too-many-rows'], { most: String(MOST.rows) });
  return rows;
}

/** How a time is grouped, and how a group of the column is written: a text for each row would take longer than all the rest. */
const TIMES: Partial<Record<Dimension, { readonly of: (local: Sql) => Sql; readonly written: string }>> = {
  day: { of: (local) => sql`${local}::date`, written: `to_char("day", 'YYYY-MM-DD')` },
  month: { of: (local) => sql`date_trunc('month', ${local})`, written: `to_char("month", 'YYYY-MM')` },
  weekDay: { of: (local) => sql`extract(dow from ${local})::int`, written: '"weekDay"' },
  hour: { of: (local) => sql`extract(hour from ${local})::int`, written: `lpad("hour"::text, 2, '0') || ':00'` },
};

/** Lots with the moments at which the days begin and end by their clocks; `offset 0` computes these once for each. */
const lotsWithin = (tx: TenantTx, { from, to }: ComposedQuery) => sql`(
  select id, name, time_zone, ${from}::timestamp at time zone time_zone as start, ${dayAfter(to)}::timestamp at time zone time_zone as stop
  from lot_fact where tenant_id = ${tx.tenantId} offset 0)`;

function statementOf(tx: TenantTx, query: ComposedQuery): Sql {
  const of = QUERIES[query.dataset];
  const { days, months } = query.shift;
  const moved = sql`make_interval(days => ${days}, months => ${months})`;
  // Money may belong to no lot: its days are the tenant's.
  const local = sql`(${piece(of.at)} at time zone coalesce(l.time_zone, ${tx.who.zone}))`;
  const grouped = query.dimensions.map((key) => {
    const time = TIMES[key]?.of(days === 0 && months === 0 ? local : sql`(${local} + ${moved})`);
    return { key, value: time ?? piece(key === 'lot' ? 'l.name' : of.dimensions[key]!) };
  });
  // Lots of the same name are different lots.
  const id = query.dimensions.includes('lot') ? [{ key: 'lotId', value: piece('l.id') }] : [];
  const groups = [...grouped, ...id];
  const figures = query.measures.map((key) => {
    const type = key === 'hours' ? 'float8' : 'bigint';
    return sql`coalesce(${piece(of.measures[key]!)}, 0)::${piece(type)} as ${piece(`"${key}"`)}`;
  });
  const places = groups.map((_, index) => String(index + 1)).join(', ');
  const written = query.dimensions.map((key) => `${TIMES[key]?.written ?? `"${key}"`} as "${key}"`);
  const named = [...written, ...id.map(({ key }) => `"${key}"`), ...query.measures.map((key) => `"${key}"`)];
  const lots = lotsOf(tx, query.lotIds);
  return sql`select ${piece(named.join(', '))} from (
    select ${joined([...groups.map(({ key, value }) => sql`${value} as ${piece(`"${key}"`)}`), ...figures], ', ')}
    from ${piece(of.from)} left join ${lotsWithin(tx, query)} l on l.id = ${piece(of.lot)}
    where ${piece(of.tenant)} = ${tx.tenantId} and ${joined(within(of.at, tx, query), ' and ')}
      ${piece(of.where ? `and ${of.where}` : '')} ${lots ? sql`and ${piece(of.lot)} = any(${lots}::uuid[])` : piece('')}
    group by ${piece(places)} order by ${piece(places)} limit ${MOST.rows + 1}) g order by ${piece(places)}`;
}

/** The lots that are read: those chosen which the caller may see; null for all. */
function lotsOf({ who }: TenantTx, chosen: readonly string[]): readonly string[] | null {
  if (who.lotIds === null) return chosen.length > 0 ? chosen : null;
  return chosen.length > 0 ? chosen.filter((one) => who.lotIds!.includes(one)) : who.lotIds;
}

/** The days of the lots; the indexed column is limited to a day more on either side, for all zones. */
function within(at: string, { who }: TenantTx, { from, to }: ComposedQuery): Sql[] {
  const utc = zoneClock('UTC');
  const [first, last] = [dayOfKey(from), dayOfKey(to)];
  return [
    sql`${piece(at)} >= ${new Date(utc.dayStart(first - 1))}`,
    sql`${piece(at)} < ${new Date(utc.dayStart(last + 2))}`,
    sql`${piece(at)} >= coalesce(l.start, ${from}::timestamp at time zone ${who.zone})`,
    sql`${piece(at)} < coalesce(l.stop, ${dayAfter(to)}::timestamp at time zone ${who.zone})`,
  ];
}

const dayAfter = (key: string) => keyOfDay(dayOfKey(key) + 1);
