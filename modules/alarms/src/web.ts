import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

export { type AlarmActProps, type AlarmFacts, alarmActs } from './alarm/alarm-slot.view.ts';

export { takeAlarm } from './alarm/take-alarm.view.ts';

/** The dialog that closes an alarm, after it is claimed: `{row, onClose, onDone}`, closed while the row is null. */
export const HandleAlarm = /* @__PURE__ */ lazy(() => import('./alarm/handle-alarm.form.tsx'));

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  alarmDispose: () => import('./alarm/alarm-dispose.page.tsx'),
  deviceNotice: () => import('./alarm/device-notice.page.tsx'),
};

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
