import type { TenantTx } from '@boyun/kernel/server';
import type { ParkingOrder } from '../order/order.queries.ts';

/** What statistics have counted, or will count, of a stay. */
interface CountedStay {
  readonly orderId: string;
  readonly lotId: string;
  readonly enteredAt: Date;
  readonly plateColor: number;
  /** Null while the car is inside. */
  readonly end: {
    readonly at: Date;
    readonly kind: 'exit' | 'close';
    readonly feeFen: number;
    readonly reducedFen: number;
    readonly unpaidFen: number;
  } | null;
}

/** A car that turned back before the barrier drove nowhere: neither its coming nor the end of its order is counted. */
export function leaveUncounted(tx: TenantTx, order: ParkingOrder, closedAt: Date): void {
  const { id: orderId, lotId, enteredAt, plateColor } = order;
  const take = (at: Date, metric: string, dimension: string) =>
    tx.emit({
      kind: 'stay.recounted',
      lotId,
      at,
      data: { orderId, metric, dimension, count: -1, amountFen: 0, insideChange: 0 },
    });
  take(enteredAt, 'entry', String(plateColor));
  take(closedAt, 'close', '');
}

interface Figure {
  readonly at: Date;
  readonly metric: string;
  readonly dimension: string;
  readonly count: number;
  readonly amountFen: number;
  readonly insideChange: number;
}

function figuresOf(stay: CountedStay): Figure[] {
  const { enteredAt, plateColor, end } = stay;
  const all: Figure[] = [
    { at: enteredAt, metric: 'entry', dimension: String(plateColor), count: 1, amountFen: 0, insideChange: 1 },
  ];
  if (!end) return all;
  const ended = (metric: string, amountFen: number, insideChange = 0) =>
    all.push({ at: end.at, metric, dimension: '', count: 1, amountFen, insideChange });
  ended(end.kind, end.feeFen, -1);
  if (end.reducedFen !== 0) ended('reduced', end.reducedFen);
  if (end.unpaidFen > 0) ended('unpaid', end.unpaidFen);
  return all;
}

/** What statistics count of an order as it stands, with the fee it has or gets. */
export function countedOf(
  order: ParkingOrder,
  feeFen: number = order.feeFen,
  reducedFen: number = order.reducedFen,
): CountedStay {
  const { id: orderId, lotId, enteredAt, plateColor, leftAt, parkingState, paidFen } = order;
  const kind = parkingState === 'left' ? ('exit' as const) : ('close' as const);
  const end = leftAt && { at: leftAt, kind, feeFen, reducedFen, unpaidFen: feeFen - reducedFen - paidFen };
  return { orderId, lotId, enteredAt, plateColor, end };
}

/**
 * Files what a correction does to the figures: each one that changes is taken back at the moment it was counted for and
 * counted at the moment it belongs to. The events that were counted first stay as they are.
 */
export function recount(tx: TenantTx, before: CountedStay, after: CountedStay): void {
  const keyOf = (one: Figure) => `${one.at.getTime()} ${one.metric} ${one.dimension} ${one.amountFen}`;
  const was = figuresOf(before);
  const is = figuresOf(after);
  const tell = ({ at, metric, dimension, count, amountFen, insideChange }: Figure, sign: 1 | -1) =>
    tx.emit({
      kind: 'stay.recounted',
      lotId: after.lotId,
      at,
      data: {
        orderId: after.orderId,
        metric,
        dimension,
        count: sign * count,
        amountFen: sign * amountFen,
        insideChange: sign * insideChange,
      },
    });
  for (const one of was) if (!is.some((each) => keyOf(each) === keyOf(one))) tell(one, -1);
  for (const one of is) if (!was.some((each) => keyOf(each) === keyOf(one))) tell(one, 1);
}
