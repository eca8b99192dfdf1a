import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { billKinds } from '@boyun/money/server';
import { storedReturns } from '@boyun/payments/server';
import { applyReviews } from '@boyun/reviews/server';
import { wallets } from './contract.ts';
import { walletCouponsServer } from './customer/customer-coupon.server.ts';
import { giftRuleServer } from './gift-rule/gift-rule.server.ts';
import { payRecordListServer } from './pay-record/pay-record.server.ts';
import { topUpListServer, topUpServers } from './top-up/top-up.server.ts';
import { walletPurchases } from './top-up/top-up-bill.service.ts';
import { askAdjustment } from './wallet/adjust-wallet.service.ts';
import { giftExpiry } from './wallet/gift-expiry.jobs.ts';
import { wallet } from './wallet/wallet.contract.ts';
import { walletEntryListServer, walletServer, walletServers } from './wallet/wallet.server.ts';
import { walletPayServers } from './wallet-pay/wallet-pay.server.ts';
import { putBackInWallet } from './wallet-pay/wallet-pay.service.ts';
import { walletRefundServers } from './wallet-refund/wallet-refund.server.ts';
import { askWalletRefund } from './wallet-refund/wallet-refund.service.ts';

export { topUp } from './top-up/top-up.service.ts';
export { findWalletOf } from './wallet/wallet.queries.ts';
export { payAtExit, type WalletPaid } from './wallet-pay/wallet-pay.service.ts';

/** The server side of wallets. */
export const walletsServer = serverModule(wallets, new URL('../migrations/', import.meta.url), {
  resources: [walletServer, giftRuleServer],
  operations: [...walletServers, walletCouponsServer, ...topUpServers, ...walletPayServers, ...walletRefundServers],
  reports: [walletEntryListServer, topUpListServer, payRecordListServer],
  slots: [
    fill(billKinds, { wallet: walletPurchases.bills }),
    fill(storedReturns, { balance: putBackInWallet }),
    applyReviews(wallet.can.list, askAdjustment, askWalletRefund),
  ],
  sweeps: [giftExpiry],
});
