import type { TenantTx } from '@boyun/kernel/server';
import type { ParkingOrder } from './order.queries.ts';
import { stayRecounted } from './order-event.contract.ts';

/** What statistics have counted, or will count, of a stay. */
interface CountedStay {
  readonly orderId: string;
  readonly lotId: string;
  readonly enteredAt: Date;
  readonly plateColor: number;
  readonly entryLaneId: string | null;
  readonly exitLaneId: string | null;
  /** Null while the car is inside. */
  readonly end: {
    readonly at: Date;
    readonly kind: 'exit' | 'close';
    readonly feeFen: number;
    readonly reducedFen: number;
    readonly unpaidFen: number;
  } | null;
}

/** Whole seconds from coming to leaving. */
export function parkedSeconds(enteredAt: Date, leftAt: Date): number {
  return Math.max(0, Math.floor((leftAt.getTime() - enteredAt.getTime()) / 1000));
}

/** Takes a stay that a car drove out of from the figures of lengths (-1), or counts it again (1): it is void, or was. */
export function recountLength(tx: TenantTx, order: ParkingOrder, sign: 1 | -1): void {
  const { id: orderId, lotId, enteredAt, leftAt } = order;
  if (!leftAt) return;
  const seconds = parkedSeconds(enteredAt, leftAt);
  const data = { orderId, metric: 'stay', dimension: '', count: sign, amountFen: 0, insideChange: 0, seconds };
  tx.emit(stayRecounted, { lotId, at: leftAt, data });
}

/** A car that turned back before the barrier drove nowhere: neither its coming nor the end of its order is counted. */
export function leaveUncounted(tx: TenantTx, order: ParkingOrder, closedAt: Date): void {
  const { id: orderId, lotId, enteredAt, plateColor, entryLaneId: laneId } = order;
  const take = (at: Date, metric: string, dimension: string, more: object = {}) =>
    tx.emit(stayRecounted, {
      lotId,
      at,
      data: { orderId, metric, dimension, count: -1, amountFen: 0, insideChange: 0, ...more },
    });
  take(enteredAt, 'entry', String(plateColor), { laneId, plateColor });
  take(closedAt, 'close', '');
}

interface Figure {
  readonly at: Date;
  readonly metric: string;
  readonly dimension: string;
  readonly count: number;
  readonly amountFen: number;
  readonly insideChange: number;
  /** How long a stay lasted, for the metric `stay`. */
  readonly seconds?: number;
  /** Which car passed where, for entries and exits. */
  readonly passage?: { readonly laneId: string | null; readonly plateColor: number };
}

function figuresOf(stay: CountedStay): Figure[] {
  const { enteredAt, plateColor, entryLaneId, exitLaneId, end } = stay;
  const all: Figure[] = [
    {
      at: enteredAt,
      metric: 'entry',
      dimension: String(plateColor),
      count: 1,
      amountFen: 0,
      insideChange: 1,
      passage: { laneId: entryLaneId, plateColor },
    },
  ];
  if (!end) return all;
  const ended = (metric: string, amountFen: number, insideChange = 0, more: Pick<Figure, 'passage'> = {}) =>
    all.push({ at: end.at, metric, dimension: '', count: 1, amountFen, insideChange, ...more });
  ended(end.kind, end.feeFen, -1, end.kind === 'exit' ? { passage: { laneId: exitLaneId, plateColor } } : {});
  // Only a car that drove out tells how long cars stay.
  if (end.kind === 'exit')
    all.push({
      at: end.at,
      metric: 'stay',
      dimension: '',
      count: 1,
      amountFen: 0,
      insideChange: 0,
      seconds: parkedSeconds(enteredAt, end.at),
    });
  if (end.reducedFen !== 0) ended('reduced', end.reducedFen);
  if (end.unpaidFen > 0) ended('unpaid', end.unpaidFen);
  return all;
}

/** What statistics count of an order as it stands, with the fee it has or gets. */
export function countedOf(
  order: ParkingOrder,
  { feeFen, reducedFen }: Pick<ParkingOrder, 'feeFen' | 'reducedFen'> = order,
): CountedStay {
  const { id: orderId, lotId, enteredAt, plateColor, entryLaneId, exitLaneId, leftAt, parkingState } = order;
  const kind = parkingState === 'left' ? ('exit' as const) : ('close' as const);
  const unpaidFen = feeFen - reducedFen - order.refundedFen - order.paidFen;
  const end = leftAt && { at: leftAt, kind, feeFen, reducedFen, unpaidFen };
  return { orderId, lotId, enteredAt, plateColor, entryLaneId, exitLaneId, end };
}

/**
 * Files what a correction does to the figures: each one that changes is taken back at the moment it was counted for and
 * counted at the moment it belongs to. The events that were counted first stay as they are.
 */
export function recount(tx: TenantTx, before: CountedStay, after: CountedStay): void {
  const keyOf = ({ at, metric, dimension, amountFen, seconds, passage }: Figure) =>
    `${at.getTime()} ${metric} ${dimension} ${amountFen} ${seconds ?? ''} ${passage?.laneId ?? ''} ${passage?.plateColor ?? ''}`;
  const was = figuresOf(before);
  const is = figuresOf(after);
  const tell = ({ at, metric, dimension, count, amountFen, insideChange, seconds, passage }: Figure, sign: 1 | -1) =>
    tx.emit(stayRecounted, {
      lotId: after.lotId,
      at,
      data: {
        orderId: after.orderId,
        metric,
        dimension,
        count: sign * count,
        amountFen: sign * amountFen,
        insideChange: sign * insideChange,
        ...(seconds === undefined ? {} : { seconds }),
        ...passage,
      },
    });
  for (const one of was) if (!is.some((each) => keyOf(each) === keyOf(one))) tell(one, -1);
  for (const one of is) if (!was.some((each) => keyOf(each) === keyOf(one))) tell(one, 1);
}
