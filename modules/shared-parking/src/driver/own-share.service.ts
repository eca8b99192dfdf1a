import type { MatterKind } from '@boyun/members/server';
import { BookingState } from '../booking/shared-booking.contract.ts';
import { findBookingsOf, findOwnersOf, findSharePage } from './own-share.queries.ts';

/** Shared spots in the app of drivers: bookings and spots of the mobile that the customer proved. */
export const shareMatters: MatterKind = {
  kind: 'share',
  title: { zh: '共享车位', en: 'Shared spots' },
  none: { zh: '还没有共享车位的预订', en: 'No bookings of shared spots yet' },
  place: 55,
  async find(tx, { mobile }) {
    const page = await findSharePage(tx);
    const owners = await findOwnersOf(tx, mobile);
    const bookings = await findBookingsOf(tx, mobile);
    return {
      acts: [
        ...(page ? [{ label: { zh: '预订车位', en: 'Book a spot' }, path: `/share/${page}` }] : []),
        ...owners.map(({ code, lotName }) => ({
          label: { zh: `我的车位 ${lotName}`, en: `My spots ${lotName}` },
          path: `/spots/${code}`,
        })),
      ],
      rows: bookings.map(({ id, code, lotName, spot, plate, fromAt, amountFen, state }) => ({
        id,
        title: { zh: `${lotName} ${spot}`, en: `${lotName} ${spot}` },
        note: { zh: plate, en: plate },
        at: fromAt,
        amountFen,
        state: BookingState[state],
        path: `/shared/${code}`,
      })),
    };
  },
};
