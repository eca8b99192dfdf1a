import { carParts, type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { listKinds } from '@boyun/lists/contract';
import { lazy } from 'react';
import { appointmentKind } from './appointment/appointment-kind.contract.ts';

export { loadBookingPage } from './appointment/booking-door.view.ts';

/** Part of the car panel: its appointments. */
export const CarAppointments = /* @__PURE__ */ lazy(() => import('./appointment/car-appointment.view.tsx'));

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  appointment: () => import('./appointment/appointment.page.tsx'),
};

/** Slot fillings of this module: appointments as a kind of list. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(listKinds, appointmentKind),
  /* @__PURE__ */ fill(carParts, { place: 60, Part: CarAppointments }),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
