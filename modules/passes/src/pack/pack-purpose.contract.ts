import type { BillPurpose } from '@boyun/money/contract';

/** What payments of a pack are for. */
export const packPurpose: BillPurpose = {
  kind: 'pack',
  name: 'pack',
  payment: { zh: '月卡', en: 'Pack' },
  refund: { zh: '月卡退款', en: 'Pack refund' },
};
