import { lockCarsInside, requireLot } from '@boyun/facilities/server';
import { reaction } from '@boyun/kernel/server';
import { isFreeStanding } from '@boyun/lists/contract';
import { orderReduced } from '@boyun/orders/contract';
import { endStay, lockOrder, priceOrder, sumArrears } from '@boyun/orders/server';
import { lockWaitingExit, setWaitingDue } from './passing.queries.ts';
import { orderQuoted } from './passing-event.contract.ts';
import { letThrough } from './settle-passing.service.ts';

/** On a lower quote, tells the lane where the car waits, and lets it out where nothing is due any more. */
export const takeReduction = reaction('take-reduction', [orderReduced], {
  isPrompt: true,
  async react(tx, { lotId, data: { orderId } }) {
    if (!lotId) return;
    await lockCarsInside(tx, lotId);
    const passing = await lockWaitingExit(tx, orderId);
    const order = passing ? await lockOrder(tx, orderId) : null;
    if (!passing || order?.parkingState !== 'inside' || order.payState === 'paying') return;
    const lot = await requireLot(tx, lotId);
    const debtFen = lot.hasDebtCollection && !isFreeStanding(order.standing) ? await sumArrears(tx, order.plate) : 0;
    const dueFen = Math.max(0, order.dueFen) + debtFen;
    if (dueFen > 0) {
      await setWaitingDue(tx, passing.id, dueFen);
      const { plate, feeFen } = order;
      tx.emit(orderQuoted, {
        lotId,
        subjectId: orderId,
        data: { orderId, plate, laneId: passing.laneId, feeFen, dueFen },
      });
      return;
    }
    const { laneId, id: passingId, picture } = passing;
    const quote = await priceOrder(tx, order, tx.now, lot.timeZone);
    await endStay(tx, order, quote, { laneId, passingId, picture, leftAt: tx.now, passType: 'automatic' });
    const reason = { zh: '优惠抵扣后无需缴费，放行', en: 'Let through: discounts cover the fee' };
    await letThrough(tx, passing, 'automatic', reason, order.id);
  },
});
