import { formatYuan } from '@boyun/domain/money';
import { type OrderAct, orderDisabledReason } from '@boyun/domain/order-life';
import { plateKey } from '@boyun/domain/stay';
import { lockCarsInside, requireLot } from '@boyun/facilities/server';
import { type EventInput, type EventType, type Label, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import type { Approval, Change } from '@boyun/reviews/server';
import { type OrderChangeKind, orderRefusal } from '../order/order.contract.ts';
import { findInside, findOverlapping, insertInside, type ParkingOrder } from '../order/order.queries.ts';
import { requireOrder } from '../order/order.server.ts';
import type { Corrected } from '../order/order-event.contract.ts';

/** The label of a car's whereabouts. */
export const STATE: Label = { zh: '停车状态', en: 'Parking state' };
/** The label of the fee. */
export const FEE: Label = { zh: '应收金额', en: 'Fee' };
/** Where a car is, in words. */
export const PLACES: Readonly<Record<ParkingOrder['parkingState'], Label>> = {
  inside: { zh: '在场', en: 'Inside' },
  left: { zh: '已离场', en: 'Left' },
  'no-exit': { zh: '无出场关闭', en: 'Closed without exit' },
  void: { zh: '已作废', en: 'Void' },
};

/** Money in words of a change. */
export const yuan = (fen: number): Label => {
  const text = `¥${formatYuan(fen)}`;
  return { zh: text, en: text };
};

/** Returns an order, locked after its lot, in the lock order of the gate; refuses an act its state does not allow. */
export async function lockForChange(tx: TenantTx, orderId: string, act: OrderAct): Promise<ParkingOrder> {
  const [place] = await tx.query<{ lotId: string }>(
    'select lot_id from parking_order where tenant_id = $1 and id = $2',
    [tx.tenantId, orderId],
  );
  if (place) await lockCarsInside(tx, place.lotId);
  const order = await requireOrder(tx, orderId);
  const impossible = orderDisabledReason(act, order);
  if (impossible) throw new Refusal(orderRefusal['not-possible'], { reason: impossible[tx.who.language] });
  return order;
}

/** The trace of a correction: a line in the order's history, an event, an audit entry. */
export interface Trace<F extends Corrected> {
  /** The id of the change, where something else refers to it. */
  readonly id?: string;
  readonly kind: keyof typeof OrderChangeKind;
  readonly event: EventType<F>;
  readonly changes: readonly Change[];
  /** The change of the number of cars now inside. */
  readonly insideChange?: -1 | 1;
  /** Further fields of the event. */
  readonly data: Omit<EventInput<F>, keyof Corrected>;
}

/** Writes the trace of a correction. */
export async function recordChange<F extends Corrected>(
  tx: TenantTx,
  order: ParkingOrder,
  approval: Approval,
  trace: Trace<F>,
): Promise<void> {
  const { reason, requestedBy, requestedById, reviewers, reviewId } = approval;
  await tx.query(
    `insert into order_change (tenant_id, id, order_id, lot_id, kind, at, inside_change, changes, reason,
       requested_by, requested_by_name, reviewers, review_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      tx.tenantId,
      trace.id ?? tx.newId(),
      order.id,
      order.lotId,
      trace.kind,
      tx.now,
      trace.insideChange ?? 0,
      JSON.stringify(trace.changes),
      reason,
      requestedById,
      requestedBy,
      reviewers,
      reviewId,
    ],
  );
  const correction = {
    orderId: order.id,
    plate: order.plate,
    reason,
    requestedBy,
    requestedById,
    reviewers,
    changes: trace.changes,
  };
  const data = { ...correction, ...trace.data } as EventInput<F>;
  tx.emit(trace.event, { lotId: order.lotId, subjectId: order.id, data });
  const side = (of: 'before' | 'after') =>
    Object.fromEntries(trace.changes.map((one) => [one.label[tx.who.language], one[of][tx.who.language]]));
  tx.audit({
    action: trace.event.kind,
    subjectKind: 'order',
    subjectId: order.id,
    subject: `${order.orderNo} ${order.plate}`,
    before: side('before'),
    after: { ...side('after'), reason, requestedBy, ...(reviewers.length > 0 ? { reviewers } : {}) },
  });
}

/** Refuses to put a car inside under a plate that is there already. */
export async function refuseIfInside(tx: TenantTx, order: ParkingOrder, plate: string): Promise<void> {
  const other = await findInside(tx, order.lotId, plate);
  if (other && other.id !== order.id)
    throw new Refusal(orderRefusal['plate-inside'], { plate, orderNo: other.orderNo });
}

const STILL_INSIDE: Label = { zh: '仍在场', en: 'still inside' };

/** A moment by the lot's clock. */
export const clockText = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);

/** Refuses a corrected order whose car would be in the lot twice at one moment. The caller has locked the lot's row. */
export async function refuseOverlap(
  tx: TenantTx,
  order: Pick<ParkingOrder, 'id' | 'lotId' | 'plate' | 'enteredAt' | 'leftAt'>,
): Promise<void> {
  const other = await findOverlapping(tx, order);
  if (!other) return;
  const { timeZone } = await requireLot(tx, order.lotId);
  const to = other.leftAt ? clockText(other.leftAt, timeZone) : STILL_INSIDE[tx.who.language];
  const params = { orderNo: other.orderNo, from: clockText(other.enteredAt, timeZone), to };
  throw new Refusal(orderRefusal['times-overlap'], params);
}

/** Notes the car of an order as inside, as the order says it is. */
export function standInside(tx: TenantTx, order: ParkingOrder): Promise<void> {
  const { lotId, plate, enteredAt, listEntryId } = order;
  return insertInside(tx, { lotId, plate, plateKey: plateKey(plate), orderId: order.id, listEntryId, enteredAt });
}
