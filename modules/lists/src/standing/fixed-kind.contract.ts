import type { ListKind } from './list-kind.contract.ts';

/** Cars with a fixed spot. */
export const fixed: ListKind = {
  name: 'fixed',
  words: { zh: '固定车', en: 'Fixed vehicle' },
  tone: 'good',
  mark: { zh: '固', en: 'Fixed' },
  markTone: 'good',
  rank: 60,
  page: '/_cloud_operation/fixedList',
  lanePolicy: 'open',
  hasPlace: true,
};
