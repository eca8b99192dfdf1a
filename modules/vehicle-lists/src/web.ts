import type { WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  freeList: () => import('./free-list/free-list.page.tsx'),
  fixedList: () => import('./fixed-list/fixed-list.page.tsx'),
  appointment: () => import('./appointment/appointment.page.tsx'),
  packRule: () => import('./pack-rule/pack-rule.page.tsx'),
  packManage: () => import('./pack/pack.page.tsx'),
  packRefund: () => import('./pack/pack-refund.page.tsx'),
  packCancel: () => import('./pack/pack-cancel.page.tsx'),
  visitList: () => import('./visit-list/visit-list.page.tsx'),
};

/** The lists a plate stands on, below where it is typed: `{plate}`. */
export const PlateStanding = /* @__PURE__ */ lazy(() => import('./standing/plate-standing.view.tsx'));

/** Where a driver books at `/book/{code}`, and sees the booking at `/booked/{code}`; small and public like the others. */
export const loadBookingPage = () => import('./appointment/booking.view.tsx');

/** The page of an invitation at `/visit/{code}`; small, public, without the component library. */
export const loadInvitationPage = () => import('./visit-list/invitation.view.tsx');
