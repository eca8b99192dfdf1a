import type { EventRow, Projection, Query } from '@boyun/kernel/server';

/** What is counted; each has a count and an amount. */
export type Metric = 'entry' | 'exit' | 'close' | 'void' | 'reduced' | 'unpaid' | 'received' | 'excess';

/** Kinds of events that are counted; the index `event_counted` covers exactly these. */
export const countedKinds = [
  'stay.opened',
  'stay.left',
  'stay.closed',
  'stay.voided',
  'stay.restored',
  'stay.recounted',
  'payment.succeeded',
  'payment.refunded',
] as const;

/** One addition to one figure. */
export interface Counted {
  readonly metric: Metric;
  readonly dimension: string;
  readonly count: number;
  readonly amountFen: number;
}

const HOUR_MS = 3_600_000;

function fen(data: Readonly<Record<string, unknown>>, key: string): number {
  const value = Number(data[key] ?? 0);
  return Number.isSafeInteger(value) ? value : 0;
}

/**
 * What an event adds to the figures: the only place that says how events become numbers. `exit` and `close` carry the
 * fee of the stay; `void` takes a stay back (dimension: where the car was).
 */
export function countEvent(event: Pick<EventRow, 'kind' | 'data'>): Counted[] {
  const { kind, data } = event;
  const add = (metric: Metric, dimension: string, count: number, amountFen: number): Counted => ({
    metric,
    dimension,
    count,
    amountFen,
  });
  if (kind === 'stay.opened') return [add('entry', String(Number(data.plateColor ?? 0)), 1, 0)];
  if (kind === 'stay.left' || kind === 'stay.closed') {
    const reducedFen = fen(data, 'reducedFen');
    const unpaidFen = fen(data, 'feeFen') - reducedFen - fen(data, 'paidFen');
    const all = [add(kind === 'stay.left' ? 'exit' : 'close', '', 1, fen(data, 'feeFen'))];
    if (reducedFen !== 0) all.push(add('reduced', '', 1, reducedFen));
    if (unpaidFen > 0) all.push(add('unpaid', '', 1, unpaidFen));
    return all;
  }
  if (kind === 'stay.voided' || kind === 'stay.restored') {
    const sign = kind === 'stay.voided' ? 1 : -1;
    const all = [add('void', data.wasInside ? 'inside' : 'left', sign, sign * fen(data, 'feeFen'))];
    // What was taken off an ended stay's fee goes with the fee.
    const reducedFen = data.wasInside ? 0 : fen(data, 'reducedFen');
    if (reducedFen !== 0) all.push(add('reduced', '', -sign, -sign * reducedFen));
    return all;
  }
  // A correction takes a figure back where it was counted and counts it where it belongs.
  if (kind === 'stay.recounted')
    return [add(data.metric as Metric, String(data.dimension ?? ''), Number(data.count), fen(data, 'amountFen'))];
  if (kind === 'payment.succeeded' || kind === 'payment.refunded') {
    const all = [add('received', String(data.channel ?? ''), 1, fen(data, 'amountFen'))];
    if (fen(data, 'excessFen') !== 0) all.push(add('excess', '', 1, fen(data, 'excessFen')));
    return all;
  }
  return [];
}

interface Sum {
  readonly tenantId: number;
  readonly lotId: string;
  readonly hour: Date;
  readonly metric: Metric;
  readonly dimension: string;
  count: number;
  amountFen: number;
}

function sumUp(events: readonly EventRow[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { tenantId, lotId, at, ...event } of events) {
    if (lotId === null) continue;
    const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
    for (const { metric, dimension, count, amountFen } of countEvent(event)) {
      const key = `${tenantId} ${hour} ${lotId} ${metric} ${dimension}`;
      const sum = sums.get(key) ?? {
        tenantId,
        lotId,
        hour: new Date(hour),
        metric,
        dimension,
        count: 0,
        amountFen: 0,
      };
      sum.count += count;
      sum.amountFen += amountFen;
      sums.set(key, sum);
    }
  }
  return [...sums.values()];
}

/** Counts by lot and hour, from the event log; one statement a batch. */
export const statHour: Projection = {
  name: 'stat-hour',
  kinds: countedKinds,
  tables: ['stat_hour'],
  async apply(query: Query, events, table) {
    const sums = sumUp(events);
    if (sums.length === 0) return;
    await query(
      `insert into ${table('stat_hour')} as s (tenant_id, hour, lot_id, metric, dimension, count, amount_fen)
       select * from unnest($1::int[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])
       on conflict (tenant_id, hour, lot_id, metric, dimension)
       do update set count = s.count + excluded.count, amount_fen = s.amount_fen + excluded.amount_fen`,
      [
        sums.map((one) => one.tenantId),
        sums.map((one) => one.hour),
        sums.map((one) => one.lotId),
        sums.map((one) => one.metric),
        sums.map((one) => one.dimension),
        sums.map((one) => one.count),
        sums.map((one) => one.amountFen),
      ],
    );
  },
};
