import { monthIncome } from '@boyun/facilities/server';
import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { carFlowServer } from './car-flow/car-flow.server.ts';
import { getConsoleServer } from './console/console.server.ts';
import { liveChannelServer } from './console/live.server.ts';
import { insight as contract } from './contract.ts';
import { flowBalanceServer, getFlowGapServer } from './flow-balance/flow-balance.server.ts';
import { getPlatformStatServer } from './platform-stat/platform-stat.server.ts';
import { reductionSplitServer } from './reduction-split/reduction-split.server.ts';
import { incomeOfMonth } from './stat/month-income.service.ts';
import { statHour } from './stat/stat-hour.service.ts';
import { statLane } from './stat/stat-lane.service.ts';
import { billingStatServer } from './statement/billing-stat.server.ts';
import { collectorStatementServer } from './statement/collector-statement.server.ts';
import { operationStatementServer, tradeStatServer } from './statement/operation-statement.server.ts';
import { payMethodServer } from './statement/pay-method.server.ts';
import { spotTurnoverServer } from './statement/spot-turnover.server.ts';
import { getReturningServer, getStayHoursServer } from './statistics/habit.server.ts';
import { getOutlookServer } from './statistics/outlook.server.ts';
import { getStatisticsServer, statisticsListServer } from './statistics/statistics.server.ts';
import { staleMonths } from './verify/stale-month.service.ts';
import { verifyOperations } from './verify/verify.server.ts';

export { findLots, type LotPlace } from './console/console.queries.ts';
export { todoCounts } from './console/todo-count.service.ts';
export { receivedByHour } from './stat/received-hour.queries.ts';
export { type Figures, figuresOf, figuresOfToday, sharesOf } from './stat/stat-figure.service.ts';
export { dayRanges, daysRanges, hourRanges, monthsRanges, type Range } from './stat/stat-range.service.ts';
export { type StatSum, sumStretches } from './stat/stat-sum.queries.ts';
export { flowByLot } from './statistics/inside.queries.ts';
export { moreChecks, sqlCheck } from './verify/check.service.ts';
export { keptMonthsOf, reopenMonths } from './verify/kept-month.queries.ts';
export { type CheckResult, type VerifyProgress, verifyTenant } from './verify/verify.service.ts';

/** The server side of figures and their verification. */
export const insightServer = serverModule(contract, new URL('../migrations/', import.meta.url), {
  operations: [
    getConsoleServer,
    ...verifyOperations,
    getFlowGapServer,
    getPlatformStatServer,
    getStatisticsServer,
    getOutlookServer,
    getStayHoursServer,
    getReturningServer,
  ],
  reports: [
    carFlowServer,
    flowBalanceServer,
    statisticsListServer,
    reductionSplitServer,
    operationStatementServer,
    tradeStatServer,
    payMethodServer,
    collectorStatementServer,
    billingStatServer,
    spotTurnoverServer,
  ],
  channels: [liveChannelServer],
  projections: [statHour, statLane],
  slots: [fill(monthIncome, incomeOfMonth)],
  reactions: [staleMonths],
});
