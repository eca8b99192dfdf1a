import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  parkinLotSentry: () => import('./sentry/sentry.page.tsx'),
  shiftSentry: () => import('./shift-page/shift.page.tsx'),
  attendanceReport: () => import('./attendance/attendance-report.page.tsx'),
  collectorAttendance: () => import('./attendance/attendance.page.tsx'),
  stockTake: () => import('./stock-take/stock-take.page.tsx'),
  parkInspect: () => import('./inspection/inspection.page.tsx'),
  inspectionPlan: () => import('./inspection/inspection-plan.page.tsx'),
  inspectionRoute: () => import('./inspection/inspection-route.page.tsx'),
  sentryLog: () => import('./sentry-operation/sentry-operation.page.tsx'),
  sentryData: () => import('./sentry-data/sentry-data.page.tsx'),
};

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
