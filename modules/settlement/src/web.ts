import { type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { platformBillPurpose } from './platform-bill/platform-bill-purpose.contract.ts';
import { settlementReviews } from './sub-merchant/sub-merchant-review.contract.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  seeReconciliation: () => import('./finance-page/finance.page.tsx'),
  subBusiness: () => import('./sub-merchant-page/sub-merchant.page.tsx'),
  subAccount: () => import('./sub-merchant-page/sub-account.page.tsx'),
  settlement: () => import('./settlement-page/settlement.page.tsx'),
  payout: () => import('./payout-page/payout.page.tsx'),
  cash: () => import('./cash-page/cash.page.tsx'),
  cashFlow: () => import('./book-page/cash-flow.page.tsx'),
  trialBalance: () => import('./book-page/trial-balance.page.tsx'),
  ledger: () => import('./book-page/ledger.page.tsx'),
  voucher: () => import('./book-page/voucher.page.tsx'),
  accountingPeriod: () => import('./period-page/period.page.tsx'),
};

/** Help of the pages of this module. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');

/** Slot fillings of this module: its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(billPurposes, platformBillPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(settlementReviews)),
];
