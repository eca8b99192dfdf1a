import { moduleContract, page, reportPage, resourcePage } from '@boyun/kernel/contract';
import { type BillPurpose, billPurposes, PaymentPurpose } from './bill/bill-purpose.contract.ts';
import { certificateEnding } from './certificate/certificate-event.contract.ts';
import {
  ConfiguredChannel,
  HandChannel,
  PayChannel,
  PayMethod,
  PayScene,
  payWay,
  RefundWay,
  readPayWay,
  type Scene,
} from './channel/channel.contract.ts';
import {
  debitContractList,
  debitRefusal,
  endDebitContract,
  resumeDebitContract,
  simulateDebitContract,
} from './debit-contract/debit-contract.contract.ts';
import {
  debitContractEnded,
  debitContractReported,
  debitContractResumed,
  debitContractSimulated,
} from './debit-contract/debit-contract-event.contract.ts';
import { ACCOUNT_KINDS, AccountKind, MONEY_KINDS, type PartyKind } from './ledger/account.contract.ts';
import { payChannel, payChannelRefusal, testPayChannel } from './pay-channel/pay-channel.contract.ts';
import { payKeysSet } from './pay-channel/pay-channel-event.contract.ts';
import { setPayKeys } from './pay-channel/pay-key.contract.ts';
import {
  paymentClosed,
  paymentFailed,
  paymentRefunded,
  paymentStarted,
  paymentSucceeded,
  refundFailed,
  refundStarted,
} from './payment/payment-event.contract.ts';
import { PaymentState, RefundState } from './payment/payment-state.contract.ts';
import { codeRefusal } from './payment-code/payment-code.contract.ts';
import { REASON_LENGTH, whyOf } from './provider-fault/provider-fault.contract.ts';
import {
  cancelPurchase,
  chargePurchase,
  followPurchase,
  getOpenPurchases,
  PurchaseState,
  purchaseRefusal,
  TakeMethod,
  takeMethod,
  takenOutput,
} from './purchase/purchase.contract.ts';
import { refundableChanged, refundableFen, refundInput, refundRefusal } from './refund/refund.contract.ts';
import { unknownPayments } from './unknown-payment/unknown-payment.contract.ts';
import { paymentUnknown } from './unknown-payment/unknown-payment-event.contract.ts';

export {
  ACCOUNT_KINDS,
  AccountKind,
  type BillPurpose,
  billPurposes,
  ConfiguredChannel,
  HandChannel,
  MONEY_KINDS,
  type PartyKind,
  PayChannel,
  PayMethod,
  PaymentPurpose,
  PaymentState,
  PayScene,
  PurchaseState,
  payChannel,
  paymentClosed,
  paymentFailed,
  paymentRefunded,
  paymentStarted,
  paymentSucceeded,
  payWay,
  REASON_LENGTH,
  RefundState,
  RefundWay,
  readPayWay,
  refundableChanged,
  refundableFen,
  refundFailed,
  refundInput,
  refundStarted,
  type Scene,
  TakeMethod,
  takeMethod,
  takenOutput,
  whyOf,
};

/** Bills, payments, refunds and the ledger behind them, below everything that is paid for. */
export const money = moduleContract('money', {
  events: [
    paymentStarted,
    paymentSucceeded,
    paymentFailed,
    paymentClosed,
    refundStarted,
    paymentRefunded,
    refundFailed,
    payKeysSet,
    paymentUnknown,
    debitContractReported,
    debitContractEnded,
    debitContractResumed,
    debitContractSimulated,
    certificateEnding,
  ],
  resources: [payChannel],
  operations: [
    setPayKeys,
    testPayChannel,
    endDebitContract,
    resumeDebitContract,
    simulateDebitContract,
    followPurchase,
    chargePurchase,
    cancelPurchase,
    getOpenPurchases,
  ],
  reports: [unknownPayments, debitContractList],
  refusals: [payChannelRefusal, debitRefusal, codeRefusal, purchaseRefusal, refundRefusal],
  pages: [
    resourcePage('payConfig', payChannel, {
      path: '/_cloud_basic/payConfig',
      title: { zh: '支付配置', en: 'Payment configuration' },
      icon: 'payment',
      area: 'order',
    }),
    page('debitContract', {
      path: '/_cloud_operation/debitContract',
      title: debitContractList.title,
      icon: 'payment',
      area: 'order',
      access: debitContractList.access,
    }),
    reportPage('unknownPayment', unknownPayments, {
      path: '/_cloud_operation/unknownPayment',
      icon: 'payment',
      area: 'order',
      empty: {
        title: { zh: '没有异常到账', en: 'No unknown payments' },
        hint: {
          zh: '渠道通知到账、但系统找不到流水或金额不符时，会记录在这里',
          en: 'Money that a channel reports under an unknown number, or with another amount, is kept here',
        },
      },
    }),
  ],
});
