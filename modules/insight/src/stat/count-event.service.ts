import { deriveFrom, type EventData, onEvent } from '@boyun/kernel/contract';
import type { EventRow } from '@boyun/kernel/server';
import { paymentRefunded, paymentSucceeded, payWay } from '@boyun/money/contract';
import { stayClosed, stayLeft, stayOpened, stayRecounted, stayRestored, stayVoided } from '@boyun/orders/contract';
import { bucketOf } from './stay-bucket.contract.ts';

/** The metrics; each has a count and an amount in fen, `stay` its seconds instead. */
export type Metric = 'entry' | 'exit' | 'close' | 'void' | 'reduced' | 'unpaid' | 'received' | 'excess' | 'stay';

/** One addition to one figure. */
export interface Counted {
  readonly metric: Metric;
  readonly dimension: string;
  readonly count: number;
  readonly amountFen: number;
  readonly seconds?: number;
}

const add = (metric: Metric, dimension: string, count: number, amountFen: number): Counted => ({
  metric,
  dimension,
  count,
  amountFen,
});

function ended(metric: 'exit' | 'close', data: EventData<typeof stayLeft.fields>): Counted[] {
  const { feeFen, reducedFen, paidFen, isPhysical, parkedSeconds } = data;
  const unpaidFen = feeFen - reducedFen - paidFen;
  const all = [add(metric, '', 1, feeFen)];
  if (reducedFen !== 0) all.push(add('reduced', '', 1, reducedFen));
  if (unpaidFen > 0) all.push(add('unpaid', '', 1, unpaidFen));
  // An end without a passage (turned back, closed by a repeated entry or a stock-take) is not in the duration histogram.
  if (isPhysical) all.push(stay(1, parkedSeconds));
  return all;
}

function voided(sign: 1 | -1, data: EventData<typeof stayRestored.fields>): Counted[] {
  const all = [add('void', data.wasInside ? 'inside' : 'left', sign, sign * data.feeFen)];
  // A reduction of an ended stay's fee is counted with the fee.
  const reducedFen = data.wasInside ? 0 : data.reducedFen;
  if (reducedFen !== 0) all.push(add('reduced', '', -sign, -sign * reducedFen));
  return all;
}

function received({ channel, scene, amountFen, excessFen }: EventData<typeof paymentSucceeded.fields>): Counted[] {
  const all = [add('received', payWay(channel, scene), 1, amountFen)];
  if (excessFen !== 0) all.push(add('excess', '', 1, excessFen));
  return all;
}

/**
 * What each event adds to the metrics; this is the only mapping from events to numbers. `exit` and `close` carry the
 * fee of the stay; `void` subtracts a stay (dimension: where the car was).
 */
const COUNTED = [
  onEvent(stayOpened, ({ plateColor }) => [add('entry', String(plateColor), 1, 0)]),
  onEvent(stayLeft, (data) => ended('exit', data)),
  onEvent(stayClosed, (data) => ended('close', data)),
  onEvent(stayVoided, (data) => voided(1, data)),
  onEvent(stayRestored, (data) => voided(-1, data)),
  // A correction subtracts a value where it was counted and adds it where it belongs.
  onEvent(stayRecounted, ({ metric, dimension, count, amountFen, seconds }) => [
    metric === 'stay' ? stay(count, seconds ?? 0) : add(metric, dimension, count, amountFen),
  ]),
  onEvent(paymentSucceeded, received),
  onEvent(paymentRefunded, received),
];

/** Kinds of events that are counted; the index `event_counted` covers exactly these. */
export const countedKinds = COUNTED.map(({ type }) => type.kind);

/** Returns what an event adds to the metrics. */
export function countEvent(event: Pick<EventRow, 'kind' | 'data'>): Counted[] {
  return deriveFrom(COUNTED, event) ?? [];
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
