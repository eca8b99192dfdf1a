import type { WebPages } from '@boyun/kernel/web';

export { type AlarmActProps, alarmActs } from './alarm/alarm-slot.view.ts';

/** Custom pages of this module by component key; the others use the standard list. */
export const pages: WebPages = {
  alarmDispose: () => import('./alarm/alarm-dispose.page.tsx'),
  deviceNotice: () => import('./alarm/device-notice.page.tsx'),
};
