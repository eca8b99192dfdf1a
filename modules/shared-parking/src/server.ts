import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { listKindSlot } from '@boyun/lists/server';
import { ownMatters, personalData } from '@boyun/members/server';
import { billKinds } from '@boyun/money/server';
import { applyReviews } from '@boyun/reviews/server';
import { bookingsDue } from './booking/booking.jobs.ts';
import { bookingPurchases } from './booking/booking-bill.service.ts';
import { sharedBookingListServer, sharedBookingServers } from './booking/shared-booking.server.ts';
import { sharedKind } from './booking/shared-kind.queries.ts';
import { bookingsLeft, overstaysShared } from './booking/stay-of-booking.service.ts';
import { sharedParking } from './contract.ts';
import { ownShareServers } from './driver/own-share.server.ts';
import { shareMatters } from './driver/own-share.service.ts';
import { ownerDoorServers } from './driver/owner-door.server.ts';
import { shareDoorServers } from './driver/share-door.server.ts';
import { sharedOffer } from './offer/shared-offer.contract.ts';
import { sharedOfferServer, sharedOfferServers } from './offer/shared-offer.server.ts';
import { applyChange, offersRefused, publishOffer } from './offer/shared-offer.service.ts';
import { sharedData } from './owner/own-data.service.ts';
import { spotOwnerServer } from './owner/spot-owner.server.ts';
import { shareRuleServer } from './rule/share-rule.server.ts';
import { withdrawalList } from './withdrawal/owner-withdrawal.contract.ts';
import { ownerEntryListServer, withdrawalListServer, withdrawalServers } from './withdrawal/owner-withdrawal.server.ts';
import { approveWithdrawal, withdrawalsRefused } from './withdrawal/owner-withdrawal.service.ts';

/** The server side of shared parking. */
export const sharedParkingServer = serverModule(sharedParking, new URL('../migrations/', import.meta.url), {
  resources: [shareRuleServer, spotOwnerServer, sharedOfferServer],
  operations: [
    ...sharedOfferServers,
    ...sharedBookingServers,
    ...withdrawalServers,
    ...shareDoorServers,
    ...ownShareServers,
    ...ownerDoorServers,
  ],
  reports: [sharedBookingListServer, ownerEntryListServer, withdrawalListServer],
  reactions: [offersRefused, bookingsLeft, overstaysShared, withdrawalsRefused],
  sweeps: [bookingsDue],
  slots: [
    fill(listKindSlot, sharedKind),
    fill(ownMatters, shareMatters),
    fill(personalData, ...sharedData),
    fill(billKinds, { 'shared-stay': bookingPurchases.bills }),
    applyReviews(sharedOffer.can.list, publishOffer, applyChange),
    applyReviews(withdrawalList.access, approveWithdrawal),
  ],
});
