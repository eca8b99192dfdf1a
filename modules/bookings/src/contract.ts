export { AppointmentState } from './appointment/appointment.contract.ts';

import { fill, moduleContract, resourcePage } from '@boyun/kernel/contract';
import { listKinds } from '@boyun/lists/contract';
import {
  appointment,
  appointmentQuota,
  appointmentRefusal,
  bookAppointment,
  cancelAppointment,
  confirmAppointment,
  getAppointmentSlots,
  missAppointment,
} from './appointment/appointment.contract.ts';
import {
  appointmentBooked,
  appointmentCancelled,
  appointmentCompleted,
  appointmentConfirmed,
  appointmentMissed,
} from './appointment/appointment-event.contract.ts';
import { appointmentKind } from './appointment/appointment-kind.contract.ts';
import {
  bookByDriver,
  bookingPage,
  bookingRefusal,
  cancelBooking,
  getBooking,
  getBookingPage,
} from './appointment/booking.contract.ts';

/** Appointments and the public pages where drivers book them. */
export const bookings = moduleContract('bookings', {
  events: [appointmentBooked, appointmentConfirmed, appointmentCancelled, appointmentMissed, appointmentCompleted],
  resources: [appointmentQuota, appointment, bookingPage],
  operations: [
    getAppointmentSlots,
    bookAppointment,
    confirmAppointment,
    cancelAppointment,
    missAppointment,
    getBookingPage,
    bookByDriver,
    getBooking,
    cancelBooking,
  ],
  refusals: [appointmentRefusal, bookingRefusal],
  slots: [fill(listKinds, appointmentKind)],
  pages: [
    resourcePage('appointment', appointment, {
      path: '/_cloud_operation/appointment',
      icon: 'appointment',
      area: 'list',
    }),
  ],
});
