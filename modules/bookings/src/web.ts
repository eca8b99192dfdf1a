import type { WebPages } from '@boyun/kernel/web';

export { loadBookingPage } from './appointment/booking-door.view.ts';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  appointment: () => import('./appointment/appointment.page.tsx'),
};
