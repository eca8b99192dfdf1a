import type { BillPurpose } from '@boyun/money/contract';

/** What payments that reconciliation found are for. */
export const unidentifiedPurpose: BillPurpose = {
  kind: 'unidentified',
  name: 'unidentified',
  payment: { zh: '不明来款', en: 'Unknown money' },
  refund: { zh: '不明来款退回', en: 'Unknown money given back' },
};
