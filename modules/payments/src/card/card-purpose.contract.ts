import type { BillPurpose } from '@boyun/money/contract';

/** What payments of a stored-value card are for. */
export const cardPurpose: BillPurpose = {
  kind: 'card',
  name: 'card',
  payment: { zh: '卡充值', en: 'Card recharge' },
  refund: { zh: '退卡退款', en: 'Card refund' },
};
