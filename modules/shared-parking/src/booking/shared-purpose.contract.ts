import type { BillPurpose } from '@boyun/money/contract';

/** What payments of shared spots are for. */
export const sharedPurpose: BillPurpose = {
  kind: 'shared-stay',
  name: 'shared-stay',
  payment: { zh: '共享车位', en: 'Shared spot' },
  refund: { zh: '共享车位退款', en: 'Shared spot refund' },
};
