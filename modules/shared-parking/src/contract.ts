import { fill, moduleContract, page } from '@boyun/kernel/contract';
import { listKinds } from '@boyun/lists/contract';
import { billPurposes } from '@boyun/money/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import {
  bookSharedSpot,
  cancelSharedBooking,
  findSharedSpots,
  getSharedBooking,
  reportTaken,
  sharedBookingList,
  sharedBookingRefusal,
} from './booking/shared-booking.contract.ts';
import {
  bookingCancelled,
  bookingExpired,
  bookingLeft,
  bookingMade,
  bookingMissed,
  bookingMoved,
  bookingOverstayed,
  bookingPaid,
  bookingRefundFailed,
} from './booking/shared-booking-event.contract.ts';
import { sharedKind } from './booking/shared-kind.contract.ts';
import { sharedPurpose } from './booking/shared-purpose.contract.ts';
import { bookOwnShare, getShareDriver } from './driver/own-share.contract.ts';
import {
  bookShareByDriver,
  cancelShareByDriver,
  exceptByOwner,
  getOwnerPage,
  getShareBooking,
  getSharePage,
  offerByOwner,
  removeByOwner,
  reportTakenByDriver,
  shareDoorRefusal,
  withdrawByOwner,
} from './driver/share-door.contract.ts';
import {
  changeOffer,
  decideOffer,
  endOffer,
  exceptOffer,
  getOfferWeek,
  offerSpot,
  pauseOffer,
  removeException,
  resumeOffer,
  sharedOffer,
  sharedOfferRefusal,
} from './offer/shared-offer.contract.ts';
import {
  offerChanged,
  offerEnded,
  offerExcepted,
  offerMade,
  offerPaused,
  offerPublished,
  offerRejected,
  offerResumed,
} from './offer/shared-offer-event.contract.ts';
import { shareReviews } from './offer/shared-offer-review.contract.ts';
import { spotOwner, spotOwnerRefusal } from './owner/spot-owner.contract.ts';
import { shareRule, shareRuleRefusal } from './rule/share-rule.contract.ts';
import {
  acceptWithdrawal,
  askWithdrawal,
  confirmWithdrawal,
  getWithdrawalFile,
  ownerEntryList,
  returnWithdrawal,
  withdrawalList,
  withdrawalRefusal,
} from './withdrawal/owner-withdrawal.contract.ts';
import {
  withdrawalApproved,
  withdrawalAsked,
  withdrawalPaid,
  withdrawalReturned,
} from './withdrawal/owner-withdrawal-event.contract.ts';

/** Spots that their owners share: offers, bookings, and the owners' money. */
export const sharedParking = moduleContract('shared-parking', {
  events: [
    offerMade,
    offerPublished,
    offerRejected,
    offerChanged,
    offerPaused,
    offerResumed,
    offerEnded,
    offerExcepted,
    bookingMade,
    bookingPaid,
    bookingExpired,
    bookingLeft,
    bookingMissed,
    bookingCancelled,
    bookingMoved,
    bookingOverstayed,
    bookingRefundFailed,
    withdrawalAsked,
    withdrawalApproved,
    withdrawalPaid,
    withdrawalReturned,
  ],
  resources: [shareRule, spotOwner, sharedOffer],
  operations: [
    offerSpot,
    decideOffer,
    changeOffer,
    pauseOffer,
    resumeOffer,
    endOffer,
    exceptOffer,
    removeException,
    getOfferWeek,
    findSharedSpots,
    bookSharedSpot,
    getSharedBooking,
    cancelSharedBooking,
    reportTaken,
    askWithdrawal,
    acceptWithdrawal,
    getWithdrawalFile,
    confirmWithdrawal,
    returnWithdrawal,
    getSharePage,
    bookShareByDriver,
    getShareBooking,
    cancelShareByDriver,
    reportTakenByDriver,
    getShareDriver,
    bookOwnShare,
    getOwnerPage,
    offerByOwner,
    exceptByOwner,
    removeByOwner,
    withdrawByOwner,
  ],
  reports: [sharedBookingList, ownerEntryList, withdrawalList],
  refusals: [
    shareRuleRefusal,
    spotOwnerRefusal,
    sharedOfferRefusal,
    sharedBookingRefusal,
    withdrawalRefusal,
    shareDoorRefusal,
  ],
  slots: [
    fill(listKinds, sharedKind),
    fill(billPurposes, sharedPurpose),
    fill(reviewKinds, ...Object.values(shareReviews)),
  ],
  pages: [
    page('sharedSpot', {
      title: sharedOffer.title,
      access: sharedOffer.can.list,
      resource: sharedOffer,
      path: '/_cloud_share/spot',
      icon: 'spot',
      area: 'share',
    }),
    page('sharedOrder', {
      title: sharedBookingList.title,
      access: sharedBookingList.access,
      path: '/_cloud_share/order',
      icon: 'order',
      area: 'share',
    }),
    page('sharedIncome', {
      title: ownerEntryList.title,
      access: ownerEntryList.access,
      path: '/_cloud_share/income',
      icon: 'payment',
      area: 'share',
    }),
  ],
});
