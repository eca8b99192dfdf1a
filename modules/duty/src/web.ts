import { todoLines } from '@boyun/insight/web';
import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { posDevicePage } from './pos/pos.contract.ts';

export { loadPosPage } from './pos-app/pos-door.view.ts';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  parkinLotSentry: () => import('./sentry/sentry.page.tsx'),
  shiftSentry: () => import('./shift-page/shift.page.tsx'),
  attendanceReport: () => import('./attendance/attendance-report.page.tsx'),
  collectorAttendance: () => import('./attendance/attendance.page.tsx'),
  pos: () => import('./pos/pos.page.tsx'),
  stockTake: () => import('./stock-take/stock-take.page.tsx'),
  parkInspect: () => import('./inspection/inspection.page.tsx'),
  inspectionPlan: () => import('./inspection/inspection-plan.page.tsx'),
  inspectionRoute: () => import('./inspection/inspection-route.page.tsx'),
  sentryLog: () => import('./sentry-operation/sentry-operation.page.tsx'),
  freePassing: () => import('./free-passing/free-passing.page.tsx'),
  sentryData: () => import('./sentry-data/sentry-data.page.tsx'),
};

/** Slot contributions of this module: terminals that fell silent, among the things to do. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(todoLines, {
    key: 'silentTerminals',
    label: { zh: '当班失联POS机', en: 'POS silent on duty' },
    tone: 'warn',
    path: '/_cloud_device/pos',
    filters: () => ({ isSilent: true }),
    access: posDevicePage.access,
    isHiddenAtZero: true,
  }),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
