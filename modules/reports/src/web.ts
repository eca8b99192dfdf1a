import { type Filling, fill, type LoadPageHelps, listSchedule, type WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Custom pages of this module by component key. */
export const pages: WebPages = {
  composedReport: () => import('./composer/composed-report.page.tsx'),
  reportHub: () => import('./hub/report-hub.page.tsx'),
};

/** Slot contributions of this module: the schedule of a report from its page. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(
    listSchedule,
    /* @__PURE__ */ lazy(() => import('./schedule/schedule-button.view.tsx')),
  ),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
