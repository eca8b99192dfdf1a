import { requireLot } from '@boyun/facilities/server';
import type { Label } from '@boyun/kernel/contract';
import { type Act, byPlate, handle, serveReport, type TenantTx } from '@boyun/kernel/server';
import type { Asked } from '@boyun/reviews/server';
import type { ParkingOrder } from '../order/order.queries.ts';
import { priceOrder } from '../order/price-order.service.ts';
import { lockForChange, yuan } from './change-trace.service.ts';
import { askTimes, timeChanges, withTimes } from './correct-order.service.ts';
import { askPicture, pictureChanges } from './correct-picture.service.ts';
import {
  closeOrders,
  correctPicture,
  correctTimes,
  PictureSide,
  restoreOrder,
  voidList,
  voidOrder,
  waiveOrder,
} from './order-change.contract.ts';
import { askClose, askWaive, closeChanges, refuseTooMuch, waiveChanges } from './settle-order.service.ts';
import { askRestore, askVoid, restorable, restoreChanges, voidChanges } from './void-order.service.ts';

/** The name of an order in review requests. */
export function requestAbout(order: ParkingOrder, what: Label) {
  return {
    lotIds: [order.lotId],
    subjectKind: 'order',
    subjectId: order.id,
    subject: `${order.plate} ${order.orderNo}`,
    summary: { zh: `${what.zh} ${order.plate}`, en: `${what.en} ${order.plate}` },
  };
}

/** Writes to the audit log the requested change, its reason, and whether it took effect or waits for a review. */
export function describeRequest(act: Act, order: ParkingOrder, reason: string, asked: Asked): Omit<Asked, 'effect'> {
  act.describe({
    subjectKind: 'order',
    subjectId: order.id,
    subject: `${order.orderNo} ${order.plate}`,
    after: { reason, review: asked.effect },
  });
  return { reviewId: asked.reviewId, isPending: asked.isPending };
}

/** Returns the fee and the amount due of an order; for a car inside as of now. */
async function dueOf(tx: TenantTx, order: ParkingOrder): Promise<{ feeFen: number; dueFen: number }> {
  if (order.parkingState !== 'inside') return { feeFen: order.feeFen, dueFen: Math.max(0, order.dueFen) };
  const lot = await requireLot(tx, order.lotId);
  const { feeFen, dueFen } = await priceOrder(tx, order, tx.now, lot.timeZone);
  return { feeFen, dueFen };
}

/** Requests to close the order of a car that is no longer there; returns true when it waits for a review. */
export async function requestClose(
  tx: TenantTx,
  act: Act,
  { orderId, isFree, reason }: { orderId: string; isFree: boolean; reason: string },
): Promise<boolean> {
  const order = await lockForChange(tx, orderId, 'close');
  const { dueFen } = await dueOf(tx, order);
  const asked = await askClose(tx, {
    ...requestAbout(order, { zh: '关闭在场订单', en: 'Close the order of' }),
    changes: closeChanges(dueFen, isFree),
    amountFen: dueFen,
    // Arrears are still owed.
    counting: isFree ? 'added' : 'alone',
    reason,
    payload: { orderId, isFree, askedAt: tx.now.toISOString() },
  });
  describeRequest(act, order, reason, asked);
  return asked.isPending;
}

/** Acts of people that change orders afterwards. */
export const orderChangeServers = [
  handle(voidOrder, async (tx, { orderId, reason }, act) => {
    const order = await lockForChange(tx, orderId, 'void');
    const { feeFen } = await dueOf(tx, order);
    const asked = await askVoid(tx, {
      ...requestAbout(order, { zh: '作废订单', en: 'Void the order of' }),
      changes: voidChanges(order, feeFen),
      amountFen: feeFen,
      // A void order cannot be changed; restoring it restores the fee.
      counting: 'compared',
      reason,
      payload: { orderId },
    });
    return describeRequest(act, order, reason, asked);
  }),
  handle(restoreOrder, async (tx, { orderId, reason }, act) => {
    const order = await lockForChange(tx, orderId, 'restore');
    const before = await restorable(tx, order);
    const asked = await askRestore(tx, {
      ...requestAbout(order, { zh: '恢复作废订单', en: 'Restore the order of' }),
      changes: restoreChanges(before),
      amountFen: before.feeFen,
      counting: 'alone',
      reason,
      payload: { orderId },
    });
    return describeRequest(act, order, reason, asked);
  }),
  handle(closeOrders, async (tx, { orderIds, isFree, reason }, act) => {
    let pendingCount = 0;
    const ids = [...new Set(orderIds)].sort();
    for (const orderId of ids) {
      if (await requestClose(tx, act, { orderId, isFree, reason })) pendingCount += 1;
    }
    if (ids.length > 1)
      act.describe({
        subjectId: null,
        subject: String(ids.length),
        after: { reason, isFree, orderIds: ids, pendingCount },
      });
    return { pendingCount, closedCount: ids.length - pendingCount };
  }),
  handle(correctTimes, async (tx, { orderId, enteredAt, leftAt, reason }, act) => {
    const order = await lockForChange(tx, orderId, 'correct-times');
    const priced = await withTimes(tx, order, enteredAt, leftAt);
    const asked = await askTimes(tx, {
      ...requestAbout(order, { zh: '更正进出时间', en: 'Correct the times of' }),
      changes: timeChanges(order, priced),
      amountFen: order.leftAt ? Math.abs(priced.quote.feeFen - order.feeFen) : null,
      counting: 'added',
      reason,
      payload: { orderId, enteredAt: enteredAt.toISOString(), leftAt: leftAt?.toISOString() ?? null },
    });
    return describeRequest(act, order, reason, asked);
  }),
  handle(correctPicture, async (tx, { orderId, side, picture, reason }, act) => {
    const order = await lockForChange(tx, orderId, 'correct-picture');
    const { zh, en } = PictureSide[side];
    const asked = await askPicture(tx, {
      ...requestAbout(order, { zh: `更换${zh}`, en: `Replace the ${en.toLowerCase()} of` }),
      changes: await pictureChanges(tx, order, side, picture),
      amountFen: null,
      counting: 'alone',
      reason,
      payload: { orderId, side, picture },
    });
    return describeRequest(act, order, reason, asked);
  }),
  handle(waiveOrder, async (tx, { orderId, amountFen, reason }, act) => {
    const order = await lockForChange(tx, orderId, 'waive');
    refuseTooMuch(order, amountFen);
    const asked = await askWaive(tx, {
      ...requestAbout(order, { zh: `减免${yuan(amountFen).zh}`, en: `Waive ${yuan(amountFen).en} of` }),
      changes: waiveChanges(order, amountFen),
      amountFen,
      counting: 'added',
      reason,
      payload: { orderId, amountFen },
    });
    return describeRequest(act, order, reason, asked);
  }),
];

const VOID_FEE = "(o.void_before->>'feeFen')::bigint";

/** Void orders, the latest first. */
export const voidListServer = serveReport(voidList, {
  from: 'parking_order',
  as: 'o',
  columnJoins: `left join lateral (select requested_by_name, reviewers from order_change
    where tenant_id = o.tenant_id and order_id = o.id and kind = 'void' order by id desc limit 1) c on true`,
  lot: 'o.lot_id',
  own: `exists (select from order_change x where x.tenant_id = o.tenant_id and x.order_id = o.id and x.kind = 'void'
    and x.requested_by = ?)`,
  where: ["o.parking_state = 'void'"],
  filters: { plate: byPlate('o.plate') },
  period: 'o.voided_at',
  columns: {
    requestedByName: 'c.requested_by_name',
    reviewerNames: "nullif(array_to_string(c.reviewers, '、'), '')",
    feeFen: `coalesce(${VOID_FEE}, 0)`,
  },
  order: 'o.voided_at desc nulls last, o.id desc',
  totals: { feeFen: VOID_FEE },
});
