import { fill } from '@boyun/kernel/contract';
import { reminderKinds, serverModule } from '@boyun/kernel/server';
import { listKindSlot } from '@boyun/lists/server';
import { billKinds } from '@boyun/money/server';
import { applyReviews } from '@boyun/reviews/server';
import { passes } from './contract.ts';
import { askPlates } from './pack/owner-plates.service.ts';
import { pack } from './pack/pack.contract.ts';
import {
  cancelPackServer,
  changePackPlatesServer,
  getPackServer,
  packExpiry,
  packReturnServer,
  packReviewsRefused,
  packServer,
  pausePackServer,
  refundPackServer,
  renewPackServer,
  sellPackServer,
} from './pack/pack.server.ts';
import { packPurchases } from './pack/pack-bill.service.ts';
import { packKind } from './pack/pack-kind.queries.ts';
import { packReminder } from './pack/pack-reminder.service.ts';
import { askReturns } from './pack/pack-return.service.ts';
import { askSale } from './pack/pack-sale.service.ts';
import { askDiscount } from './pack/sell-pack.service.ts';
import { packCountServer } from './pack-count/pack-count.server.ts';
import { packEventListServer } from './pack-count/pack-event-list.server.ts';
import { packRuleServer } from './pack-rule/pack-rule.server.ts';
import { renewalServers } from './renewal/renewal.server.ts';

export { type BoughtPack, buyPack, findPackOffers, type PackOffer } from './pack/buy-pack.service.ts';
export { findPacksOf, type HeldPack, packPayPath, renewalCodeOf } from './pack/holder-pack.queries.ts';
export { arePlatesAsked, askPlatesAsOwner } from './pack/owner-plates.service.ts';

/** The server side of monthly packs. */
export const passesServer = serverModule(passes, new URL('../migrations/', import.meta.url), {
  resources: [packRuleServer, packServer],
  operations: [
    sellPackServer,
    renewPackServer,
    changePackPlatesServer,
    pausePackServer,
    cancelPackServer,
    refundPackServer,
    getPackServer,
    ...renewalServers,
  ],
  reports: [packReturnServer, packCountServer, packEventListServer],
  reactions: [packReviewsRefused],
  slots: [
    fill(listKindSlot, packKind),
    fill(billKinds, { pack: packPurchases.bills }),
    applyReviews(pack.can.list, askSale, askDiscount, askPlates, askReturns.cancel, askReturns.refund),
    fill(reminderKinds, packReminder),
  ],
  sweeps: [packExpiry],
});
