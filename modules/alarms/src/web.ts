import type { WebPages } from '@boyun/kernel/web';

export { type AlarmActProps, offerAlarmActs } from './alarm/alarm-offer.view.tsx';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  alarmDispose: () => import('./alarm/alarm-dispose.page.tsx'),
  deviceNotice: () => import('./alarm/device-notice.page.tsx'),
};
