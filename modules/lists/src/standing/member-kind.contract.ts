import type { ListKind } from './list-kind.contract.ts';

/** Kinds of lists whose entries belong to the members module. */
export const memberKinds: readonly ListKind[] = [
  {
    name: 'vip',
    words: { zh: 'VIP车', en: 'VIP' },
    tone: 'good',
    mark: { zh: 'V', en: 'VIP' },
    markTone: 'warn',
    rank: 40,
    page: null,
    lanePolicy: 'open',
    hasPlace: true,
  },
  {
    name: 'unit',
    words: { zh: '单位车', en: 'Unit vehicle' },
    tone: 'good',
    mark: { zh: '单', en: 'Unit' },
    markTone: 'info',
    rank: 50,
    page: null,
    lanePolicy: 'open',
    hasPlace: true,
  },
];
