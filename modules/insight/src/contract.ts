import { liveChannel, moduleContract, page } from '@boyun/kernel/contract';
import { getConsole } from './console/console.contract.ts';
import { flowBalanceList, getFlowGap } from './flow-balance/flow-balance.contract.ts';
import { getPlatformStat } from './platform-stat/platform-stat.contract.ts';
import { LOT_SCREEN, OVERVIEW_SCREEN } from './screen/screen.contract.ts';
import { runVerify, verifyRefusal } from './verify/verify.contract.ts';

export { getConsole, liveChannel, runVerify };

/** Figures of the whole business and the proof that they add up. */
export const insight = moduleContract('insight', {
  operations: [getConsole, runVerify, getFlowGap, getPlatformStat],
  reports: [flowBalanceList],
  channels: [liveChannel],
  refusals: [verifyRefusal],
  pages: [
    page('console', {
      path: '/dashboardCd',
      title: getConsole.title,
      icon: 'console',
      area: 'home',
      access: getConsole.access,
    }),
    OVERVIEW_SCREEN,
    LOT_SCREEN,
    page('flowBalance', {
      path: '/_cloud_system/flowBalance',
      title: flowBalanceList.title,
      icon: 'balance',
      area: 'system',
      access: flowBalanceList.access,
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
      access: runVerify.access,
    }),
  ],
});
