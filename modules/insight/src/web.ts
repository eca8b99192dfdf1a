import type { LoadPageHelps, WebPages } from '@boyun/kernel/web';

export { consoleHead, todoLines } from './console/console-slot.view.ts';

/** Pages of this module that are more than the standard list, by component key. */
export const pages: WebPages = {
  operationCarFlow: () => import('./car-flow/car-flow.page.tsx'),
  bigScreen: () => import('./screen/overview-screen.page.tsx'),
  bigScreenOne: () => import('./screen/lot-screen.page.tsx'),
  console: () => import('./console/console.page.tsx'),
  flowBalance: () => import('./flow-balance/flow-balance.page.tsx'),
  platformStat: () => import('./platform-stat/platform-stat.page.tsx'),
  operationStatement: () => import('./statement/operation-statement.page.tsx'),
  tradeStat: () => import('./statement/trade-stat.page.tsx'),
  billingStat: () => import('./statement/billing-stat.page.tsx'),
  spotTurnover: () => import('./statement/spot-turnover.page.tsx'),
  statistics: () => import('./statistics/statistics.page.tsx'),
  verify: () => import('./verify/verify.page.tsx'),
};

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
