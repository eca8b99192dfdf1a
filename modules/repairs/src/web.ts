import { alarmActs } from '@boyun/alarms/web';
import { type Filling, fill } from '@boyun/kernel/contract';
import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

const RepairFromAlarm = /* @__PURE__ */ lazy(() => import('./repair-page/alarm-repair.view.tsx'));

/** What this module puts into slots of pages. */
export const slots: readonly Filling[] = [/* @__PURE__ */ fill(alarmActs, RepairFromAlarm)];

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  repair: () => import('./repair-page/repair.page.tsx'),
};

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
