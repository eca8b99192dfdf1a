import { fill } from '@boyun/kernel/contract';
import { gonePlates, serverModule } from '@boyun/kernel/server';
import { billKinds } from '@boyun/money/server';
import { applyReviews } from '@boyun/reviews/server';
import { orders } from './contract.ts';
import { appointmentsCompleted } from './order/appointment-completed.service.ts';
import { coverCarsInside } from './order/cover-inside.service.ts';
import { findOrdersServer } from './order/find-order.server.ts';
import { orderList } from './order/order.contract.ts';
import { inLotListServer, orderListServer } from './order/order.server.ts';
import { overstaySweep } from './order/overstay.jobs.ts';
import { renewQuotes } from './order/renew-quote.service.ts';
import { retainedStrangers } from './order/retained-order.jobs.ts';
import { STAY } from './order/stay-bill.service.ts';
import { askTimes } from './order-change/correct-order.service.ts';
import { askPicture } from './order-change/correct-picture.service.ts';
import { orderChangeServers, voidListServer } from './order-change/order-change.server.ts';
import { askClose, askWaive } from './order-change/settle-order.service.ts';
import { askRestore, askVoid } from './order-change/void-order.service.ts';
import { stayBills } from './stay-payment/stay-payment.service.ts';

export {
  type Grantable,
  type GrantedReduction,
  offersOfGranted,
  possibleOfGrantable,
} from './order/granted-reduction.service.ts';
export { countGrants, grantState } from './order/granted-report.service.ts';
export { invoiceOffer, offersInvoice } from './order/invoice-offer.service.ts';
export {
  countUses,
  feeLinesOf,
  findByPayCode,
  findDebtCode,
  findInside,
  findInsideLike,
  findLeft,
  findOwing,
  listInside,
  lockDebts,
  lockOrder,
  type ParkingOrder,
  type Settlement,
  sumArrears,
} from './order/order.queries.ts';
export { requireOrder } from './order/order.server.ts';
export { endStay, keepQuote, openStay } from './order/order.service.ts';
export { describeOrder } from './order/order-detail.service.ts';
export { priceOrder, priceOrders, waiveDue } from './order/price-order.service.ts';
export { QUOTE_HOLDS_MS, reductionsOf } from './order/reduction.queries.ts';
export {
  type ExampleStay,
  type OfferedStay,
  type PossibleOffer,
  type ReducedOrder,
  type ReductionGiver,
  reductionGivers,
} from './order/reduction-giver.service.ts';
export { renewQuote } from './order/renew-quote.service.ts';
export { findOpenOrders, forgetOrderPictures, openMatters, orderMasks } from './order/retained-order.jobs.ts';
export { STAY, stayOf } from './order/stay-bill.service.ts';
export {
  lockForChange,
  recordChange,
  refuseIfInside,
  refuseOverlap,
  yuan,
} from './order-change/change-trace.service.ts';
export { correctedData, priceAnew, writeRepriced } from './order-change/correct-order.service.ts';
export { type FoundExit, leaveWhereFound } from './order-change/found-exit.service.ts';
export { describeRequest, requestAbout, requestClose } from './order-change/order-change.server.ts';

/** The server door of parking orders. */
export const ordersServer = serverModule(orders, new URL('../migrations/', import.meta.url), {
  operations: [findOrdersServer, ...orderChangeServers],
  reports: [orderListServer, inLotListServer, voidListServer],
  reactions: [coverCarsInside, appointmentsCompleted, renewQuotes],
  partitioned: ['parking_order'],
  retained: [retainedStrangers],
  slots: [
    fill(billKinds, { [STAY]: stayBills }),
    applyReviews(orderList.access, askTimes, askPicture, askClose, askWaive, askVoid, askRestore),
  ],
  sweeps: [overstaySweep, gonePlates],
});
