import { serverModule } from '@boyun/kernel/server';
import { replaySweep, startReplayJobs } from './charge-replay/charge-replay.jobs.ts';
import { replayListServer, replayServers } from './charge-replay/charge-replay.server.ts';
import { orders } from './contract.ts';
import { feedbackListServer, feedbackServers } from './feedback/feedback.server.ts';
import { coverCarsInside } from './order/cover-inside.service.ts';
import { findOrdersServer } from './order/find-order.server.ts';
import { inLotListServer, orderListServer } from './order/order.server.ts';
import { overstaySweep } from './order/overstay.jobs.ts';
import { orderChangeServers, voidListServer } from './order-change/order-change.server.ts';

export { workOffReplay } from './charge-replay/charge-replay.jobs.ts';
export {
  countUses,
  findByPayCode,
  findDebtCode,
  findInside,
  findInsideLike,
  findLeft,
  listInside,
  lockDebts,
  lockOrder,
  type ParkingOrder,
  sumArrears,
} from './order/order.queries.ts';
export { requireOrder } from './order/order.server.ts';
export {
  type Applied,
  applyPayment,
  endStay,
  keepQuote,
  lockForPayment,
  openStay,
  unlockOrder,
} from './order/order.service.ts';
export { describeOrder } from './order/order-detail.service.ts';
export { priceOrder, priceOrders } from './order/price-order.service.ts';
export { leaveTrace, lockForChange, refuseIfInside, refuseOverlap, yuan } from './order-change/change-trace.service.ts';
export { correctedData, priceAnew, writeRepriced } from './order-change/correct-order.service.ts';
export { type FoundExit, leaveWhereFound } from './order-change/found-exit.service.ts';
export { requestAbout, requestClose, tellAsked } from './order-change/order-change.server.ts';
export { giveBack } from './order-change/settle-order.service.ts';

/** The server door of parking orders. */
export const ordersServer = serverModule(orders, new URL('../migrations/', import.meta.url), {
  operations: [findOrdersServer, ...orderChangeServers, ...replayServers, ...feedbackServers],
  reports: [orderListServer, inLotListServer, voidListServer, replayListServer, feedbackListServer],
  reactions: [coverCarsInside],
  partitioned: ['parking_order'],
  sweeps: [replaySweep, overstaySweep],
  start: startReplayJobs,
});
