import type { BillPurpose } from '@boyun/money/contract';

/** What payments of a stay are for. */
export const stayPurpose: BillPurpose = {
  kind: 'stay',
  name: 'order',
  payment: { zh: '停车费', en: 'Parking' },
  refund: { zh: '停车费退款', en: 'Parking refund' },
};
