import type { ListKind } from './list-kind.contract.ts';

/** Visitors. */
export const visitor: ListKind = {
  name: 'visitor',
  words: { zh: '访客车', en: 'Visitor' },
  tone: 'info',
  mark: { zh: '访', en: 'Visit' },
  markTone: 'info',
  rank: 90,
  page: '/_cloud_operation/visitList',
  lanePolicy: 'open',
  isLimited: true,
};
