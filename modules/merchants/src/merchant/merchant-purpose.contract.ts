import type { BillPurpose } from '@boyun/money/contract';

/** What payments of merchants are for. */
export const merchantPurpose: BillPurpose = {
  kind: 'merchant',
  name: 'merchant',
  payment: { zh: '商家充值', en: 'Merchant credit' },
  refund: { zh: '商家余额退款', en: 'Merchant credit refund' },
};
