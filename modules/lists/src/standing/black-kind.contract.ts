import type { ListKind } from './list-kind.contract.ts';

/** The black list, asked before all other kinds. */
export const black: ListKind = {
  name: 'black',
  words: { zh: '黑名单', en: 'Black list' },
  tone: 'bad',
  mark: { zh: '黑', en: 'Black' },
  markTone: 'dark',
  rank: 10,
  page: '/_cloud_operation/blackList',
  lanePolicy: null,
};
