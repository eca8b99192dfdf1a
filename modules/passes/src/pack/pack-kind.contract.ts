import type { ListKind } from '@boyun/lists/contract';

/** Cars with a monthly pack. */
export const packKind: ListKind = {
  name: 'pack',
  words: { zh: '月卡车', en: 'Monthly pack' },
  tone: 'good',
  mark: { zh: '月', en: 'Pack' },
  markTone: 'good',
  rank: 70,
  page: '/_cloud_operation/packManage',
  lanePolicy: 'open',
  hasPlace: true,
};
