import { formatYuan } from '@boyun/domain/money';
import { payStateOf } from '@boyun/domain/order-life';
import { plateKey } from '@boyun/domain/stay';
import { requireLot } from '@boyun/facilities/server';
import { type Label, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type Change, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import { orderRefusal } from '../order/order.contract.ts';
import { deleteInside, type ParkingOrder } from '../order/order.queries.ts';
import type { Departure } from '../order/order.service.ts';
import { orderTimesCorrected } from '../order/order-event.contract.ts';
import { writeOrderFee, writeOrderMoney } from '../order/order-money.service.ts';
import { type OrderQuote, priceOrder } from '../order/price-order.service.ts';
import { countedOf, recount } from '../order/recount.service.ts';
import {
  clockText,
  FEE,
  lockForChange,
  recordChange,
  refuseOverlap,
  standInside,
  yuan,
} from './change-trace.service.ts';
import { orderReviews } from './order-review.contract.ts';

/** An order as corrected, with its recalculated fee. */
export interface Repriced {
  readonly changed: ParkingOrder;
  readonly quote: OrderQuote;
  readonly zone: string;
}

/**
 * Prices an order as corrected. Money refunded of an earlier, higher fee no longer counts where the fee is lower than
 * the money it kept and gave back.
 */
export async function reprice(tx: TenantTx, changed: ParkingOrder): Promise<Repriced> {
  const { timeZone: zone } = await requireLot(tx, changed.lotId);
  const quote = await priceOrder(tx, changed, changed.leftAt ?? tx.now, zone);
  const refundedFen = Math.max(0, Math.min(changed.refundedFen, quote.feeFen - changed.paidFen));
  return { changed: { ...changed, refundedFen }, quote, zone };
}

/** Returns an order with other times or another plate; refuses when its fee would be below the amount paid. */
export async function priceAnew(
  tx: TenantTx,
  order: ParkingOrder,
  as: Partial<
    Pick<
      ParkingOrder,
      'enteredAt' | 'leftAt' | 'plate' | 'plateColor' | 'vehicleKind' | 'standing' | 'listKind' | 'listEntryId'
    >
  >,
): Promise<Repriced> {
  // A stay is priced by the version in force at its start, which may differ for another start, colour or list.
  const priced = await reprice(tx, { ...order, ...as, chargeVersionId: null });
  const { chargedFen } = priced.quote;
  const { paidFen } = order;
  if (priced.changed.leftAt && chargedFen < paidFen)
    throw new Refusal(orderRefusal['paid-more'], {
      fee: formatYuan(chargedFen),
      paid: formatYuan(paidFen),
    });
  return priced;
}

/** Writes the corrected order and the change of the statistics; `departure` is an exit that was reported late. */
export async function writeRepriced(
  tx: TenantTx,
  order: ParkingOrder,
  { changed, quote }: Repriced,
  departure: Departure | null = null,
): Promise<void> {
  const { leftAt, parkingState, refundedFen } = changed;
  await tx.query(
    `update parking_order set entered_at = $3, left_at = $4, plate = $5, plate_key = $6, plate_color = $7, standing = $8,
       charge_version_id = $9, fee_lines = $10, quoted_at = null, updated_at = $11, list_kind = $12, list_entry_id = $13,
       parking_state = $14, exit_lane_id = coalesce($15, exit_lane_id), exit_passing_id = coalesce($16, exit_passing_id),
       exit_picture = coalesce($17, exit_picture), exit_type = coalesce($18, exit_type), vehicle_kind = $19
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      order.id,
      changed.enteredAt,
      leftAt,
      changed.plate,
      plateKey(changed.plate),
      changed.plateColor,
      changed.standing,
      quote.versionId,
      JSON.stringify(quote.lines),
      tx.now,
      changed.listKind,
      changed.listEntryId,
      parkingState,
      departure?.laneId ?? null,
      departure?.passingId ?? null,
      departure?.picture ?? null,
      departure?.passType ?? null,
      changed.vehicleKind,
    ],
  );
  if (leftAt) {
    await writeFee(tx, order, changed, quote);
  } else {
    // The fee of a car inside is not final: the stored amounts are those of its last quote.
    if (refundedFen !== order.refundedFen) await writeOrderMoney(tx, order, { refundedFen });
    await deleteInside(tx, order.id);
    await standInside(tx, changed);
  }
  recount(tx, countedOf(order), countedOf(changed, quote));
}

async function writeFee(tx: TenantTx, order: ParkingOrder, changed: ParkingOrder, quote: OrderQuote): Promise<void> {
  const { feeFen, reducedFen, reductions } = quote;
  const dueFen = feeFen - reducedFen - changed.refundedFen - changed.paidFen;
  const wasOwed = order.payState === 'arrears' || order.payState === 'settled';
  const payState =
    order.payState === 'paying' ? order.payState : payStateOf({ ...changed, dueFen, wasOwed, isSettled: dueFen <= 0 });
  await writeOrderFee(tx, order, { ...changed, feeFen, reducedFen, payState }, reductions);
}

/** The order fields that an event of a correction records, so that a verification can compare events and orders. */
export const correctedData = ({ changed, quote }: Repriced): Record<string, unknown> => ({
  enteredAt: changed.enteredAt,
  leftAt: changed.leftAt,
  plate: changed.plate,
  ...(changed.leftAt ? { feeFen: quote.feeFen, reducedFen: quote.reducedFen } : {}),
});

/** Returns an order with other times; refuses impossible times. */
export async function withTimes(tx: TenantTx, order: ParkingOrder, enteredAt: Date, leftAt: Date | null) {
  if (order.leftAt === null && leftAt !== null) throw new Refusal(orderRefusal['no-exit-yet']);
  const end = order.leftAt === null ? null : (leftAt ?? order.leftAt);
  const isSame = enteredAt.getTime() === order.enteredAt.getTime() && end?.getTime() === order.leftAt?.getTime();
  if (isSame) throw new Refusal(orderRefusal['nothing-changed']);
  const last = end ?? tx.now;
  if (enteredAt > last || last > tx.now) throw new Refusal(orderRefusal['times-wrong']);
  await refuseOverlap(tx, { ...order, enteredAt, leftAt: end });
  return priceAnew(tx, order, { enteredAt, leftAt: end });
}

/** What a correction of times changes, in words of the lot's clock. */
export function timeChanges(order: ParkingOrder, priced: Repriced): Change[] {
  const { changed, quote, zone } = priced;
  const words = (at: Date): Label => {
    const text = clockText(at, zone);
    return { zh: text, en: text };
  };
  const changes: Change[] = [];
  if (changed.enteredAt.getTime() !== order.enteredAt.getTime())
    changes.push({
      label: { zh: '入场时间', en: 'Entered' },
      before: words(order.enteredAt),
      after: words(changed.enteredAt),
    });
  if (order.leftAt && changed.leftAt && changed.leftAt.getTime() !== order.leftAt.getTime())
    changes.push({ label: { zh: '离场时间', en: 'Left' }, before: words(order.leftAt), after: words(changed.leftAt) });
  if (changed.leftAt && quote.feeFen !== order.feeFen)
    changes.push({ label: FEE, before: yuan(order.feeFen), after: yuan(quote.feeFen) });
  return changes;
}

/** Corrects when a car came or went. */
export const askTimes = reviewedAct<{ orderId: string; enteredAt: string; leftAt: string | null }>(
  orderReviews.times.name,
  async (tx, { orderId, enteredAt, leftAt }, approval) => {
    const order = await lockForChange(tx, orderId, 'correct-times');
    const priced = await withTimes(tx, order, new Date(enteredAt), leftAt === null ? null : new Date(leftAt));
    if (order.leftAt) refuseMoreThanAgreed(approval, Math.abs(priced.quote.feeFen - order.feeFen));
    await writeRepriced(tx, order, priced);
    await recordChange(tx, order, approval, {
      kind: 'times',
      event: orderTimesCorrected,
      changes: timeChanges(order, priced),
      data: correctedData(priced),
    });
  },
);
