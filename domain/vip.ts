/** What cars of VIP groups have off their fees. */
import { effectOfGranted, type GrantedEffect, type GrantedStay } from './granted.ts';
import { formatYuan } from './money.ts';
import { isoDay } from './period.ts';
import type { ReductionOffer } from './reduction.ts';
import type { Words } from './words.ts';

/** The terms of a group, as a car has them. */
export interface VipTerms extends GrantedEffect {
  /** Its membership. */
  readonly id: string;
  /** Name of the group. */
  readonly name: string;
  /** Days of the week, 0 for Sunday to 6; empty for every day. */
  readonly days: readonly number[];
  readonly dailyFrom: string | null;
  readonly dailyTo: string | null;
}

/** The offer to a stay of a member; of several groups the best one applies. */
export function vipOffer(terms: VipTerms, stay: Pick<GrantedStay, 'enteredAt' | 'at'>): ReductionOffer {
  const { id: sourceId, days, dailyFrom: from, dailyTo: to } = terms;
  return {
    source: 'vip',
    sourceId,
    payer: 'operator',
    effect: effectOfGranted(terms, stay),
    words: wordsOf(terms),
    rule: { days: days.map(isoDay), hours: from && to ? { from, to } : null, isExclusive: true },
  };
}

/** What the fee line says: the group and what it takes off. */
function wordsOf({ name, effect, amountFen, percent, minutes, priceFen }: VipTerms): Words {
  const worth = {
    free: () => ({ zh: '免费', en: 'free' }),
    percent: () => ({ zh: `${(100 - percent!) / 10}折`, en: `${percent} % off` }),
    amount: () => ({ zh: `减${formatYuan(amountFen!)}元`, en: `${formatYuan(amountFen!)} off` }),
    minutes: () => ({ zh: `免费${minutes}分钟`, en: `${minutes} minutes free` }),
    'fixed-price': () => ({ zh: `一口价${formatYuan(priceFen!)}元`, en: `${formatYuan(priceFen!)} at most` }),
  }[effect]();
  return { zh: `VIP“${name}”${worth.zh}`, en: `VIP "${name}": ${worth.en}` };
}
