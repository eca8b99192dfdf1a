import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { billKinds } from '@boyun/money/server';
import { applyReviews } from '@boyun/reviews/server';
import { billImportListServer, billImportServers } from './bill-import/bill-import.server.ts';
import { dueBills, workFetches } from './bill-import/fetch-bill.jobs.ts';
import { workImports } from './bill-import/load-bill.service.ts';
import { channelDayList } from './channel-day/channel-day.contract.ts';
import { workComparisons } from './compare/compare-day.service.ts';
import { reconciliation } from './contract.ts';
import { billSourceServer } from './day-act/bill-source.server.ts';
import { channelDayListServer, channelDayServers, channelSumListServer } from './day-act/channel-day.server.ts';
import { askReopening, reopenServers } from './day-act/reopen-day.server.ts';
import { differenceListServer, differenceServers, resolvedDays } from './difference/difference.server.ts';
import { askGiveBack, askPost, askWriteOff } from './difference/resolve-money.service.ts';
import { unidentifiedBills } from './difference/unidentified-bill.service.ts';
import { bankLineListServer, bankLineServers } from './settlement/bank-line.server.ts';

export { insertImport } from './bill-import/bill-import.queries.ts';
export { loadImport } from './bill-import/load-bill.service.ts';
export { workOffBills } from './bill-import/work-off.service.ts';
export { compareDay } from './compare/compare-day.service.ts';

/** The server side of reconciliation. */
export const reconciliationServer = serverModule(reconciliation, new URL('../migrations/', import.meta.url), {
  resources: [billSourceServer],
  operations: [...channelDayServers, ...reopenServers, ...differenceServers, ...billImportServers, ...bankLineServers],
  reports: [channelDayListServer, channelSumListServer, differenceListServer, billImportListServer, bankLineListServer],
  reactions: [resolvedDays],
  sweeps: [dueBills],
  slots: [
    fill(billKinds, { unidentified: unidentifiedBills }),
    applyReviews(channelDayList.access, askPost, askGiveBack, askWriteOff, askReopening),
  ],
  start: async (kernel) => {
    await workFetches(kernel);
    await workImports(kernel);
    await workComparisons(kernel);
  },
});
