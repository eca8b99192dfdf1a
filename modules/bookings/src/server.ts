import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { listKindSlot } from '@boyun/lists/server';
import {
  appointmentOperations,
  appointmentQuotaServer,
  appointmentServer,
  appointmentsMissed,
} from './appointment/appointment.server.ts';
import { appointmentKind } from './appointment/appointment-kind.queries.ts';
import { bookingOperations, bookingPageServer } from './appointment/booking.server.ts';
import { bookings } from './contract.ts';

export { completeAppointment, withAppointment } from './appointment/completed.service.ts';
export { findAppointmentsOf, findBookingPages, forgetDriver } from './appointment/holder-appointment.queries.ts';

/** The server side of appointments. */
export const bookingsServer = serverModule(bookings, new URL('../migrations/', import.meta.url), {
  resources: [appointmentQuotaServer, appointmentServer, bookingPageServer],
  operations: [...appointmentOperations, ...bookingOperations],
  slots: [fill(listKindSlot, appointmentKind)],
  sweeps: [appointmentsMissed],
});
