import { vipOffer } from '@boyun/domain/vip';
import { offersOfGranted, possibleOfGrantable, type ReductionGiver } from '@boyun/orders/server';
import { findMemberships, findPolicies, hasVip } from './vip.queries.ts';

/** The policies of VIP groups as reductions of the stays of their cars; the best one of a car applies. They have no limit to note. */
export const vipGiver: ReductionGiver = {
  source: 'vip',
  hasAny: hasVip,
  offers: (tx, stays) => offersOfGranted(tx, stays, findMemberships, vipOffer),
  possible: async (tx) => possibleOfGrantable(await findPolicies(tx), vipOffer),
  note: async () => {},
};
