import { maskPhone } from '@boyun/kernel/contract';
import { handle, notFound } from '@boyun/kernel/server';
import { findBooker } from '@boyun/members/server';
import { sharedOffer } from '../offer/shared-offer.contract.ts';
import { bookOwnShare, getShareDriver } from './own-share.contract.ts';
import { auditOfBooking, bookByPhone } from './phone-booking.service.ts';

const driverServer = handle(getShareDriver, async (tx) => {
  const { mobile, plates } = await findBooker(tx);
  return { mobileMark: maskPhone(mobile), plates };
});

const bookServer = handle(bookOwnShare, async (tx, given, act) => {
  const { mobile, name } = await findBooker(tx);
  const made = await bookByPhone(tx, { ...given, mobile, driverName: name });
  if (!made) throw notFound(tx.who, sharedOffer.title);
  act.describe(auditOfBooking(made.row));
  return { code: made.row.code, path: made.path };
});

/** Server handlers of bookings by customers who are signed in to the app. */
export const ownShareServers = [driverServer, bookServer];
