import { carParts, type Filling, fill, type LoadPageHelps, type WebPages } from '@boyun/kernel/web';
import { billPurposes } from '@boyun/money/contract';
import { walletMeans } from '@boyun/payments/web';
import { reviewKinds } from '@boyun/reviews/contract';
import { lazy } from 'react';
import { walletPurpose } from './wallet/wallet-purpose.contract.ts';
import { walletReviews } from './wallet/wallet-review.contract.ts';
import { payFromWallet } from './wallet-pay/wallet-means.view.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {
  wallet: () => import('./wallet-page/wallet.page.tsx'),
  recharge: () => import('./wallet-page/recharge.page.tsx'),
  payRecord: () => import('./wallet-page/pay-record.page.tsx'),
};

/** Part of the car panel: the wallet it is bound to. */
export const CarWallet = /* @__PURE__ */ lazy(() => import('./customer/car-wallet.view.tsx'));

/** Slot fillings of this module: a part of the car panel, paying from a wallet, what payments into wallets are for, its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(billPurposes, walletPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(walletReviews)),
  /* @__PURE__ */ fill(walletMeans, payFromWallet),
  /* @__PURE__ */ fill(carParts, { place: 55, Part: CarWallet }),
];

/** Loads the help of this module's pages. */
export const pageHelps: LoadPageHelps = () => import('./help/page-help.view.ts');
