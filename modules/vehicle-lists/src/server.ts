import { serverModule } from '@boyun/kernel/server';
import {
  appointmentOperations,
  appointmentQuotaServer,
  appointmentServer,
  appointmentsCompleted,
  appointmentsMissed,
} from './appointment/appointment.server.ts';
import { bookingOperations, bookingPageServer } from './appointment/booking.server.ts';
import { blackListServer } from './black-list/black-list.server.ts';
import { vehicleLists } from './contract.ts';
import { fixedListServer } from './fixed-list/fixed-list.server.ts';
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
import { packRuleServer } from './pack-rule/pack-rule.server.ts';
import { plateStandingOperation } from './standing/plate-standing.server.ts';
import {
  answerInvitationServer,
  decideVisitServer,
  getInvitationServer,
  registerVisitServer,
  visitExpiry,
  visitListServer,
} from './visit-list/visit-list.server.ts';
import { whiteListServer } from './white-list/white-list.server.ts';

export { type PackMoney, setPackTill } from './pack/pack-till.service.ts';
export { coversOf } from './standing/cover.service.ts';
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
  sweeps: [packExpiry, packReminders, appointmentsMissed, visitExpiry],
});
