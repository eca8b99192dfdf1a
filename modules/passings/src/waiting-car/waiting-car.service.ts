import { formatYuan } from '@boyun/domain/money';
import { dueWords } from '@boyun/domain/stay-exit';
import { vehicleKindAs } from '@boyun/domain/vehicle-kind';
import { findLaneSetting, requireLot } from '@boyun/facilities/server';
import { type Label, Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { isFreeStanding } from '@boyun/lists/contract';
import { standingOf } from '@boyun/lists/server';
import { countUses, endStay, findInside, keepQuote, priceOrder, sumArrears } from '@boyun/orders/server';
import { renameWaiting, type WaitingPassing } from '../passing/passing.queries.ts';
import { orderQuoted, plateMatched } from '../passing/passing-event.contract.ts';
import { letThrough, lockWaiting } from '../passing/settle-passing.service.ts';
import { waitingCarRefusal } from './waiting-car.contract.ts';

interface Matched {
  readonly passing: WaitingPassing;
  readonly isOpened: boolean;
  readonly dueFen: number;
}

/** Corrects the plate of a waiting car. The passing keeps the camera reading; the event records the change. */
export async function matchWaitingCar(tx: TenantTx, passingId: string, plate: string): Promise<Matched> {
  const passing = await lockWaiting(tx, passingId);
  const matched = passing.direction === 'exit' ? matchExit(tx, passing, plate) : matchEntry(tx, passing, plate);
  const { isOpened, dueFen, orderId } = await matched;
  tx.emit(plateMatched, {
    lotId: passing.lotId,
    subjectId: passing.id,
    data: {
      passingId: passing.id,
      laneId: passing.laneId,
      direction: passing.direction,
      plateBefore: passing.plate,
      plate,
      orderId,
      dueFen,
      isOpened,
    },
  });
  return { passing, isOpened, dueFen };
}

const words = (tx: TenantTx, { zh, en }: Label) => ({
  reasonZh: `${tx.who.name}更正车牌：${zh}`,
  reasonEn: `Plate corrected by ${tx.who.name}: ${en}`,
});

/** At an exit, prices the stay of the plate plus its arrears: the car is let out if nothing is due, else it waits. */
async function matchExit(tx: TenantTx, passing: WaitingPassing, plate: string) {
  const order = await findInside(tx, passing.lotId, plate);
  if (!order || order.enteredAt > passing.happenedAt) throw new Refusal(waitingCarRefusal['none-inside'], { plate });
  const lot = await requireLot(tx, passing.lotId);
  const quote = await priceOrder(tx, order, tx.now, lot.timeZone);
  const { standing, listKind, listEntryId, id: orderId } = order;
  const debtFen = lot.hasDebtCollection && !isFreeStanding(standing) ? await sumArrears(tx, plate) : 0;
  const dueFen = Math.max(0, quote.dueFen) + debtFen;
  const yuan = (fen: number) => formatYuan(fen);
  const said = words(
    tx,
    dueFen > 0
      ? dueWords(yuan(dueFen), debtFen > 0 ? yuan(debtFen) : null)
      : { zh: '无需缴费，放行', en: 'nothing due, let out' },
  );
  await renameWaiting(tx, passing, {
    plate,
    vehicleKind: order.vehicleKind,
    standing,
    listKind,
    listEntryId,
    orderId,
    dueFen,
    ...said,
  });
  if (dueFen > 0) {
    keepQuote(tx, order, quote);
    tx.emit(orderQuoted, {
      lotId: passing.lotId,
      subjectId: orderId,
      data: { orderId, plate, laneId: passing.laneId, feeFen: quote.feeFen, dueFen },
    });
    return { isOpened: false, dueFen, orderId };
  }
  const { laneId, id: passingId, picture } = passing;
  await endStay(tx, order, quote, { laneId, passingId, picture, leftAt: tx.now, passType: 'confirmed' });
  await letThrough(tx, { ...passing, plate }, 'confirmed', { zh: said.reasonZh, en: said.reasonEn }, orderId);
  return { isOpened: true, dueFen, orderId };
}

/** At an entry, looks up lists and arrears of the plate; a person still decides whether the car comes in. */
async function matchEntry(tx: TenantTx, passing: WaitingPassing, plate: string) {
  const { lotId } = passing;
  const vehicleKind = vehicleKindAs(passing.vehicleKind, passing, { plate, plateColor: passing.plateColor });
  const { timeZone, arrearsLimitFen: limitFen } = (await findLaneSetting(tx, passing.laneId))!;
  const arrears = limitFen === null ? null : { owedFen: await sumArrears(tx, plate), limitFen };
  const found = await standingOf(
    tx,
    { plate, lotId, at: tx.now, zone: timeZone, vehicleKind, arrears },
    (entryIds, since) => countUses(tx, plate, entryIds, since),
  );
  await renameWaiting(tx, passing, {
    plate,
    vehicleKind,
    standing: found.standing,
    listKind: found.entry?.kind ?? null,
    listEntryId: found.entry?.id ?? null,
    orderId: null,
    dueFen: 0,
    ...words(tx, found.words),
  });
  return { isOpened: false, dueFen: 0, orderId: null };
}
