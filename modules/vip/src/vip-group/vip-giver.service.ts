import { formatYuan } from '@boyun/domain/money';
import type { ReductionOffer } from '@boyun/domain/reduction';
import type { Words } from '@boyun/domain/words';
import {
  type ExampleStay,
  effectOfGranted,
  offersOfGranted,
  possibleOfGrantable,
  type ReductionGiver,
} from '@boyun/orders/server';
import { findMemberships, findPolicies, hasVip, type Membership } from './vip.queries.ts';

/** The policies of VIP groups as reductions of the stays of their cars; the best one of a car applies. They have no limit to note. */
export const vipGiver: ReductionGiver = {
  source: 'vip',
  hasAny: hasVip,
  offers: (tx, stays) => offersOfGranted(tx, stays, findMemberships, offerOf),
  possible: async (tx) => possibleOfGrantable(await findPolicies(tx), offerOf),
  note: async () => {},
};

function offerOf(membership: Membership, stay: ExampleStay): ReductionOffer {
  const { id: sourceId, days, dailyFrom: from, dailyTo: to } = membership;
  return {
    source: 'vip',
    sourceId,
    payer: 'operator',
    effect: effectOfGranted(membership, stay),
    words: wordsOf(membership),
    rule: { days, hours: from && to ? { from, to } : null, isExclusive: true },
  };
}

/** What the fee line says: the group and what it takes off. */
function wordsOf({ name, effect, amountFen, percent, minutes, priceFen }: Membership): Words {
  const worth = {
    free: () => ({ zh: '免费', en: 'free' }),
    percent: () => ({ zh: `${(100 - percent!) / 10}折`, en: `${percent} % off` }),
    amount: () => ({ zh: `减${formatYuan(amountFen!)}元`, en: `${formatYuan(amountFen!)} off` }),
    minutes: () => ({ zh: `免费${minutes}分钟`, en: `${minutes} minutes free` }),
    'fixed-price': () => ({ zh: `一口价${formatYuan(priceFen!)}元`, en: `${formatYuan(priceFen!)} at most` }),
  }[effect]();
  return { zh: `VIP“${name}”${worth.zh}`, en: `VIP "${name}": ${worth.en}` };
}
