import type { WebPages } from '@boyun/kernel/web';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  auditLog: () => import('./audit-log/audit-log.page.tsx'),
  crashReport: () => import('./crash-report/crash-report.page.tsx'),
  historyCenter: () => import('./announcement/history-center.page.tsx'),
  jobs: () => import('./task/jobs.page.tsx'),
  messageCenter: () => import('./message/message-center.page.tsx'),
};

export { startListViews } from './list-view/list-view-store.view.ts';
