import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  laneMonitor: () => import('./lane-board/lane-monitor.page.tsx'),
  passRecord: () => import('./passing/pass-record.page.tsx'),
};
