import type { ListKind } from './list-kind.contract.ts';

/** Plates that pass free. */
export const white: ListKind = {
  name: 'white',
  words: { zh: '白名单', en: 'White list' },
  tone: 'good',
  mark: { zh: '白', en: 'White' },
  markTone: 'info',
  rank: 30,
  page: '/_cloud_operation/whiteList',
  lanePolicy: 'open',
  isFree: true,
  hasPlace: true,
};
