import { fill } from '@boyun/kernel/contract';
import { reminderKinds, retainedTable, serverModule } from '@boyun/kernel/server';
import { workDebitEntries } from './auto-debit/debit-entry.service.ts';
import { debitsAsked, workDebits } from './auto-debit/debit-request.service.ts';
import { endedCertificates } from './certificate/certificate.jobs.ts';
import { certificateReminder } from './certificate/certificate.service.ts';
import { money } from './contract.ts';
import { debitContractServers, debitContractsServer } from './debit-contract/debit-contract.server.ts';
import { DEBITS_KEPT } from './debit-contract/debit-contract.service.ts';
import { ledgerDays } from './ledger/ledger-day.jobs.ts';
import { providerNotices } from './notice/provider.ingress.ts';
import { deliverNotices, sandboxNotices, sandboxQueries } from './notice/sandbox.ingress.ts';
import { payChannelServer, setPayKeysServer } from './pay-channel/pay-channel.server.ts';
import { testPayChannelServer } from './pay-channel-test/pay-channel-test.server.ts';
import { purchaseExpiry } from './purchase/purchase.jobs.ts';
import { purchaseServers } from './purchase/purchase.server.ts';
import { refundsAsked, workRefundRequests } from './refund-request/refund-request.service.ts';
import { paymentForms } from './start/pay-form.ingress.ts';
import { unfinishedPayments } from './unfinished/unfinished.jobs.ts';
import { unknownPaymentsServer } from './unknown-payment/unknown-payment.server.ts';

export { type DebitWay, findDebitWay, wasDebited } from './auto-debit/debit-choice.service.ts';
export { ofDebitingTenants, tellEntry } from './auto-debit/debit-entry.service.ts';
export { findBill, isBeingPaid, lockBill, nextBillNumber, releaseBillLock, setBill } from './bill/bill.service.ts';
export {
  type BillValues,
  billKindOf,
  billKinds,
  type LockedSubject,
  type Settlement,
} from './bill/bill-kind.service.ts';
export { isTrial } from './channel/trial.queries.ts';
export { signInSandbox } from './debit-contract/sandbox-contract.service.ts';
export { book, type Entry } from './ledger/ledger.service.ts';
export { setLedgerClosed, sumDaysIn } from './ledger/ledger-day.jobs.ts';
export { hasChannelSet, isChannelOpen, requireChannel } from './pay-channel/pay-channel.service.ts';
export { findMoneyOf, maskPlates } from './payment/money-move.queries.ts';
export {
  beginPayment,
  closePayment,
  type NewPayment,
  type PaidItem,
  type Payment,
  payNow,
  setChannelFee,
  settlePayment,
} from './payment/payment.service.ts';
export { requireCodeChannel } from './payment-code/code-channel.service.ts';
export {
  type Notice,
  type ProviderBill,
  ProviderRefused,
  ProviderUnreachable,
  type Started,
} from './provider/provider.service.ts';
export {
  type PhoneChannel,
  phoneChannels,
  requirePhoneChannel,
  takesPhonePayments,
} from './provider-choice/phone-channel.service.ts';
export { openDesk, providerOf } from './provider-choice/provider-choice.service.ts';
export { owedBillsOf } from './purchase/owed.service.ts';
export { findOpen, findPurchase, type PurchaseRow, type PurchaseWords } from './purchase/purchase.queries.ts';
export {
  beginPurchase,
  expirePurchase,
  type LockedPurchase,
  lockPurchase,
  PURCHASE_PATH,
  purchasesOf,
  refuseWhileOpen,
  type Taken,
} from './purchase/purchase.service.ts';
export { lockReceipts, type Receipt } from './receipt/receipt.queries.ts';
export {
  beginRefund,
  completeRefund,
  emitRefund,
  findRefundable,
  type Refund,
  type Refundable,
  refundMoney,
  settleRefund,
} from './refund/refund.service.ts';
export { bookTrade, chooseOutcome, NOTICE_PATH, signNotice } from './sandbox/sandbox.service.ts';
export { type PlantKind, plantDifferences } from './sandbox/sandbox-bill.service.ts';
export { formPath } from './start/pay-form.service.ts';
export {
  findPaying,
  findUnderWay,
  follow,
  giveUp,
  type StartedPayment,
  startWithProvider,
  type UnderWay,
} from './start/start.service.ts';

/** The server door of money. */
export const moneyServer = serverModule(money, new URL('../migrations/', import.meta.url), {
  resources: [payChannelServer],
  operations: [setPayKeysServer, testPayChannelServer, ...debitContractServers, ...purchaseServers],
  ingresses: [sandboxNotices, sandboxQueries, providerNotices, paymentForms],
  reports: [unknownPaymentsServer, debitContractsServer],
  sweeps: [unfinishedPayments, purchaseExpiry, endedCertificates, ledgerDays],
  slots: [fill(reminderKinds, certificateReminder)],
  reactions: [refundsAsked, debitsAsked],
  retained: [retainedTable({ key: 'passing', part: 'debit entries', table: 'debit_entry' })],
  start: async (kernel) => {
    await deliverNotices(kernel);
    await workRefundRequests(kernel);
    await workDebits(kernel);
    await workDebitEntries(kernel);
    // Every process asks again whether a tenant debits plates.
    kernel.live.onEvent(({ tenantId, kind }) => {
      if (/^(pay-channel|debit-contract)\./.test(kind)) kernel.database.invalidate(tenantId, DEBITS_KEPT);
    });
  },
});
