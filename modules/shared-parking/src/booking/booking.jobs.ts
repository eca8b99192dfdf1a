import { type Sweep, sweepTenants } from '@boyun/kernel/server';
import { emitBooking } from './booking-bill.service.ts';
import { findBooking, updateBooking } from './shared-booking.queries.ts';
import { bookingMissed, bookingOverstayed } from './shared-booking-event.contract.ts';
import { splitBooking } from './split.service.ts';

interface Due {
  readonly tenantId: number;
  readonly id: string;
}

/** Ends bookings whose car did not come, and tells of cars that stay longer than booked. */
export const bookingsDue: Sweep = {
  name: 'shared-bookings-due',
  everySeconds: 30,
  async run(kernel) {
    const sql = `select tenant_id, id from shared_booking where state in ('booked', 'arrived') and until_at <= $1
      and (state = 'booked' or overstayed_at is null and until_at + (terms->>'graceMinutes')::int * interval '1 minute' < $1) limit 1000`;
    const values = [kernel.clock.now()];
    await sweepTenants<Due>(kernel, { sql, values }, async (tx, { id }) => {
      const row = await findBooking(tx, 'id', id, true);
      if (!row || row.untilAt > tx.now) return;
      if (row.state === 'booked') {
        const missed = { ...row, state: 'no-show' as const };
        await updateBooking(tx, id, { state: 'no-show' });
        await splitBooking(tx, missed, row.paidFen);
        emitBooking(tx, bookingMissed, missed, 0);
      }
      if (row.state === 'arrived') {
        await updateBooking(tx, id, { overstayedAt: tx.now });
        emitBooking(tx, bookingOverstayed, row, 0);
      }
    });
  },
};
