import type { BillPurpose } from '@boyun/money/contract';

/** What payments into a wallet are for. */
export const walletPurpose: BillPurpose = {
  kind: 'wallet',
  name: 'wallet',
  payment: { zh: '钱包充值', en: 'Wallet top-up' },
  refund: { zh: '钱包退款', en: 'Wallet refund' },
};
