import { fill, moduleContract, page, reportPage, resourcePage } from '@boyun/kernel/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { accountCode } from './book/account-code.contract.ts';
import { cashFlow, getTransaction, ledgerLines } from './book/ledger-line.contract.ts';
import { trialBalance } from './book/trial-balance.contract.ts';
import { voucherLines } from './book/voucher.contract.ts';
import { cashMoveList, cashRefusal, depositCash, getCash, handInCash, withdrawCash } from './cash/cash.contract.ts';
import { cashDeposited, cashHandedIn, cashWithdrawn } from './cash/cash-event.contract.ts';
import { financeList, lotDayList } from './finance/finance.contract.ts';
import {
  cancelPayout,
  confirmPayout,
  getPayout,
  getPayoutFile,
  makePayout,
  payoutList,
  payoutRefusal,
} from './payout/payout.contract.ts';
import { payoutCancelled, payoutConfirmed, payoutDownloaded, payoutMade } from './payout/payout-event.contract.ts';
import { closePeriod, periodList, periodRefusal, reopenPeriod } from './period/period.contract.ts';
import { periodClosed, periodReopened } from './period/period-event.contract.ts';
import { platformBillPurpose } from './platform-bill/platform-bill-purpose.contract.ts';
import { refundReport } from './refund-report/refund-report.contract.ts';
import {
  adjustSettlement,
  createSettlement,
  discardSettlement,
  getSettlement,
  getStatement,
  previewSettlement,
  removeAdjustment,
  settlementList,
  settlementRefusal,
  settleSettlement,
} from './settlement/settlement.contract.ts';
import {
  adjustmentRemoved,
  settlementAdjusted,
  settlementDiscarded,
  settlementPrepared,
  settlementSettled,
} from './settlement/settlement-event.contract.ts';
import {
  addSubAccount,
  freezeSubAccount,
  resetSubAccount,
  subAccountList,
} from './sub-account/sub-account.contract.ts';
import { subAccountAdded, subAccountFrozen, subAccountReset } from './sub-account/sub-account-event.contract.ts';
import { subMerchant, subMerchantRefusal } from './sub-merchant/sub-merchant.contract.ts';
import { settlementReviews } from './sub-merchant/sub-merchant-review.contract.ts';

export { refundReport } from './refund-report/refund-report.contract.ts';

/** Sub-merchants and their settlements, cash on its way to the bank, and the books. */
export const settlement = moduleContract('settlement', {
  events: [
    subAccountAdded,
    subAccountFrozen,
    subAccountReset,
    settlementPrepared,
    settlementAdjusted,
    adjustmentRemoved,
    settlementDiscarded,
    settlementSettled,
    payoutMade,
    payoutDownloaded,
    payoutConfirmed,
    payoutCancelled,
    cashHandedIn,
    cashDeposited,
    cashWithdrawn,
    periodClosed,
    periodReopened,
  ],
  resources: [subMerchant, accountCode],
  operations: [
    addSubAccount,
    freezeSubAccount,
    resetSubAccount,
    previewSettlement,
    createSettlement,
    getSettlement,
    adjustSettlement,
    removeAdjustment,
    discardSettlement,
    settleSettlement,
    getStatement,
    makePayout,
    getPayout,
    getPayoutFile,
    confirmPayout,
    cancelPayout,
    getCash,
    handInCash,
    depositCash,
    withdrawCash,
    getTransaction,
    closePeriod,
    reopenPeriod,
  ],
  reports: [
    subAccountList,
    settlementList,
    payoutList,
    financeList,
    lotDayList,
    cashFlow,
    refundReport,
    cashMoveList,
    trialBalance,
    ledgerLines,
    voucherLines,
    periodList,
  ],
  refusals: [subMerchantRefusal, settlementRefusal, payoutRefusal, cashRefusal, periodRefusal],
  slots: [fill(billPurposes, platformBillPurpose), fill(reviewKinds, ...Object.values(settlementReviews))],
  pages: [
    page('seeReconciliation', {
      title: financeList.title,
      access: financeList.access,
      path: '/_cloud_operation/See_Reconciliation',
      icon: 'report',
      area: 'finance',
    }),
    page('subBusiness', {
      title: { zh: '子商户列表', en: 'Sub-merchants' },
      access: subMerchant.can.list,
      resource: subMerchant,
      path: '/_cloud_operation/Subbusiness_list',
      icon: 'merchant',
      area: 'finance',
    }),
    page('subAccount', {
      access: subAccountList.access,
      path: '/_cloud_operation/Subaccount_list',
      title: { zh: '子账户列表', en: 'Sub-accounts' },
      icon: 'team',
      area: 'finance',
    }),
    page('settlement', {
      title: settlementList.title,
      access: settlementList.access,
      path: '/_cloud_operation/settlement',
      icon: 'payment',
      area: 'finance',
    }),
    page('payout', {
      title: payoutList.title,
      access: payoutList.access,
      path: '/_cloud_operation/payout',
      icon: 'payment',
      area: 'finance',
    }),
    page('cash', {
      path: '/_cloud_operation/cash',
      title: getCash.title,
      icon: 'payment',
      area: 'finance',
      access: getCash.access,
    }),
    page('cashFlow', {
      title: cashFlow.title,
      access: cashFlow.access,
      path: '/reportData/cashFlow',
      icon: 'report',
      area: 'finance',
    }),
    reportPage('refundReport', refundReport, { path: '/reportData/refund', icon: 'report', area: 'finance' }),
    page('trialBalance', {
      title: trialBalance.title,
      access: trialBalance.access,
      path: '/_cloud_operation/trialBalance',
      icon: 'report',
      area: 'finance',
      group: 'book',
    }),
    page('ledger', {
      title: ledgerLines.title,
      access: ledgerLines.access,
      path: '/_cloud_operation/ledger',
      icon: 'log',
      area: 'finance',
      group: 'book',
    }),
    page('voucher', {
      title: voucherLines.title,
      access: voucherLines.access,
      path: '/_cloud_operation/voucher',
      icon: 'log',
      area: 'finance',
      group: 'book',
    }),
    page('accountingPeriod', {
      title: periodList.title,
      access: periodList.access,
      path: '/_cloud_operation/accountingPeriod',
      icon: 'log',
      area: 'finance',
      group: 'book',
    }),
    resourcePage('accountCode', accountCode, {
      path: '/_cloud_operation/accountCode',
      icon: 'rule',
      area: 'finance',
      group: 'book',
    }),
  ],
});
