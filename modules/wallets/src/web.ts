import { type Filling, fill, type WebPages } from '@boyun/kernel/web';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { walletPurpose } from './wallet/wallet-purpose.contract.ts';
import { walletReviews } from './wallet/wallet-review.contract.ts';

/** Custom pages of this module, by component key. */
export const pages: WebPages = {};

/** Slot fillings of this module: what payments into wallets are for, its kinds of requests. */
export const slots: readonly Filling[] = [
  /* @__PURE__ */ fill(billPurposes, walletPurpose),
  /* @__PURE__ */ fill(reviewKinds, ...Object.values(walletReviews)),
];
