import { raiseAlarm } from '@boyun/alarms/server';
import { findTariff } from '@boyun/charging/server';
import { NO_PLAN } from '@boyun/domain/fee';
import { payStateOf } from '@boyun/domain/order-life';
import type { PlateColor } from '@boyun/domain/plate';
import { plateKey } from '@boyun/domain/stay';
import { addCarsInside } from '@boyun/facilities/server';
import { newCode, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { isFreeStanding } from '@boyun/lists/contract';
import { coversOf, noteArrival } from '@boyun/lists/server';
import { releaseBillLock } from '@boyun/money/server';
import type { PayState } from './order.contract.ts';
import { deleteInside, insertInside, type ParkingOrder } from './order.queries.ts';
import { stayClosed, stayLeft, stayOpened } from './order-event.contract.ts';
import { PassType } from './pass-type.contract.ts';
import type { OrderQuote } from './price-order.service.ts';
import { leaveUncounted, parkedSeconds } from './recount.service.ts';
import { holdOf, writeReductions } from './reduction.queries.ts';
import { billStay, STAY } from './stay-bill.service.ts';

/** The values an order is opened with. */
export interface NewStay {
  readonly lotId: string;
  /** The time zone of the lot. */
  readonly zone: string;
  /** The lane and the passing of the entry; null where the car was found inside. */
  readonly laneId: string | null;
  readonly passingId: string | null;
  readonly picture: string | null;
  readonly plate: string;
  readonly plateColor: PlateColor;
  readonly vehicleKind: string | null;
  /** The name of a kind of list, `arrears` or `temporary`. */
  readonly standing: string;
  /** The list entry it came in by. */
  readonly entry: { readonly kind: string; readonly id: string } | null;
  readonly passType: PassType;
  readonly enteredAt: Date;
  /** The spot it is parked on, where that is known. */
  readonly spotNumber?: string;
  /** The kind of that spot; a spot of the list entry is found by itself. */
  readonly spotKind?: string;
}

/** The values an order is closed with. */
export interface Departure {
  readonly laneId: string | null;
  readonly passingId: string | null;
  readonly picture: string | null;
  readonly leftAt: Date;
  readonly passType: PassType;
}

/** Returns the kind of the spot that the list entry of an arriving car reserves; null where it reserves none. */
async function findEntrySpot(tx: TenantTx, { entry, plate, lotId, enteredAt, zone }: NewStay): Promise<string | null> {
  if (!entry) return null;
  const [cover] = await coversOf(tx, [
    { kind: entry.kind, entryId: entry.id, plate, lotId, enteredAt, at: enteredAt, zone },
  ]);
  return cover?.spotKind ?? null;
}

/** Opens the order of a car that entered, and adds the car to those inside. */
export async function openStay(tx: TenantTx, stay: NewStay): Promise<{ orderId: string; payCode: string }> {
  const orderId = tx.newId();
  const payCode = newCode(tx);
  const orderNo = serialNumber('P', stay.enteredAt, stay.zone, { digits: 6, isTimed: true });
  // A stay is priced by the version in force when it began.
  const { lotId, vehicleKind, plateColor, plate, enteredAt } = stay;
  const spotKind = stay.spotKind ?? (await findEntrySpot(tx, stay));
  const tariff = await findTariff(tx, { lotId, at: enteredAt, vehicleKind, plateColor, spotKind });
  const written = tx.query(
    `insert into parking_order (tenant_id, id, order_no, lot_id, plate, plate_key, plate_color, vehicle_kind, standing,
       list_kind, list_entry_id, entry_type, entered_at, entry_passing_id, entry_lane_id, entry_picture, pay_code, created_at, updated_at, charge_version_id, spot_number, spot_kind)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20, $21)`,
    [
      tx.tenantId,
      orderId,
      orderNo,
      stay.lotId,
      stay.plate,
      plateKey(stay.plate),
      stay.plateColor,
      stay.vehicleKind,
      stay.standing,
      stay.entry?.kind ?? null,
      stay.entry?.id ?? null,
      stay.passType,
      stay.enteredAt,
      stay.passingId,
      stay.laneId,
      stay.picture,
      payCode,
      tx.now,
      tariff?.versionId ?? null,
      stay.spotNumber ?? null,
      spotKind,
    ],
  );
  tx.deferWrite(written);
  tx.deferWrite(
    insertInside(tx, {
      lotId,
      plate,
      plateKey: plateKey(plate),
      orderId,
      listEntryId: stay.entry?.id ?? null,
      enteredAt,
    }),
  );
  tx.deferWrite(addCarsInside(tx, lotId, 1));
  if (stay.entry) noteArrival(tx, stay.entry.kind, stay.entry.id, orderId);
  tx.emit(stayOpened, {
    lotId: stay.lotId,
    subjectId: orderId,
    at: stay.enteredAt,
    data: {
      orderId,
      orderNo,
      plate: stay.plate,
      plateColor: stay.plateColor,
      vehicleKind: stay.vehicleKind,
      standing: stay.standing,
      listKind: stay.entry?.kind ?? null,
      listEntryId: stay.entry?.id ?? null,
      passType: stay.passType,
      laneId: stay.laneId,
      isLate: tx.now.getTime() - stay.enteredAt.getTime() > 60_000,
    },
  });
  return { orderId, payCode };
}

/** Stores a quote on the order. It applies until the driver leaves or asks for another quote. */
export function keepQuote(tx: TenantTx, order: ParkingOrder, quote: OrderQuote): void {
  writeReductions(tx, order, quote.reductions, holdOf(tx));
  const written = tx.query(
    `update parking_order set fee_fen = $3::bigint, reduced_fen = $4::bigint, fee_lines = $5, charge_version_id = $6, quoted_at = $7,
       updated_at = $7,
       -- Paid inside, and stayed beyond the grace: there is something to pay again.
       pay_state = case when pay_state = 'paid' and $3::bigint - $4::bigint > paid_fen + refunded_fen then 'part-paid' else pay_state end
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, order.id, quote.feeFen, quote.reducedFen, JSON.stringify(quote.lines), quote.versionId, tx.now],
  );
  tx.deferWrite(written);
}

/**
 * Ends a stay: the car is out, the fee is final, and the unpaid part becomes a debt. `state` is `no-exit` where the car was
 * never seen leaving; such an end is not counted as an exit.
 */
export async function endStay(
  tx: TenantTx,
  order: ParkingOrder,
  quote: OrderQuote | null,
  departure: Departure,
  state: 'left' | 'no-exit' = 'left',
): Promise<{ dueFen: number; payState: PayState }> {
  const feeFen = quote?.feeFen ?? order.feeFen;
  const reducedFen = quote?.reducedFen ?? order.reducedFen;
  const dueFen = feeFen - reducedFen - order.refundedFen - order.paidFen;
  if (quote) writeReductions(tx, order, quote.reductions, null);
  const payState = payStateOf({ ...order, parkingState: state, dueFen, wasOwed: false, isSettled: dueFen <= 0 });
  const written = tx.query(
    `update parking_order set parking_state = $3, pay_state = $4, fee_fen = $5, reduced_fen = $6, left_at = $7,
       exit_lane_id = $8, exit_passing_id = $9, exit_picture = $10, exit_type = $14, fee_lines = coalesce($11, fee_lines),
       charge_version_id = coalesce($12, charge_version_id), quoted_at = coalesce($15, quoted_at),
       locked_until = null, updated_at = $13
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      order.id,
      state,
      payState,
      feeFen,
      reducedFen,
      departure.leftAt,
      departure.laneId,
      departure.passingId,
      departure.picture,
      quote ? JSON.stringify(quote.lines) : null,
      quote?.versionId ?? null,
      tx.now,
      departure.passType,
      quote ? departure.leftAt : null,
    ],
  );
  tx.deferWrite(written);
  tx.deferWrite(deleteInside(tx, order.id));
  tx.deferWrite(addCarsInside(tx, order.lotId, -1));
  billStay(tx, { ...order, feeFen, reducedFen }, order);
  // A payment under way may still complete; closing the order does not wait for its lock.
  if (order.payState === 'paying') releaseBillLock(tx, STAY, order.id);
  tx.emit(state === 'left' ? stayLeft : stayClosed, {
    lotId: order.lotId,
    subjectId: order.id,
    at: departure.leftAt,
    data: {
      orderId: order.id,
      orderNo: order.orderNo,
      plate: order.plate,
      plateColor: order.plateColor,
      vehicleKind: order.vehicleKind,
      laneId: departure.laneId,
      feeFen,
      reducedFen,
      paidFen: order.paidFen,
      dueFen,
      passType: departure.passType,
      isPhysical: state === 'left' && PassType[departure.passType].isPhysical,
      parkedSeconds: parkedSeconds(order.enteredAt, departure.leftAt),
      isLate: tx.now.getTime() - departure.leftAt.getTime() > 60_000,
      enteredAt: order.enteredAt,
    },
  });
  if (departure.passType === 'turned-back-entry') leaveUncounted(tx, order, departure.leftAt);
  else if (quote) await reportUnpriced(tx, order, quote, departure);
  return { dueFen, payState };
}

/** Raises an alarm where no plan of the tariff took a stay that should have cost something: once an hour per lot, as it concerns the tariff. */
async function reportUnpriced(
  tx: TenantTx,
  { id: orderId, lotId, plate, standing }: ParkingOrder,
  { lines }: OrderQuote,
  { laneId, picture, passingId }: Departure,
): Promise<void> {
  if (isFreeStanding(standing) || !lines.some((line) => line.rule === NO_PLAN)) return;
  await raiseAlarm(tx, {
    kind: 'no-plan',
    severity: 'high',
    lotId,
    laneId,
    plate,
    picture,
    passingId,
    orderId,
    onceInMinutes: 60,
    description: {
      zh: `收费规则没有适用于${plate}的方案，本次未收费，请检查收费规则`,
      en: `No plan of the tariff applies to ${plate}: nothing was charged. Check the tariff`,
    },
  });
}
