import { fill } from '@boyun/kernel/contract';
import { serverModule } from '@boyun/kernel/server';
import { applyReviews, inboxSources, reviewedWrites } from '@boyun/reviews/server';
import { blackList } from './black-list/black-list.contract.ts';
import { blackKind } from './black-list/black-list.queries.ts';
import { blackListServer } from './black-list/black-list.server.ts';
import { carNoteServers } from './car-note/car-note.server.ts';
import { lists } from './contract.ts';
import { fixedList } from './fixed-list/fixed-list.contract.ts';
import { fixedKind } from './fixed-list/fixed-list.queries.ts';
import { fixedListServer } from './fixed-list/fixed-list.server.ts';
import { freeList } from './free-list/free-list.contract.ts';
import { freeKind } from './free-list/free-list.queries.ts';
import { freeListServer } from './free-list/free-list.server.ts';
import { plateStandingOperation } from './plate-standing/plate-standing.server.ts';
import { listKindSlot } from './standing/list-kind.service.ts';
import { listReviews } from './standing/list-review.contract.ts';
import { visitInbox } from './visit-list/visit-inbox.service.ts';
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

export { type CustomerBook, customerBook, mobilesOf, platesOf } from './customer/customer.service.ts';
export { platesOfSpot } from './fixed-list/spot-owner.queries.ts';
export { checkPlate } from './plate-standing/plate.service.ts';
export { coversOf } from './standing/cover.service.ts';
export { coverBy, coverByEntry, EVER, span } from './standing/entry-cover.service.ts';
export { checkHours } from './standing/list-entry.service.ts';
export {
  type Cover,
  type CoverStays,
  type EntryRule,
  entriesOf,
  type ListedStay,
  type ListKindServer,
  listKindSlot,
  ownersOf,
} from './standing/list-kind.service.ts';
export { findOwners } from './standing/owner.queries.ts';
export { entriesOfLot, findListed, type LotEntry } from './standing/standing.queries.ts';
export { noteArrival, standingOf } from './standing/standing.service.ts';
export { findVisitsOf, forgetVisitor } from './visit-list/holder-visit.queries.ts';

/** Server side of the lists that decide how a plate passes. */
export const listsServer = serverModule(lists, new URL('../migrations/', import.meta.url), {
  resources: [blackListServer, whiteListServer, freeListServer, fixedListServer, visitListServer],
  operations: [
    plateStandingOperation,
    decideVisitServer,
    getInvitationServer,
    answerInvitationServer,
    registerVisitServer,
    ...carNoteServers,
  ],
  slots: [
    fill(listKindSlot, blackKind, whiteKind, fixedKind, freeKind, visitorKind),
    fill(inboxSources, visitInbox),
    applyReviews(blackList.can.list, reviewedWrites(blackList, listReviews.blackList.name)),
    applyReviews(whiteList.can.list, reviewedWrites(whiteList, listReviews.whiteList.name)),
    applyReviews(freeList.can.list, reviewedWrites(freeList, listReviews.freeList.name)),
    applyReviews(fixedList.can.list, reviewedWrites(fixedList, listReviews.fixedList.name)),
    applyReviews(visitList.can.list, reviewedWrites(visitList, listReviews.visitList.name)),
  ],
  sweeps: [visitExpiry],
});
