import type { ListKind } from './list-kind.contract.ts';

/** Free vehicles. */
export const free: ListKind = {
  name: 'free',
  words: { zh: '免费车', en: 'Free vehicle' },
  tone: 'good',
  mark: { zh: '免', en: 'Free' },
  markTone: 'good',
  rank: 80,
  page: '/_cloud_operation/freeList',
  lanePolicy: 'open',
  isLimited: true,
};
