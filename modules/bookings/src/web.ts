import { type Filling, fill, type WebPages } from '@boyun/kernel/web';
import { listKinds } from '@boyun/lists/contract';
import { appointmentKind } from './appointment/appointment-kind.contract.ts';

export { loadBookingPage } from './appointment/booking-door.view.ts';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  appointment: () => import('./appointment/appointment.page.tsx'),
};

/** What this module puts into slots: appointments as a kind of list. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(listKinds, appointmentKind)];
