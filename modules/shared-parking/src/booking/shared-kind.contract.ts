import type { ListKind } from '@boyun/lists/contract';

/** Cars that booked a shared spot. */
export const sharedKind: ListKind = {
  name: 'shared',
  words: { zh: '共享车', en: 'Shared spot' },
  tone: 'info',
  mark: { zh: '享', en: 'Shared' },
  markTone: 'info',
  rank: 110,
  page: '/_cloud_share/order',
  lanePolicy: 'open',
  isLimited: true,
};
