import { fill, moduleContract, resourcePage } from '@boyun/kernel/contract';
import { reviewKinds } from '@boyun/reviews/contract';
import { blackList } from './black-list/black-list.contract.ts';
import { addCarNote, carNoteRefusal, deleteCarNote, getCarNotes } from './car-note/car-note.contract.ts';
import { carNoteAdded, carNoteDeleted } from './car-note/car-note-event.contract.ts';
import { customerRegistered, customerRenumbered } from './customer/customer-event.contract.ts';
import { fixedList } from './fixed-list/fixed-list.contract.ts';
import { freeList } from './free-list/free-list.contract.ts';
import { getPlateStanding } from './plate-standing/plate-standing.contract.ts';
import { listRefusal } from './standing/list-field.contract.ts';
import { listKinds } from './standing/list-kind.contract.ts';
import { listReviews, visitReview } from './standing/list-review.contract.ts';
import { ownKinds } from './standing/own-kind.contract.ts';
import { visitDecided, visitExpired, visitRegistered } from './visit-list/visit-event.contract.ts';
import {
  answerInvitation,
  decideVisit,
  getInvitation,
  registerVisit,
  visitList,
} from './visit-list/visit-list.contract.ts';
import { whiteList } from './white-list/white-list.contract.ts';

export { listField, listRefusal, noEnd } from './standing/list-field.contract.ts';
export {
  ARREARS_RANK,
  badgeOf,
  findListKind,
  isFreeStanding,
  type ListKind,
  listKinds,
  Standing,
  standingField,
  standingsWhere,
} from './standing/list-kind.contract.ts';
export { VisitState } from './visit-list/visit-list.contract.ts';
export { customerRegistered, customerRenumbered };

/** Lists that decide how a plate passes. */
export const lists = moduleContract('lists', {
  events: [
    visitDecided,
    visitRegistered,
    visitExpired,
    carNoteAdded,
    carNoteDeleted,
    customerRegistered,
    customerRenumbered,
  ],
  resources: [blackList, whiteList, freeList, fixedList, visitList],
  operations: [
    getPlateStanding,
    decideVisit,
    getInvitation,
    answerInvitation,
    registerVisit,
    getCarNotes,
    addCarNote,
    deleteCarNote,
  ],
  refusals: [listRefusal, carNoteRefusal],
  slots: [fill(listKinds, ...ownKinds), fill(reviewKinds, ...Object.values(listReviews), visitReview)],
  pages: [
    resourcePage('blackList', blackList, { path: '/_cloud_operation/blackList', icon: 'black', area: 'list' }),
    resourcePage('whiteList', whiteList, { path: '/_cloud_operation/whiteList', icon: 'white', area: 'list' }),
    resourcePage('freeList', freeList, { path: '/_cloud_operation/freeList', icon: 'free', area: 'list' }),
    resourcePage('fixedList', fixedList, { path: '/_cloud_operation/fixedList', icon: 'fixed', area: 'list' }),
    resourcePage('visitList', visitList, { path: '/_cloud_operation/visitList', icon: 'visitor', area: 'list' }),
  ],
});
