import { reviewKind } from '@boyun/reviews/contract';

const pageOf = (walletId: string) => `/_cloud_member/wallet?open=${walletId}`;

/** Requests about wallets that a second person decides. */
export const walletReviews = {
  refund: reviewKind('wallet.refund', { zh: '钱包退款', en: 'Refund a wallet' }, pageOf),
  adjust: reviewKind('wallet.adjust', { zh: '钱包调账', en: 'Adjust a wallet' }, pageOf),
};
