import { type BoxContext, findBoxSetup } from '@boyun/devices/server';
import { formatYuan } from '@boyun/domain/money';
import { lockCarsInside } from '@boyun/facilities/server';
import { type Label, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { lockOrder, type ParkingOrder } from '@boyun/orders/server';
import { leaveLate } from '@boyun/passings/server';
import { dueAt, takeCashInHand } from '@boyun/payments/server';
import { bookBoxCash, boxItemRefusal } from './box-item.contract.ts';
import { findActing, findStayOf, findToldPassing, type ItemOutcome } from './box-item.queries.ts';
import { boxFeeDiffered } from './box-item-event.contract.ts';
import type { ReadItem } from './item-reading.service.ts';

type CashItem = ReadItem & { kind: 'cash' };

/** What may be chosen by a person where the item does not say it. */
interface Chosen {
  readonly orderId?: string;
  readonly collectorId?: string;
}

/**
 * Books cash that was taken at a box, at the time it was taken, by the one who took it. What the cloud did not ask for then stays with the
 * stay as an excess to be refunded, what is missing stays due. A car that waits at an exit for this payment has left: the box let it out.
 * Throws Refusal.
 */
export async function bookItemCash(
  tx: TenantTx,
  box: BoxContext,
  item: CashItem,
  chosen: Chosen = {},
): Promise<ItemOutcome> {
  const { amountFen, tariffVersionId } = item.said;
  const at = item.happenedAt;
  // The lot before the stay, as everywhere.
  await lockCarsInside(tx, box.lotId);
  const order = await requireStay(tx, box, item, chosen.orderId);
  const collector = await findActing(tx, chosen.collectorId ?? item.accountId);
  if (!collector) throw new Refusal(boxItemRefusal['no-collector']);
  const priced = await dueAt(tx, order, at);
  const dueFen = Math.max(0, priced.dueFen);
  const payment = await takeCashInHand(tx, order, amountFen, at, { actor: collector, paidAt: at });
  await leaveLate(tx, { lotId: box.lotId, orderId: order.id, at, reason: paidAtBox(box.boxName, amountFen) });
  const differenceFen = amountFen - dueFen;
  const { plate, lotId, orderNo } = order;
  if (differenceFen !== 0)
    tx.emit(boxFeeDiffered, {
      lotId,
      subjectId: order.id,
      data: { boxId: box.boxId, boxName: box.boxName, plate, amountFen, dueFen, differenceFen },
    });
  tx.audit({
    action: bookBoxCash.audit!,
    subjectKind: 'order',
    subjectId: order.id,
    subject: `${orderNo} ${plate}`,
    lotId,
    after: {
      amountFen,
      at,
      dueFen,
      differenceFen,
      collector: collector.name,
      paymentNo: payment.paymentNo,
      box: box.boxName,
    },
  });
  const reason =
    differenceFen === 0 ? null : differenceWords(amountFen, dueFen, tariffVersionId, priced.chargeVersionId);
  return { state: 'done', plate, orderId: order.id, paymentNo: payment.paymentNo, dueFen, differenceFen, reason };
}

/** The stay that was paid for: chosen, named by the box, opened by a passing it told, or that of the plate at that time; locked. */
async function requireStay(
  tx: TenantTx,
  box: BoxContext,
  { said, happenedAt: at }: CashItem,
  chosenId: string | undefined,
): Promise<ParkingOrder> {
  const { orderId, entryEventId, plate, enteredAt } = said;
  const named = chosenId ?? orderId ?? (entryEventId ? await openedBy(tx, box, entryEventId) : null);
  const id = named ?? (plate ? await findStayOf(tx, box.lotId, plate, { at, enteredAt }) : null);
  const order = id ? await lockOrder(tx, id) : null;
  if (order?.lotId !== box.lotId || order.parkingState === 'void') throw new Refusal(boxItemRefusal['no-stay']);
  return order;
}

async function openedBy(tx: TenantTx, box: BoxContext, eventId: string): Promise<string | null> {
  const setup = await findBoxSetup(tx, box.boxId);
  return (await findToldPassing(tx, setup?.laneIds ?? [], eventId))?.orderId ?? null;
}

const paidAtBox = (boxName: string, amountFen: number): Label => ({
  zh: `断网期间在盒子“${boxName}”现金缴费${formatYuan(amountFen)}元后放行`,
  en: `Let through by box "${boxName}" without the cloud, after paying ${formatYuan(amountFen)} in cash`,
});

function differenceWords(amountFen: number, dueFen: number, said: string | null, used: string | null): Label {
  const [taken, due] = [formatYuan(amountFen), formatYuan(dueFen)];
  const isStale = said !== null && used !== null && said !== used;
  return {
    zh: `盒子收${taken}元，云端应收${due}元${isStale ? '（盒子所用收费版本不是当时的版本）' : ''}`,
    en: `The box took ${taken}, the cloud computes ${due}${isStale ? ' (the box used another version of the tariff)' : ''}`,
  };
}
