import { requireLot } from '@boyun/facilities/server';
import { coversLot, handle, notFound } from '@boyun/kernel/server';
import { describeRequest, lockForChange, priceOrder, requestAbout } from '@boyun/orders/server';
import { findOrderPlate, findSeenPlate } from '../passing/passing.queries.ts';
import { correctExitPlate, correctPlate, getPlateView } from './plate-correction.contract.ts';
import { askExitPlate, askPlate, exitChanges, matchExit, plateChanges, withPlate } from './plate-correction.service.ts';

const CORRECT = { zh: '更正车牌', en: 'Correct the plate' };

/** Server handlers of plate corrections. */
export const plateServers = [
  handle(getPlateView, async (tx, { orderId, passingId }) => {
    const seen = passingId ? await findSeenPlate(tx, passingId) : orderId ? await findOrderPlate(tx, orderId) : null;
    if (!seen || !coversLot(tx.who, seen.lotId)) throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
    return { picture: seen.picture, plateBox: seen.plateBox };
  }),
  handle(correctPlate, async (tx, { orderId, plate, plateColor, reason }, act) => {
    const order = await lockForChange(tx, orderId, 'correct-plate');
    const { quote } = await withPlate(tx, order, plate, plateColor);
    const asked = await askPlate(tx, {
      ...requestAbout(order, CORRECT),
      summary: { zh: `${order.plate}更正为${plate}`, en: `Correct ${order.plate} to ${plate}` },
      changes: plateChanges(order, plate, plateColor),
      amountFen: order.leftAt ? Math.abs(quote.feeFen - order.feeFen) : null,
      counting: 'added',
      reason,
      payload: { orderId, plate, plateColor },
    });
    return describeRequest(act, order, reason, asked);
  }),
  handle(correctExitPlate, async (tx, { passingId, plate, reason }, act) => {
    const { passing, order } = await matchExit(tx, passingId, plate);
    const lot = await requireLot(tx, order.lotId);
    const { dueFen } = await priceOrder(tx, order, passing.happenedAt, lot.timeZone);
    const asked = await askExitPlate(tx, {
      ...requestAbout(order, { zh: `出场${passing.plate}更正为`, en: `Correct the exit of ${passing.plate} to` }),
      changes: exitChanges(passing, plate),
      amountFen: dueFen,
      counting: 'alone',
      reason,
      payload: { passingId, plate },
    });
    return describeRequest(act, order, reason, asked);
  }),
];
