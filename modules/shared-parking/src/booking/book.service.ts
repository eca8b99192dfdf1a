import { isPlate } from '@boyun/domain/plate';
import { bookingFen, bookingLines, isOffered, type ShareTerms } from '@boyun/domain/shared-parking';
import { requireLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { newCode, serialNumber, type TenantTx } from '@boyun/kernel/server';
import { listRefusal } from '@boyun/lists/contract';
import {
  exceptionOf,
  findExceptions,
  findFree,
  findOpenOffers,
  lockOffer,
  type OfferRow,
} from '../offer/shared-offer.queries.ts';
import { offeredOf } from '../offer/shared-offer.service.ts';
import { findRule, type ShareRuleRow } from '../rule/share-rule.queries.ts';
import { emitBooking } from './booking-bill.service.ts';
import { sharedBookingRefusal } from './shared-booking.contract.ts';
import { type BookingRow, hasBooking, insertBooking } from './shared-booking.queries.ts';
import { bookingMade } from './shared-booking-event.contract.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Spots a search shows at most. */
const MOST_FOUND = 50;

interface Time {
  readonly fromAt: Date;
  readonly untilAt: Date;
}

const spanOf = ({ fromAt, untilAt }: Time) => ({ fromMs: fromAt.getTime(), toMs: untilAt.getTime() });

/** The terms of a booking of an offer by the rule of its lot. */
function termsOf({ hourFen, dayCapFen }: OfferRow, rule: ShareRuleRow): ShareTerms {
  const {
    earlyMinutes,
    graceMinutes,
    overstayPercent,
    freeCancelMinutes,
    lateRefundPercent,
    ownerPercent,
    platformPercent,
  } = rule;
  return {
    hourFen,
    dayCapFen,
    earlyMinutes,
    graceMinutes,
    overstayPercent,
    freeCancelMinutes,
    lateRefundPercent,
    ownerPercent,
    platformPercent,
  };
}

/** Refuses times off the quarters of an hour, in the past, too far ahead or too long. */
function checkTime(tx: TenantTx, time: Time, rule: ShareRuleRow | null): void {
  const { fromMs, toMs } = spanOf(time);
  if (fromMs % QUARTER_MS !== 0 || toMs % QUARTER_MS !== 0 || fromMs >= toMs)
    throw new Refusal(sharedBookingRefusal['bad-time']);
  // The quarter that has begun can still be booked.
  if (fromMs <= tx.now.getTime() - QUARTER_MS) throw new Refusal(sharedBookingRefusal.past);
  if (!rule) return;
  if (fromMs > tx.now.getTime() + rule.daysAhead * DAY_MS)
    throw new Refusal(sharedBookingRefusal['too-early'], { days: rule.daysAhead });
  if (toMs - fromMs > rule.mostHours * 60 * MINUTE_MS)
    throw new Refusal(sharedBookingRefusal['too-long'], { hours: rule.mostHours });
}

/** The offers of lots that are free for all of a time, the cheapest first. */
export async function freeOffers(tx: TenantTx, lotIds: readonly string[] | null, time: Time): Promise<OfferRow[]> {
  const all = await findOpenOffers(tx, lotIds);
  const exceptions = Map.groupBy(
    await findExceptions(
      tx,
      all.map((one) => one.id),
      time.fromAt,
    ),
    (one) => one.offerId,
  );
  const zones = new Map<string, string>();
  for (const id of new Set(all.map((one) => one.lotId))) zones.set(id, (await requireLot(tx, id)).timeZone);
  const open = all.filter(({ id, windows, lotId }) =>
    isOffered({ windows, exceptions: (exceptions.get(id) ?? []).map(exceptionOf) }, spanOf(time), zones.get(lotId)!),
  );
  const free = await findFree(
    tx,
    open.map((one) => one.id),
    time.fromAt,
    time.untilAt,
  );
  return open.filter((one) => free.has(one.id));
}

/** Shared spots that are free for a time, with the price of all of it. */
export async function searchSpots(tx: TenantTx, lotIds: readonly string[] | null, time: Time) {
  checkTime(tx, time, null);
  const offers = (await freeOffers(tx, lotIds, time)).slice(0, MOST_FOUND);
  const lots = new Map<string, { name: string; isOpen: boolean }>();
  for (const id of new Set(offers.map((one) => one.lotId))) {
    const lot = await requireLot(tx, id);
    lots.set(id, { name: lot.name, isOpen: (await findRule(tx, id))?.isOpen ?? false });
  }
  return offers
    .filter((one) => lots.get(one.lotId)!.isOpen)
    .map((one) => ({
      offerId: one.id,
      lotName: lots.get(one.lotId)!.name,
      spot: one.spot,
      hourFen: one.hourFen,
      dayCapFen: one.dayCapFen,
      amountFen: bookingFen(one, spanOf(time)),
    }))
    .sort((a, b) => a.amountFen - b.amountFen);
}

/** What is booked by whom. */
export interface NewBooking extends Time {
  readonly offerId: string;
  readonly plate: string;
  readonly mobile: string;
  readonly driverName: string | null;
}

/** Books an offer for a time, unpaid; refuses what is not offered or held. The caller takes the money. */
export async function makeBooking(
  tx: TenantTx,
  given: NewBooking,
  canSee: (lotId: string) => boolean,
): Promise<BookingRow | null> {
  if (!isPlate(given.plate)) throw new Refusal(listRefusal['bad-plate'], { plate: given.plate });
  const offer = await lockOffer(tx, given.offerId, 'share');
  if (!offer || !canSee(offer.lotId)) return null;
  const rule = await findRule(tx, offer.lotId);
  if (!rule?.isOpen || offer.state !== 'open') throw new Refusal(sharedBookingRefusal.closed);
  checkTime(tx, given, rule);
  const lot = await requireLot(tx, offer.lotId);
  const { fromAt, untilAt, plate, mobile, driverName } = given;
  if (!isOffered(await offeredOf(tx, offer), spanOf(given), lot.timeZone))
    throw new Refusal(sharedBookingRefusal['not-offered']);
  await tx.lock(`shared booking ${plate}`);
  const isStranger = tx.who.kind === 'visitor' || tx.who.kind === 'driver';
  if (await hasBooking(tx, given, isStranger)) throw new Refusal(sharedBookingRefusal['booked-already'], { plate });
  const terms = termsOf(offer, rule);
  const lines = bookingLines(terms, spanOf(given), lot.timeZone);
  const row = {
    id: tx.newId(),
    bookingNo: serialNumber('G', tx.now, lot.timeZone, { digits: 8 }),
    code: newCode(tx),
    offerId: offer.id,
    placeNo: offer.placeNo,
    lotId: offer.lotId,
    spotId: offer.spotId,
    ownerId: offer.ownerId,
    plate,
    mobile,
    driverName,
    fromAt,
    untilAt,
    admitFrom: new Date(fromAt.getTime() - terms.earlyMinutes * MINUTE_MS),
    terms,
    lines,
    amountFen: lines.reduce((sum, one) => sum + one.amountFen, 0),
  };
  if (!(await insertBooking(tx, row))) throw new Refusal(sharedBookingRefusal.taken);
  const made: BookingRow = {
    ...row,
    spot: offer.spot,
    state: 'unpaid',
    paidFen: 0,
    refundFen: 0,
    failedFen: 0,
    splitAt: null,
    ownerFen: 0,
    lotFen: 0,
    platformFen: 0,
    orderId: null,
    overstayFen: 0,
    overstayPaidFen: 0,
    overstayOwnerFen: 0,
    takenAt: null,
    takenSpot: null,
  };
  emitBooking(tx, bookingMade, made);
  return made;
}
