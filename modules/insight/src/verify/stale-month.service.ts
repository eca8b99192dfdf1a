import type { EventRow, Reaction } from '@boyun/kernel/server';
import { paymentClosed, paymentFailed, paymentRefunded, paymentSucceeded } from '@boyun/money/contract';
import {
  orderPlateCorrected,
  orderSettled,
  orderTimesCorrected,
  orderWaived,
  stayClosed,
  stayExitFound,
  stayLeft,
  stayRecounted,
  stayRestored,
  stayVoided,
} from '@boyun/orders/contract';
import { plateMatched, stayPlateRead } from '@boyun/passings/contract';
import { cardRecharged, cardRefunded } from '@boyun/payments/contract';
import { walletRefunded, walletToppedUp } from '@boyun/wallets/contract';
import { type Month, monthOfId } from './slice.service.ts';

/** Events about orders, passings and payments, which may be of an earlier month. */
const EVENTS = [
  stayLeft,
  stayClosed,
  stayVoided,
  stayRestored,
  stayExitFound,
  stayRecounted,
  stayPlateRead,
  orderSettled,
  orderWaived,
  orderTimesCorrected,
  orderPlateCorrected,
  plateMatched,
  paymentSucceeded,
  paymentRefunded,
  paymentFailed,
  paymentClosed,
  cardRecharged,
  cardRefunded,
  walletToppedUp,
  walletRefunded,
];

/** Returns the earlier months that an event affects, by the ids and the moment it names. */
export function earlierMonths({ id, at, subjectId, data }: EventRow): Month[] {
  const own = monthOfId(id);
  if (own === null) return [];
  const named = [subjectId, data.orderId, data.paymentId, data.passingId, data.refundOf];
  const months = named.map((one) => (typeof one === 'string' ? monthOfId(one) : null));
  months.push(`${at.toISOString().slice(0, 7)}-01`);
  return [...new Set(months.filter((one): one is Month => one !== null && one < own))];
}

/** Has closed months checked again in which something was corrected, refunded, voided or came in late. */
export const staleMonths: Reaction = {
  name: 'verify-months',
  kinds: EVENTS.map((one) => one.kind),
  wants: (event) => earlierMonths(event).length > 0,
  // On the first days of a month many cars leave that came in the month before, which is not closed yet.
  async pick(query, events) {
    const pairs = events.flatMap((event) => earlierMonths(event).map((month) => ({ tenantId: event.tenantId, month })));
    const kept = await query<{ tenantId: number; month: Month }>(
      `select distinct v.tenant_id, v.month from unnest($1::int[], $2::date[]) as wanted(tenant_id, month)
       join verify_month v on v.tenant_id = wanted.tenant_id and v.month = wanted.month where v.stale_at is null`,
      [pairs.map((one) => one.tenantId), pairs.map((one) => one.month)],
    );
    const isKept = (event: EventRow) =>
      kept.some((one) => one.tenantId === event.tenantId && earlierMonths(event).includes(one.month));
    return events.filter(isKept);
  },
  async react(tx, event) {
    await tx.query(
      'update verify_month set stale_at = $3 where tenant_id = $1 and month = any($2::date[]) and stale_at is null',
      [tx.tenantId, earlierMonths(event), tx.now],
    );
  },
};
