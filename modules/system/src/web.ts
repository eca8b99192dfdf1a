import { type Filling, fill, type LoadPageHelps, listViewSource, type WebPages, wordSource } from '@boyun/kernel/web';
import { lazy } from 'react';
import { listViewStore } from './list-view/list-view-store.view.ts';

/** Custom pages of this module by component key; the others use the standard list. */
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

/** The people something is addressed to: who has done what is asked, and who has not. */
export const Addressees = lazy(() => import('./important-notice/addressees.view.tsx'));

/** The notices the user must confirm. */
export const PendingNotices = lazy(() => import('./important-notice/pending-notices.view.tsx'));

/** The open system alarms visible to the user, with their texts. */
export const SystemAlarmBand = lazy(() => import('./system-alarm/system-alarm-band.view.tsx'));

export { useOpenSystemAlarms } from './system-alarm/open-alarms.view.ts';

/** Slot contributions of this module: the tenant's phrases, and the storage of list views. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(wordSource, async () => (await import('./dictionary/words.view.ts')).loadWords()),
  /* @__PURE__ */ fill(listViewSource, listViewStore),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
