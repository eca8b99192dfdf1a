import { fill, moduleContract, page, resourcePage } from '@boyun/kernel/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { getWalletCoupons } from './customer/customer-coupon.contract.ts';
import { giftRule, giftRuleRefusal } from './gift-rule/gift-rule.contract.ts';
import { payRecordList } from './pay-record/pay-record.contract.ts';
import { getTopUpOffer, topUpList, topUpWallet } from './top-up/top-up.contract.ts';
import {
  adjustWallet,
  freezeWallet,
  getWalletParts,
  releaseWallet,
  setAutoPay,
  wallet,
  walletRefusal,
} from './wallet/wallet.contract.ts';
import {
  walletAdjusted,
  walletAutoPaySet,
  walletFrozen,
  walletGiftEnded,
  walletRefunded,
  walletRefundFailed,
  walletReleased,
  walletToppedUp,
} from './wallet/wallet-event.contract.ts';
import { WalletEntryKind, walletEntryList } from './wallet/wallet-list.contract.ts';
import { walletPurpose } from './wallet/wallet-purpose.contract.ts';
import { walletReviews } from './wallet/wallet-review.contract.ts';
import { findWallet, payByWallet } from './wallet-pay/wallet-pay.contract.ts';
import { getWalletRefund, refundWallet, walletRefundRefusal } from './wallet-refund/wallet-refund.contract.ts';

export { WalletEntryKind, walletRefunded, walletToppedUp };

/** Wallets of customers: top-ups with gifts by rule, paying fees from them, refunds of what is left. */
export const wallets = moduleContract('wallets', {
  events: [
    walletToppedUp,
    walletRefunded,
    walletRefundFailed,
    walletGiftEnded,
    walletAdjusted,
    walletFrozen,
    walletReleased,
    walletAutoPaySet,
  ],
  resources: [wallet, giftRule],
  operations: [
    freezeWallet,
    releaseWallet,
    adjustWallet,
    setAutoPay,
    getWalletParts,
    getWalletCoupons,
    getTopUpOffer,
    topUpWallet,
    findWallet,
    payByWallet,
    getWalletRefund,
    refundWallet,
  ],
  reports: [walletEntryList, topUpList, payRecordList],
  slots: [fill(billPurposes, walletPurpose), fill(reviewKinds, ...Object.values(walletReviews))],
  refusals: [walletRefusal, giftRuleRefusal, walletRefundRefusal],
  pages: [
    page('wallet', {
      path: '/_cloud_member/wallet',
      title: wallet.title,
      icon: 'card',
      area: 'pass',
      access: wallet.can.list,
      resource: wallet,
    }),
    page('recharge', {
      path: '/_cloud_member/recharge',
      title: { zh: '充值', en: 'Recharge' },
      icon: 'payment',
      area: 'pass',
      access: topUpList.access,
    }),
    page('payRecord', {
      path: '/_cloud_member/payRecord',
      title: payRecordList.title,
      icon: 'log',
      area: 'pass',
      access: payRecordList.access,
    }),
    resourcePage('giftRule', giftRule, { path: '/_cloud_member/giftRule', icon: 'rule', area: 'pass' }),
  ],
});
