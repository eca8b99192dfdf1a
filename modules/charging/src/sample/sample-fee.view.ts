import { priceStay, type TariffTemplate } from '@boyun/domain/fee';
import { instantOfWall } from '@boyun/domain/period';
import type { Label } from '@boyun/kernel/contract';

/** Stays that show what a tariff costs; 4 March 2026 is a Wednesday, the 7th a Saturday. */
const STAYS: readonly { readonly label: Label; readonly from: string; readonly to: string }[] = [
  { label: { zh: '30分钟', en: '30 min' }, from: '2026-03-04T10:00', to: '2026-03-04T10:30' },
  { label: { zh: '2小时', en: '2 h' }, from: '2026-03-04T10:00', to: '2026-03-04T12:00' },
  { label: { zh: '5小时', en: '5 h' }, from: '2026-03-04T10:00', to: '2026-03-04T15:00' },
  { label: { zh: '一夜', en: 'A night' }, from: '2026-03-04T20:00', to: '2026-03-05T07:00' },
  { label: { zh: '一天', en: 'A day' }, from: '2026-03-04T10:00', to: '2026-03-05T10:00' },
  { label: { zh: '周六9时', en: 'Saturday 9 h' }, from: '2026-03-07T09:00', to: '2026-03-07T18:00' },
];

/** What a sample costs a small car for some stays, in fen. */
export function sampleFees({
  tariff,
  zone,
}: TariffTemplate): readonly { readonly label: Label; readonly fen: number }[] {
  return STAYS.map(({ label, from, to }) => {
    const stay = { enteredAtMs: instantOfWall(from, zone), exitAtMs: instantOfWall(to, zone), zone };
    return { label, fen: priceStay(tariff, stay).totalFen };
  });
}
