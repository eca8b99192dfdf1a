import type { ListKind } from '@boyun/lists/contract';

/** Cars of VIP groups. */
export const vipKind: ListKind = {
  name: 'vip',
  words: { zh: 'VIP车', en: 'VIP' },
  tone: 'good',
  mark: { zh: '贵', en: 'VIP' },
  markTone: 'good',
  rank: 85,
  page: '/_cloud_vip/vehicle',
  lanePolicy: 'open',
};
