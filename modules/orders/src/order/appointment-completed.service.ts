import { completeAppointment, withAppointment } from '@boyun/bookings/server';
import { reaction } from '@boyun/kernel/server';
import { stayClosed, stayLeft } from './order-event.contract.ts';

/** Completes an appointment when its car leaves. */
export const appointmentsCompleted = reaction('appointments-completed', [stayLeft, stayClosed], {
  pick: withAppointment,
  async react(tx, { data: { orderId } }) {
    await completeAppointment(tx, orderId);
  },
});
