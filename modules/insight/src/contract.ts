import { liveChannel, moduleContract, page, reportPage } from '@boyun/kernel/contract';
import { carFlow } from './car-flow/car-flow.contract.ts';
import { getConsole } from './console/console.contract.ts';
import { LOT_SCREEN, OVERVIEW_SCREEN } from './console/screen.contract.ts';
import { flowBalanceList, getFlowGap } from './flow-balance/flow-balance.contract.ts';
import { getPlatformStat } from './platform-stat/platform-stat.contract.ts';
import { reductionSplit } from './reduction-split/reduction-split.contract.ts';
import { billingStat } from './statement/billing-stat.contract.ts';
import { collectorStatement } from './statement/collector-statement.contract.ts';
import { operationStatement, tradeStat } from './statement/operation-statement.contract.ts';
import { payMethodReport } from './statement/pay-method.contract.ts';
import { spotTurnover } from './statement/spot-turnover.contract.ts';
import { statementRefusal } from './statement/statement-period.contract.ts';
import { getReturning, getStayHours } from './statistics/habit.contract.ts';
import { getOutlook } from './statistics/outlook.contract.ts';
import { getStatistics, statisticsList, statisticsRefusal } from './statistics/statistics.contract.ts';
import { getVerify, recheckMonth, retryFailure, runVerify, verifyRefusal } from './verify/verify.contract.ts';
import { failureRetried } from './verify/verify-event.contract.ts';

export { carFlow, getConsole, liveChannel, reductionSplit, runVerify };

/** Business figures and the verification that they add up. */
export const insight = moduleContract('insight', {
  events: [failureRetried],
  operations: [
    getConsole,
    runVerify,
    getVerify,
    recheckMonth,
    retryFailure,
    getFlowGap,
    getPlatformStat,
    getStatistics,
    getOutlook,
    getStayHours,
    getReturning,
  ],
  reports: [
    carFlow,
    flowBalanceList,
    statisticsList,
    reductionSplit,
    operationStatement,
    tradeStat,
    payMethodReport,
    collectorStatement,
    billingStat,
    spotTurnover,
  ],
  channels: [liveChannel],
  refusals: [verifyRefusal, statisticsRefusal, statementRefusal],
  pages: [
    page('console', {
      path: '/dashboardCd',
      title: getConsole.title,
      icon: 'console',
      area: 'home',
      access: getConsole.access,
    }),
    page('statistics', {
      path: '/_cloud_operation/statistics',
      title: getStatistics.title,
      icon: 'statistics',
      area: 'report',
      access: getStatistics.access,
    }),
    OVERVIEW_SCREEN,
    LOT_SCREEN,
    page('flowBalance', {
      path: '/_cloud_system/flowBalance',
      title: flowBalanceList.title,
      icon: 'balance',
      area: 'system',
      group: 'upkeep',
      access: flowBalanceList.access,
    }),
    page('operationCarFlow', {
      path: '/reportData/Operation_CarFlow',
      title: carFlow.title,
      icon: 'passing',
      area: 'report',
      access: carFlow.access,
    }),
    page('platformStat', {
      path: '/_cloud_tenant/statistic',
      title: getPlatformStat.title,
      icon: 'console',
      area: 'tenant',
      access: getPlatformStat.access,
    }),
    page('verify', {
      path: '/_cloud_system/verify',
      title: runVerify.title,
      icon: 'verify',
      area: 'system',
      group: 'upkeep',
      access: runVerify.access,
    }),
    page('operationStatement', {
      path: '/reportData/operationStatement',
      title: operationStatement.title,
      icon: 'statistics',
      area: 'report',
      access: operationStatement.access,
    }),
    page('tradeStat', {
      path: '/reportData/trade',
      title: tradeStat.title,
      icon: 'statistics',
      area: 'report',
      access: tradeStat.access,
    }),
    page('billingStat', {
      path: '/reportData/billing',
      title: billingStat.title,
      icon: 'percent',
      area: 'report',
      access: billingStat.access,
    }),
    page('spotTurnover', {
      path: '/reportData/spotTurnover',
      title: spotTurnover.title,
      icon: 'spot',
      area: 'report',
      access: spotTurnover.access,
    }),
    reportPage('posStatement', collectorStatement, {
      path: '/reportData/posCollector',
      icon: 'report',
      area: 'report',
      empty: {
        title: { zh: '这段时间没有人工收费', en: 'Nobody took money in this time' },
        hint: { zh: '未选时间时统计最近30天', en: 'Default: the last 30 days' },
      },
    }),
    reportPage('payMethod', payMethodReport, {
      path: '/reportData/payMethod',
      icon: 'payment',
      area: 'report',
      empty: {
        title: { zh: '这段时间没有收款', en: 'No money moved in this time' },
        hint: { zh: '未选时间时统计最近30天', en: 'Default: the last 30 days' },
      },
    }),
    reportPage('reductionSplit', reductionSplit, {
      path: '/reportData/reduction',
      icon: 'percent',
      area: 'report',
      empty: {
        title: { zh: '这段时间没有优惠', en: 'Nothing was taken off in this time' },
        hint: {
          zh: '名单、活动、商家、优惠券和人工减免都计入',
          en: 'Lists, activities, merchants, coupons and waivers all count',
        },
      },
    }),
  ],
});
