import type { TenantTx } from '@boyun/kernel/server';
import type { ParkingOrder } from './order.queries.ts';
import { type CountedFigure, stayRecounted } from './order-event.contract.ts';

/** The values of a stay that statistics count. */
interface CountedStay {
  readonly orderId: string;
  readonly lotId: string;
  readonly enteredAt: Date;
  readonly plateColor: number;
  readonly vehicleKind: string | null;
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

/** Removes a completed stay from the duration histogram (-1) when its order is voided, or adds it (1) when it is restored. */
export function recountLength(tx: TenantTx, order: ParkingOrder, sign: 1 | -1): void {
  const { id: orderId, lotId, enteredAt, leftAt } = order;
  if (!leftAt) return;
  const seconds = parkedSeconds(enteredAt, leftAt);
  tx.emit(stayRecounted, {
    lotId,
    at: leftAt,
    data: { orderId, metric: 'stay', dimension: '', count: sign, amountFen: 0, insideChange: 0, seconds },
  });
}

/** A car that turned back before the barrier is counted neither as an entry nor as an exit. */
export function leaveUncounted(tx: TenantTx, order: ParkingOrder, closedAt: Date): void {
  const { id: orderId, lotId, enteredAt, plateColor, vehicleKind, entryLaneId: laneId } = order;
  const take = (at: Date, metric: CountedFigure, dimension: string, more: object = {}) =>
    tx.emit(stayRecounted, {
      lotId,
      at,
      data: { orderId, metric, dimension, count: -1, amountFen: 0, insideChange: 0, ...more },
    });
  take(enteredAt, 'entry', String(plateColor), { laneId, plateColor, vehicleKind });
  take(closedAt, 'close', '');
}

interface Figure {
  readonly at: Date;
  readonly metric: CountedFigure;
  readonly dimension: string;
  readonly count: number;
  readonly amountFen: number;
  readonly insideChange: number;
  /** How long a stay lasted, for the metric `stay`. */
  readonly seconds?: number;
  /** Lane and vehicle of the passage, for entries and exits. */
  readonly passage?: {
    readonly laneId: string | null;
    readonly plateColor: number;
    readonly vehicleKind: string | null;
  };
}

function figuresOf(stay: CountedStay): Figure[] {
  const { enteredAt, plateColor, vehicleKind, entryLaneId, exitLaneId, end } = stay;
  const all: Figure[] = [
    {
      at: enteredAt,
      metric: 'entry',
      dimension: String(plateColor),
      count: 1,
      amountFen: 0,
      insideChange: 1,
      passage: { laneId: entryLaneId, plateColor, vehicleKind },
    },
  ];
  if (!end) return all;
  const ended = (metric: CountedFigure, amountFen: number, insideChange = 0, more: Pick<Figure, 'passage'> = {}) =>
    all.push({ at: end.at, metric, dimension: '', count: 1, amountFen, insideChange, ...more });
  ended(
    end.kind,
    end.feeFen,
    -1,
    end.kind === 'exit' ? { passage: { laneId: exitLaneId, plateColor, vehicleKind } } : {},
  );
  // Only stays that ended with an exit are in the duration histogram.
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

/** Returns the values that statistics count for an order in its present state, with the given fee. */
export function countedOf(
  order: ParkingOrder,
  { feeFen, reducedFen }: Pick<ParkingOrder, 'feeFen' | 'reducedFen'> = order,
): CountedStay {
  const {
    id: orderId,
    lotId,
    enteredAt,
    plateColor,
    vehicleKind,
    entryLaneId,
    exitLaneId,
    leftAt,
    parkingState,
  } = order;
  const kind = parkingState === 'left' ? ('exit' as const) : ('close' as const);
  const unpaidFen = feeFen - reducedFen - order.refundedFen - order.paidFen;
  const end = leftAt && { at: leftAt, kind, feeFen, reducedFen, unpaidFen };
  return { orderId, lotId, enteredAt, plateColor, vehicleKind, entryLaneId, exitLaneId, end };
}

/**
 * Records what a correction changes in the statistics: each changed value is subtracted at the moment it was counted for and
 * added at the moment it belongs to. The original events remain unchanged.
 */
export function recount(tx: TenantTx, before: CountedStay, after: CountedStay): void {
  const keyOf = ({ at, metric, dimension, amountFen, seconds, passage }: Figure) =>
    `${at.getTime()} ${metric} ${dimension} ${amountFen} ${seconds ?? ''} ${passage?.laneId ?? ''} ${passage?.plateColor ?? ''} ${passage?.vehicleKind ?? ''}`;
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
