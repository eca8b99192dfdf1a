import { coveredBy } from '@boyun/domain/cover';
import type { Tariff } from '@boyun/domain/fee';
import { wallTime } from '@boyun/domain/period';
import { overstayHourFen, paidUntil } from '@boyun/domain/shared-parking';
import type { Words } from '@boyun/domain/words';
import { type Cover, type ListedStay, type ListKindServer, ownersOf } from '@boyun/lists/server';
import { type BookingRow, findBookings } from './shared-booking.queries.ts';
import { sharedKind as kind } from './shared-kind.contract.ts';

const IS_OF_PLATE = `tenant_id = $1 and plate = $2 and state = 'booked' and until_at > $4`;
/** Minutes to leave after an overstay was paid. */
const LEAVE_MINUTES = 15;

/** The price of an overstay: each started hour after the booking. */
function overstayTariff({ terms }: BookingRow): Tariff {
  const name = { zh: '共享车位超时', en: 'Overstay of a shared spot' };
  const step = { unitMinutes: 60, priceFen: overstayHourFen(terms) };
  const clock = { counts: 'charged', restart: { per: 'stay' } } as const;
  return {
    id: 'shared-overstay',
    version: 1,
    name,
    plans: [{ id: 'overstay', name, clock, windows: [{ id: 'overstay', name, steps: [step] }] }],
    grace: { minutes: LEAVE_MINUTES, beyond: 'from-grace-end' },
  };
}

/**
 * A stay on a shared spot costs nothing but its overstay: the booking has paid for the rest. Where the driver got the money back because a
 * stranger had taken the spot, the lot's tariff applies from then on.
 */
function coverOf(row: BookingRow | undefined, stay: ListedStay): Cover {
  if (!row) return { entries: [], spotKind: null };
  const time = (at: Date) => wallTime(at.getTime(), stay.zone).slice(5, 16).replace('T', ' ');
  const span = `${time(row.fromAt)}–${time(row.untilAt)}`;
  const words: Words = { zh: `共享预订 ${span}，已预付`, en: `Shared spot ${span}, paid in advance` };
  const fromMs = stay.enteredAt.getTime();
  const times = { enteredAtMs: fromMs, exitAtMs: stay.at.getTime(), zone: stay.zone };
  if (row.state === 'cancelled') {
    const toMs = (row.takenAt ?? stay.enteredAt).getTime() + row.terms.graceMinutes * 60_000;
    const rule = { words, spans: [{ fromMs, toMs }], hours: null, minutes: null };
    return { entries: [{ entryId: row.id, words, spans: coveredBy([rule], times) }], spotKind: null };
  }
  const toMs = Math.min(stay.at.getTime(), paidUntil(row.terms, row.untilAt.getTime(), stay.at.getTime()));
  const covered = toMs > fromMs ? [{ fromMs, toMs, reason: words }] : [];
  return { entries: [], spotKind: null, terms: { tariff: overstayTariff(row), covered } };
}

/** Cars with a paid booking, from a little before its time to its end. */
export const sharedKind: ListKindServer = {
  kind,
  entries: {
    from: `from shared_booking where ${IS_OF_PLATE} and lot_id = $3 and admit_from <= $4`,
    coming: `select plate, admit_from from shared_booking
      where tenant_id = $1 and lot_id = $3 and state = 'booked' and until_at > $4 and admit_from < $5`,
    anywhere: `from shared_booking where ${IS_OF_PLATE}`,
    id: 'id',
    lotId: 'lot_id',
    validUntil: 'until_at',
    isWide: 'false',
    text: 'booking_no',
  },
  owners: ownersOf('shared_booking', 'driver_name', 'mobile', false),
  cover: async (tx, stays) => {
    const rows = await findBookings(tx, [...new Set(stays.map((one) => one.entryId))]);
    const byId = new Map(rows.map((one) => [one.id, one]));
    return stays.map((stay) => coverOf(byId.get(stay.entryId), stay));
  },
  arrived: (tx, entryId, orderId) =>
    tx.deferWrite(
      tx.query(
        `update shared_booking set state = 'arrived', order_id = $3, arrived_at = $4, updated_at = $4
         where tenant_id = $1 and id = $2 and state in ('booked', 'arrived')`,
        [tx.tenantId, entryId, orderId, tx.now],
      ),
    ),
};
