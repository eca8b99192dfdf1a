import { type Input, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type exceptOffer, sharedOfferRefusal } from './shared-offer.contract.ts';
import { exceptionOf, findExceptions, insertException, type OfferRow } from './shared-offer.queries.ts';
import { emitOffer, offeredOf, refuseBooked } from './shared-offer.service.ts';
import { offerExcepted } from './shared-offer-event.contract.ts';

/** Exceptions of an offer that are not over, at most. */
const MOST_EXCEPTIONS = 100;

/** Closes or opens a time of a locked offer; refuses to close what is booked. Returns the id of the exception. */
export async function addException(
  tx: TenantTx,
  row: OfferRow,
  given: Omit<Input<typeof exceptOffer>, 'offerId'>,
): Promise<string> {
  const { kind, fromAt, untilAt, note } = given;
  if (fromAt >= untilAt) throw new Refusal(sharedOfferRefusal['ends-before-start']);
  if (untilAt <= tx.now) throw new Refusal(sharedOfferRefusal['ended-already']);
  const known = await findExceptions(tx, [row.id], tx.now);
  if (known.length >= MOST_EXCEPTIONS) throw new Refusal(sharedOfferRefusal['too-many'], { count: MOST_EXCEPTIONS });
  const added = { id: tx.newId(), offerId: row.id, kind, fromAt, untilAt, note };
  const { windows, exceptions } = await offeredOf(tx, row);
  await refuseBooked(tx, row, { windows, exceptions: [...exceptions, exceptionOf(added)] });
  await insertException(tx, added);
  emitOffer(tx, offerExcepted, row, note ?? '');
  return added.id;
}
