import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  parkinLotSentry: () => import('./sentry/sentry.page.tsx'),
  shiftSentry: () => import('./shift/shift.page.tsx'),
  stockTake: () => import('./stock-take/stock-take.page.tsx'),
  sentryLog: () => import('./sentry-operation/sentry-operation.page.tsx'),
  sentryDutyLog: () => import('./sentry-log/sentry-log.page.tsx'),
  parkEdit: () => import('./edit/edit.page.tsx'),
  parkInfo: () => import('./profile/profile.page.tsx'),
};
