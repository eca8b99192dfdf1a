import type { Output } from '@boyun/kernel/contract';
import type { getLotMap } from './lot-map.contract.ts';

/** A lot of the map. */
export type MapLot = Output<typeof getLotMap>['lots'][number];

/** What lots can be filtered by on the map. */
export const LotFilter = {
  all: { zh: '全部', en: 'All' },
  free: { zh: '有空位', en: 'Free' },
  full: { zh: '将满', en: 'Full' },
  trouble: { zh: '异常', en: 'Trouble' },
} as const;
export type LotFilter = keyof typeof LotFilter;

/** Share of spots from which a lot counts as nearly full. */
const NEARLY_FULL = 0.9;

/** Returns the share of the spots of a lot that is taken; null without spots. */
export function shareOf({ carsInside, capacity }: Pick<MapLot, 'carsInside' | 'capacity'>): number | null {
  return capacity > 0 ? Math.max(0, carsInside / capacity) : null;
}

/** Returns the lots that match a filter and whose name contains a text. */
export function filterLots(lots: readonly MapLot[], filter: LotFilter, text: string): MapLot[] {
  const wanted = text.trim().toLowerCase();
  const matches: Readonly<Record<LotFilter, (one: MapLot) => boolean>> = {
    all: () => true,
    free: (one) => (shareOf(one) ?? 1) < NEARLY_FULL,
    full: (one) => (shareOf(one) ?? 0) >= NEARLY_FULL,
    trouble: (one) => one.alarms > 0 || one.offline > 0,
  };
  return lots.filter((one) => matches[filter](one) && (wanted === '' || one.name.toLowerCase().includes(wanted)));
}

/** Occupancy as a colour: calm, busy, nearly full. */
export const OCCUPANCY_STEPS = [
  { from: 0, color: '#2f9e6e', label: { zh: '70%以下', en: 'below 70%' } },
  { from: 0.7, color: '#e0a100', label: { zh: '70–90%', en: '70–90%' } },
  { from: NEARLY_FULL, color: '#d64545', label: { zh: '90%以上', en: 'above 90%' } },
] as const;

/** Returns the colour of a share. */
export function colorOfShare(share: number | null): string {
  return OCCUPANCY_STEPS.findLast((one) => (share ?? 0) >= one.from)!.color;
}
