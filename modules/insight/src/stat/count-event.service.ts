import type { EventRow } from '@boyun/kernel/server';
import { bucketOf } from './stay-bucket.contract.ts';

/** The metrics; each has a count and an amount in fen, `stay` its seconds instead. */
export type Metric = 'entry' | 'exit' | 'close' | 'void' | 'reduced' | 'unpaid' | 'received' | 'excess' | 'stay';

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
  readonly seconds?: number;
}

function fen(data: Readonly<Record<string, unknown>>, key: string): number {
  const value = Number(data[key] ?? 0);
  return Number.isSafeInteger(value) ? value : 0;
}

/**
 * Returns what an event adds to the metrics; this is the only mapping from events to numbers. `exit` and `close` carry the
 * fee of the stay; `void` subtracts a stay (dimension: where the car was).
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
    // An end without a passage (turned back, closed by a repeated entry or a stock-take) is not in the duration histogram.
    if (data.isPhysical === true) all.push(stay(1, Number(data.parkedSeconds)));
    return all;
  }
  if (kind === 'stay.voided' || kind === 'stay.restored') {
    const sign = kind === 'stay.voided' ? 1 : -1;
    const all = [add('void', data.wasInside ? 'inside' : 'left', sign, sign * fen(data, 'feeFen'))];
    // A reduction of an ended stay's fee is counted with the fee.
    const reducedFen = data.wasInside ? 0 : fen(data, 'reducedFen');
    if (reducedFen !== 0) all.push(add('reduced', '', -sign, -sign * reducedFen));
    return all;
  }
  // A correction subtracts a value where it was counted and adds it where it belongs.
  if (kind === 'stay.recounted' && data.metric === 'stay') return [stay(Number(data.count), Number(data.seconds))];
  if (kind === 'stay.recounted')
    return [add(data.metric as Metric, String(data.dimension ?? ''), Number(data.count), fen(data, 'amountFen'))];
  if (kind === 'payment.succeeded' || kind === 'payment.refunded') {
    const all = [add('received', String(data.channel ?? ''), 1, fen(data, 'amountFen'))];
    if (fen(data, 'excessFen') !== 0) all.push(add('excess', '', 1, fen(data, 'excessFen')));
    return all;
  }
  return [];
}

function stay(count: number, seconds: number): Counted {
  return { metric: 'stay', dimension: bucketOf(seconds), count, amountFen: 0, seconds: count * seconds };
}

/** Returns the numbers of entries and exits an event reports. */
export function passagesOf(event: Pick<EventRow, 'kind' | 'data'>): { entries: number; exits: number } {
  const counted = countEvent(event);
  const of = (metric: Metric) => counted.reduce((sum, one) => sum + (one.metric === metric ? one.count : 0), 0);
  return { entries: of('entry'), exits: of('exit') };
}
