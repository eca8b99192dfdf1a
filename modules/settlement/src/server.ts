import { subTenantOf } from '@boyun/access/server';
import { fill } from '@boyun/kernel/contract';
import { type Kernel, serveResource, serverModule } from '@boyun/kernel/server';
import { billKinds } from '@boyun/money/server';
import { applyReviews, reviewedWrites } from '@boyun/reviews/server';
import { tenantBillTill } from '@boyun/tenancy/server';
import { accountCode } from './book/account-code.contract.ts';
import { cashFlowServer, getTransactionServer, ledgerLinesServer } from './book/ledger-line.server.ts';
import { trialBalanceServer } from './book/trial-balance.server.ts';
import { voucherLinesServer } from './book/voucher.server.ts';
import { cashMoveListServer, cashServers } from './cash/cash.server.ts';
import { settlement } from './contract.ts';
import { financeListServer, lotDayListServer } from './finance/finance.server.ts';
import { lotDays } from './lot-day/lot-day.jobs.ts';
import { payoutListServer, payoutServers } from './payout/payout.server.ts';
import { periodList } from './period/period.contract.ts';
import { periodListServer, periodServers } from './period/period.server.ts';
import { reopenClosed } from './period/period.service.ts';
import { platformBills, platformTill } from './platform-bill/platform-bill.service.ts';
import { platformBillPurpose } from './platform-bill/platform-bill-purpose.contract.ts';
import { refundReportServer } from './refund-report/refund-report.server.ts';
import { settleDraft } from './settlement/settle.service.ts';
import { settlementList } from './settlement/settlement.contract.ts';
import { settlementListServer, settlementServers } from './settlement/settlement.server.ts';
import { subAccountListServer, subAccountServers } from './sub-account/sub-account.server.ts';
import { subMerchant } from './sub-merchant/sub-merchant.contract.ts';
import { findOwnSubMerchant } from './sub-merchant/sub-merchant.queries.ts';
import { subMerchantServer } from './sub-merchant/sub-merchant.server.ts';
import { settlementReviews } from './sub-merchant/sub-merchant-review.contract.ts';

export { shiftCash } from './cash/cash.service.ts';

/** The server side of settlements and the books. */
export const settlementServer = serverModule(settlement, new URL('../migrations/', import.meta.url), {
  resources: [subMerchantServer, serveResource(accountCode)],
  operations: [
    ...subAccountServers,
    ...settlementServers,
    ...payoutServers,
    ...cashServers,
    getTransactionServer,
    ...periodServers,
  ],
  reports: [
    subAccountListServer,
    settlementListServer,
    payoutListServer,
    financeListServer,
    lotDayListServer,
    cashFlowServer,
    refundReportServer,
    cashMoveListServer,
    trialBalanceServer,
    ledgerLinesServer,
    voucherLinesServer,
    periodListServer,
  ],
  sweeps: [lotDays],
  slots: [
    fill(subTenantOf, findOwnSubMerchant),
    fill(billKinds, { [platformBillPurpose.kind]: platformBills.bills }),
    fill(tenantBillTill, platformTill),
    applyReviews(subMerchant.can.list, reviewedWrites(subMerchant, settlementReviews.write.name)),
    applyReviews(settlementList.access, settleDraft),
    applyReviews(periodList.access, reopenClosed),
  ],
  start: async (kernel: Kernel) => {
    // The accounts of a sub-merchant see other lots from now on.
    kernel.live.onEvent(({ tenantId, kind }) => {
      if (kind === subMerchant.events.updated.kind) void kernel.live.refresh(tenantId);
    });
  },
});
