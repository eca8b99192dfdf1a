import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { billKinds } from '@boyun/money/server';
import { applyReviews, reviewedWrites } from '@boyun/reviews/server';
import {
  appointmentOperations,
  appointmentQuotaServer,
  appointmentServer,
  appointmentsCompleted,
  appointmentsMissed,
} from './appointment/appointment.server.ts';
import { appointmentKind } from './appointment/appointment-kind.queries.ts';
import { bookingOperations, bookingPageServer } from './appointment/booking.server.ts';
import { blackList } from './black-list/black-list.contract.ts';
import { blackKind } from './black-list/black-list.queries.ts';
import { blackListServer } from './black-list/black-list.server.ts';
import { vehicleLists } from './contract.ts';
import { fixedList } from './fixed-list/fixed-list.contract.ts';
import { fixedKind } from './fixed-list/fixed-list.queries.ts';
import { fixedListServer } from './fixed-list/fixed-list.server.ts';
import { freeList } from './free-list/free-list.contract.ts';
import { freeKind } from './free-list/free-list.queries.ts';
import { freeListServer } from './free-list/free-list.server.ts';
import {
  cancelPackServer,
  changePackPlatesServer,
  getPackServer,
  packExpiry,
  packReminders,
  packReturnServer,
  packReviewsRefused,
  packServer,
  pausePackServer,
  refundPackServer,
  renewPackServer,
  sellPackServer,
} from './pack/pack.server.ts';
import { packBills } from './pack/pack-bill.service.ts';
import { packKind } from './pack/pack-kind.queries.ts';
import { askReturns } from './pack/pack-return.service.ts';
import { askDiscount, askSale } from './pack/sell-pack.service.ts';
import { packRuleServer } from './pack-rule/pack-rule.server.ts';
import { listKinds } from './standing/list-field.contract.ts';
import { listKindSlot } from './standing/list-kind.service.ts';
import { plateStandingOperation } from './standing/plate-standing.server.ts';
import { visitList } from './visit-list/visit-list.contract.ts';
import { visitorKind } from './visit-list/visit-list.queries.ts';
import {
  answerInvitationServer,
  decideVisitServer,
  getInvitationServer,
  registerVisitServer,
  visitExpiry,
  visitListServer,
} from './visit-list/visit-list.server.ts';
import { whiteList } from './white-list/white-list.contract.ts';
import { whiteKind } from './white-list/white-list.queries.ts';
import { whiteListServer } from './white-list/white-list.server.ts';

export { coversOf } from './standing/cover.service.ts';
export { coverByEntry, span } from './standing/entry-cover.service.ts';
export { type Cover, entriesOf, type ListKindServer, listKindSlot } from './standing/list-kind.service.ts';
export { findOwners } from './standing/owner.queries.ts';
export { noteArrival, standingOf } from './standing/standing.service.ts';

/** The server door of the lists that decide how a plate passes. */
export const vehicleListsServer = serverModule(vehicleLists, new URL('../migrations/', import.meta.url), {
  resources: [
    blackListServer,
    whiteListServer,
    freeListServer,
    fixedListServer,
    visitListServer,
    appointmentQuotaServer,
    appointmentServer,
    bookingPageServer,
    packRuleServer,
    packServer,
  ],
  operations: [
    plateStandingOperation,
    decideVisitServer,
    getInvitationServer,
    answerInvitationServer,
    registerVisitServer,
    ...appointmentOperations,
    ...bookingOperations,
    sellPackServer,
    renewPackServer,
    changePackPlatesServer,
    pausePackServer,
    cancelPackServer,
    refundPackServer,
    getPackServer,
  ],
  reports: [packReturnServer],
  reactions: [appointmentsCompleted, packReviewsRefused],
  slots: [
    fill(listKindSlot, blackKind, whiteKind, fixedKind, packKind, freeKind, visitorKind, appointmentKind),
    fill(billKinds, { pack: packBills }),
    applyReviews(
      askSale,
      askDiscount,
      askReturns.cancel,
      askReturns.refund,
      reviewedWrites(blackList, listKinds.blackList),
      reviewedWrites(whiteList, listKinds.whiteList),
      reviewedWrites(freeList, listKinds.freeList),
      reviewedWrites(fixedList, listKinds.fixedList),
      reviewedWrites(visitList, listKinds.visitList),
    ),
  ],
  sweeps: [packExpiry, packReminders, appointmentsMissed, visitExpiry],
});
