import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { listKindSlot } from '@boyun/lists/server';
import {
  appointmentOperations,
  appointmentQuotaServer,
  appointmentServer,
  appointmentsCompleted,
  appointmentsMissed,
} from './appointment/appointment.server.ts';
import { appointmentKind } from './appointment/appointment-kind.queries.ts';
import { bookingOperations, bookingPageServer } from './appointment/booking.server.ts';
import { bookings } from './contract.ts';

/** The server side of appointments. */
export const bookingsServer = serverModule(bookings, new URL('../migrations/', import.meta.url), {
  resources: [appointmentQuotaServer, appointmentServer, bookingPageServer],
  operations: [...appointmentOperations, ...bookingOperations],
  reactions: [appointmentsCompleted],
  slots: [fill(listKindSlot, appointmentKind)],
  sweeps: [appointmentsMissed],
});
