import { formatYuan } from '@boyun/domain/money';
import type { Label } from '@boyun/kernel/contract';
import type { CouponEffect } from './coupon.contract.ts';

/** What a coupon takes off. */
export interface EffectOf {
  readonly effect: CouponEffect;
  readonly amountFen: number | null;
  readonly percent: number | null;
  readonly minutes: number | null;
}

/** Returns what a coupon takes off, in a few words. */
export function effectWords({ effect, amountFen, percent, minutes }: EffectOf): Label {
  const n = percent ?? 0;
  switch (effect) {
    case 'amount':
      return { zh: `减¥${formatYuan(amountFen ?? 0)}`, en: `¥${formatYuan(amountFen ?? 0)} off` };
    case 'percent':
      return { zh: `减${n}%（${(100 - n) / 10}折）`, en: `${n} % off` };
    case 'minutes':
      return { zh: `前${minutes ?? 0}分钟免费`, en: `First ${minutes ?? 0} min free` };
    case 'free':
      return { zh: '全免', en: 'Free' };
  }
}
