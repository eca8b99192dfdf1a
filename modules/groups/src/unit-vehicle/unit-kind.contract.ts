import type { ListKind } from '@boyun/lists/contract';

const page = '/_cloud_group/vehicle';

/** Cars of units that use a spot of their unit. */
export const unitKind: ListKind = {
  name: 'unit',
  words: { zh: '单位车', en: 'Unit vehicle' },
  tone: 'good',
  mark: { zh: '单', en: 'Unit' },
  markTone: 'good',
  rank: 72,
  page,
  lanePolicy: 'open',
  hasPlace: true,
};

const over = { tone: 'bad', markTone: 'warn', page } as const;

/** Cars beyond the spots of a unit whose rule is to wait: staff let them in, and they pay. */
export const unitWaitKind: ListKind = {
  ...over,
  name: 'unit-wait',
  words: { zh: '单位超额车（待确认）', en: 'Unit over quota, waits' },
  mark: { zh: '超', en: 'Over' },
  rank: 73,
  lanePolicy: 'confirm',
};

/** Cars beyond the spots of a unit whose rule refuses them. */
export const unitRefuseKind: ListKind = {
  ...over,
  name: 'unit-refuse',
  words: { zh: '单位超额车（禁入）', en: 'Unit over quota, refused' },
  mark: { zh: '超', en: 'Over' },
  rank: 74,
  lanePolicy: 'deny',
};

/** Visitors for whom a unit pays. */
export const unitVisitorKind: ListKind = {
  name: 'unit-visitor',
  words: { zh: '单位访客', en: 'Visitor of a unit' },
  tone: 'info',
  mark: { zh: '访', en: 'Visit' },
  markTone: 'info',
  rank: 88,
  page: '/_cloud_group/visitor',
  lanePolicy: 'open',
};

/** The kinds of lists this module declares. */
export const unitKinds: readonly ListKind[] = [unitKind, unitWaitKind, unitRefuseKind, unitVisitorKind];
