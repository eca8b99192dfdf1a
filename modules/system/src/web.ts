import type { WebPages } from '@boyun/kernel/web';
import { lazy } from 'react';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  appVersion: () => import('./app-version/app-version.page.tsx'),
  auditLog: () => import('./audit-log/audit-log.page.tsx'),
  banner: () => import('./banner/banner.page.tsx'),
  crashReport: () => import('./crash-report/crash-report.page.tsx'),
  dictionary: () => import('./dictionary/dictionary.page.tsx'),
  historyCenter: () => import('./announcement/history-center.page.tsx'),
  importantNotice: () => import('./important-notice/important-notice.page.tsx'),
  jobs: () => import('./task/jobs.page.tsx'),
  messageCenter: () => import('./message/message-center.page.tsx'),
  retention: () => import('./retention/retention.page.tsx'),
  systemAlarm: () => import('./system-alarm/system-alarm.page.tsx'),
};

/** The banners a tenant shows on its console. */
export const ConsoleBanners = lazy(() => import('./banner/console-banners.view.tsx'));

/** What the user has to confirm having read. */
export const PendingNotices = lazy(() => import('./important-notice/pending-notices.view.tsx'));

/** The open system alarms the user may see, with their texts. */
export const SystemAlarmBand = lazy(() => import('./system-alarm/system-alarm-band.view.tsx'));

export { startWords } from './dictionary/start-words.view.ts';
export { startListViews } from './list-view/list-view-store.view.ts';
export { useOpenSystemAlarms } from './system-alarm/open-alarms.view.ts';
