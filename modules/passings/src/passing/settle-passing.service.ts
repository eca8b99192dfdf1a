import { laneFollowed } from '@boyun/devices/contract';
import { createCommand } from '@boyun/devices/server';
import { noPlate } from '@boyun/domain/plate';
import { findLaneSetting, type LaneSetting, lockCarsInside, requireLot } from '@boyun/facilities/server';
import { type Label, Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, reaction, type TenantTx } from '@boyun/kernel/server';
import { isFreeStanding } from '@boyun/lists/contract';
import type { PassType } from '@boyun/orders/contract';
import { orderSettled, orderWaived } from '@boyun/orders/contract';
import { endStay, findInside, lockOrder, openStay, priceOrder, sumArrears, waiveDue } from '@boyun/orders/server';
import { issuePlate, judgeArrival } from './entry.service.ts';
import { closeOld, isTurnedBack } from './old-stay.service.ts';
import type { Decision } from './passing.contract.ts';
import { passingRefusal } from './passing.contract.ts';
import {
  findWaitingOf,
  lockPassing,
  lockWaitingExit,
  rejudge,
  settleWaiting,
  type WaitingPassing,
} from './passing.queries.ts';
import { passingSettled, passingSettledByHand } from './passing-event.contract.ts';

/** Opens the barrier for a car that waited, and tells the pages. */
export async function letThrough(
  tx: TenantTx,
  passing: WaitingPassing,
  passType: PassType,
  reason: Label,
  orderId: string | null,
): Promise<void> {
  await settleWaiting(tx, passing, {
    decision: 'open',
    passType,
    reasonZh: reason.zh,
    reasonEn: reason.en,
    screenText: `${passing.plate} ${passing.direction === 'exit' ? '一路平安' : '欢迎光临'}`,
    orderId,
  });
  createCommand(tx, {
    laneId: passing.laneId,
    lotId: passing.lotId,
    cameraId: passing.cameraId,
    kind: 'open',
    reason,
    passingId: passing.id,
    plate: passing.plate,
    isSentWithAnswer: false,
  });
  emitSettled(tx, passing, 'open', passType, reason, orderId);
}

/** Tells the pages what became of a car that waited. */
export function emitSettled(
  tx: TenantTx,
  passing: Pick<WaitingPassing, 'id' | 'lotId' | 'laneId' | 'plate' | 'direction'>,
  decision: Decision,
  passType: PassType,
  reason: Label,
  orderId: string | null,
): void {
  const { id: passingId, laneId, plate, direction } = passing;
  tx.emit(passingSettled, {
    lotId: passing.lotId,
    subjectId: passingId,
    data: {
      passingId,
      laneId,
      plate,
      direction,
      decision,
      passType,
      reasonZh: reason.zh,
      reasonEn: reason.en,
      orderId,
    },
  });
}

/** A waiting car with its lot locked first. Refuses one that is out of the caller's reach or waits no more. */
export async function lockWaiting(tx: TenantTx, passingId: string): Promise<WaitingPassing> {
  // The lot first, then the passing: the order in which cars at the gate take their locks.
  const [place] = await tx.query<{ lotId: string }>(
    'select lot_id as "lotId" from passing where tenant_id = $1 and id = $2',
    [tx.tenantId, passingId],
  );
  if (place) await lockCarsInside(tx, place.lotId);
  const passing = await lockPassing(tx, passingId);
  if (!passing || !coversLot(tx.who, passing.lotId)) throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
  if (!passing.isWaiting) throw new Refusal(passingRefusal['not-waiting']);
  return passing;
}

/** A person's word on a waiting car. Refuses one that is out of the caller's reach or waits no more. */
export async function settleWaitingCar(
  tx: TenantTx,
  passingId: string,
  outcome: 'admit' | 'free' | 'turn-back',
  note: string,
): Promise<WaitingPassing> {
  let passing = await lockWaiting(tx, passingId);
  if (outcome === 'turn-back') await turnBack(tx, passing, note);
  else if (outcome === 'admit') passing = await admitWaiting(tx, passing, note);
  else if (passing.direction === 'exit') await freeWaiting(tx, passing, note);
  else throw new Refusal(passingRefusal['not-exit']);
  const { laneId, direction, plate, orderId } = passing;
  tx.emit(passingSettledByHand, {
    lotId: passing.lotId,
    subjectId: passingId,
    data: { passingId, laneId, direction, plate, orderId, outcome, reason: note },
  });
  return passing;
}

/** A person lets a waiting car through (the lot's row is locked): in, its order begins; out, its order ends and what is not paid is owed. */
async function admitWaiting(tx: TenantTx, passing: WaitingPassing, note: string): Promise<WaitingPassing> {
  const reason = { zh: `${tx.who.name}放行：${note}`, en: `Let through by ${tx.who.name}: ${note}` };
  const { car, orderId, isOwing } = await passThrough(tx, passing, 'confirmed');
  await letThrough(tx, car, isOwing ? 'released-owing' : 'confirmed', reason, orderId);
  return car;
}

/** A person lets a car out that pays nothing (the lot's row is locked): what was due is taken off its fee. */
async function freeWaiting(tx: TenantTx, passing: WaitingPassing, note: string): Promise<void> {
  const reason = { zh: `${tx.who.name}免费放行：${note}`, en: `Let out free by ${tx.who.name}: ${note}` };
  const { orderId } = await passThrough(tx, passing, 'exceptional', true);
  await letThrough(tx, passing, 'exceptional', reason, orderId);
}

/** What a car that waited does to the orders once it is through, however it came through: one without a plate gets one. */
export async function passThrough(
  tx: TenantTx,
  waiting: WaitingPassing,
  passType: PassType,
  isFree = false,
): Promise<{ car: WaitingPassing; orderId: string | null; isOwing: boolean }> {
  const lot = await requireLot(tx, waiting.lotId);
  const isNameless = waiting.direction === 'entry' && waiting.plate === noPlate;
  const passing = isNameless ? { ...waiting, plate: issuePlate() } : waiting;
  let orderId = passing.orderId;
  let isOwing = false;
  if (passing.direction === 'entry') {
    const old = await findInside(tx, passing.lotId, passing.plate);
    if (old) {
      const hasTurnedBack = await isTurnedBack(tx, old);
      await closeOld(tx, old, { at: tx.now, zone: lot.timeZone, hasTurnedBack });
    }
    const opened = await openStay(tx, {
      lotId: passing.lotId,
      laneId: passing.laneId,
      passingId: passing.id,
      picture: passing.picture,
      plate: passing.plate,
      plateColor: passing.plateColor,
      vehicleKind: passing.vehicleKind,
      standing: passing.standing,
      entry: entryOf(passing),
      passType,
      enteredAt: tx.now,
    });
    orderId = opened.orderId;
  } else if (passing.orderId) {
    const order = await lockOrder(tx, passing.orderId);
    if (order?.parkingState === 'inside') {
      const quote = await priceOrder(tx, order, tx.now, lot.timeZone);
      isOwing = !isFree && quote.dueFen > 0;
      await endStay(tx, order, isFree ? waiveDue(quote, passing.id) : quote, {
        laneId: passing.laneId,
        passingId: passing.id,
        picture: passing.picture,
        leftAt: tx.now,
        passType: isOwing && passType === 'confirmed' ? 'released-owing' : passType,
      });
    }
  }
  return { car: passing, orderId, isOwing };
}

function entryOf({ listKind, listEntryId }: WaitingPassing) {
  return listKind && listEntryId ? { kind: listKind, id: listEntryId } : null;
}

/** A person sends a waiting car back: nothing begins and nothing ends. */
async function turnBack(tx: TenantTx, passing: WaitingPassing, note: string): Promise<void> {
  const reason = { zh: `${tx.who.name}劝返：${note}`, en: `Turned back by ${tx.who.name}: ${note}` };
  const passType = passing.direction === 'exit' ? 'turned-back-exit' : 'turned-back-entry';
  await settleWaiting(tx, passing, {
    decision: 'refuse',
    passType,
    reasonZh: reason.zh,
    reasonEn: reason.en,
    screenText: `${passing.plate} 请掉头`,
    orderId: null,
  });
  emitSettled(tx, passing, 'refuse', passType, reason, passing.orderId);
}

/** Paid at the exit: the car that waits there may go. Its fee stays the one it was shown and paid. */
export async function releasePaidCar(tx: TenantTx, orderId: string, lotId: string, isCash: boolean): Promise<void> {
  await lockCarsInside(tx, lotId);
  const passing = await lockWaitingExit(tx, orderId);
  const order = passing ? await lockOrder(tx, orderId) : null;
  if (!passing || !order || order.parkingState !== 'inside' || order.dueFen > 0) return;
  // Where the lot collects debts, the car waits for those too.
  const lot = await requireLot(tx, lotId);
  const isCollecting = lot.hasDebtCollection && !isFreeStanding(order.standing);
  if (isCollecting && (await sumArrears(tx, order.plate)) > 0) return;
  const passType = isCash ? 'confirmed' : 'self-service';
  await endStay(tx, order, null, {
    laneId: passing.laneId,
    passingId: passing.id,
    picture: passing.picture,
    leftAt: tx.now,
    passType,
  });
  const reason = isCash
    ? { zh: '现金缴费后放行', en: 'Let through after paying cash' }
    : { zh: '自助缴费后放行', en: 'Let through after paying by phone' };
  await letThrough(tx, passing, passType, reason, order.id);
}

/** The car that waited at a lane where one followed another through: it is through, whatever it owes. */
export const takeFollower = reaction('take-follower', [laneFollowed], {
  async react(tx, { lotId, data }) {
    if (lotId) await letFollowerThrough(tx, data.laneId, lotId);
  },
});

/** Settles the car that waited at a lane and went through behind another one. */
export async function letFollowerThrough(tx: TenantTx, laneId: string, lotId: string): Promise<void> {
  await lockCarsInside(tx, lotId);
  const [waiting] = await tx.query<{ passingId: string }>(
    'select passing_id as "passingId" from waiting_car where tenant_id = $1 and lane_id = $2',
    [tx.tenantId, laneId],
  );
  const passing = waiting ? await lockPassing(tx, waiting.passingId) : null;
  if (!passing) return;
  const reason = { zh: '疑似跟随前车通过道闸', en: 'Seems to have followed the car before it through' };
  const { car, orderId } = await passThrough(tx, passing, 'suspicious-follow');
  await settleWaiting(tx, car, {
    decision: 'record',
    passType: 'suspicious-follow',
    reasonZh: reason.zh,
    reasonEn: reason.en,
    screenText: '',
    orderId,
  });
  emitSettled(tx, car, 'record', 'suspicious-follow', reason, orderId);
}

/**
 * A debt was paid: whoever waits for it goes on. At an exit the stay is paid too by then; at an entry the car is judged anew,
 * now that it owes no more than the lot allows, and waits on for a person where the lot is full.
 */
async function releaseDebtor(tx: TenantTx, plate: string, isCash: boolean): Promise<void> {
  const waiting = await findWaitingOf(tx, plate);
  if (!waiting) return;
  const { passingId, orderId, lotId } = waiting;
  if (orderId) return releasePaidCar(tx, orderId, lotId, isCash);
  const carsInside = (await lockCarsInside(tx, lotId)) ?? 0;
  const passing = await lockPassing(tx, passingId);
  const setting = passing?.isWaiting ? await findLaneSetting(tx, passing.laneId) : null;
  if (!passing || !setting || passing.direction !== 'entry' || passing.standing !== 'arrears') return;
  await letInIfPossible(
    tx,
    passing,
    { setting, carsInside, passType: isCash ? 'confirmed' : 'self-service', isConfirmed: true },
    PAID,
  );
}

const PAID: Label = { zh: '欠费已结清，放行', en: 'Let in: it owes no more than is allowed' };

/** Judges a car that waits at an entry anew, and lets it in where nothing stands in its way any more. */
export async function letInIfPossible(
  tx: TenantTx,
  passing: WaitingPassing,
  now: {
    readonly setting: LaneSetting;
    readonly carsInside: number;
    readonly passType: PassType;
    readonly isConfirmed: boolean;
  },
  reason: Label,
): Promise<boolean> {
  const { standing, outcome } = await judgeArrival(tx, {
    ...now,
    plate: passing.plate === noPlate ? null : passing.plate,
    confidence: 100,
    vehicleKind: passing.vehicleKind,
    happenedAt: tx.now,
    isLate: false,
  });
  if (outcome.decision !== 'open' || !outcome.opensStay) return false;
  const { entry } = standing;
  const listed = { standing: standing.standing, listKind: entry?.kind ?? null, listEntryId: entry?.id ?? null };
  await rejudge(tx, { ...passing, ...listed });
  const { passType } = now;
  const { car, orderId } = await passThrough(tx, { ...passing, ...listed }, passType);
  await letThrough(tx, car, passType, reason, orderId);
  return true;
}

/** A payment that settles an order, or what is let off of a debt, lets its car go, and a car that waited because of it. */
export const releaseAfterPayment = reaction('release-after-payment', [orderSettled, orderWaived], {
  isPrompt: true,
  async react(tx, event) {
    const { lotId, data } = event;
    if (!lotId) return;
    const isCash = event.kind === 'order.waived' || event.data.method === 'cash';
    await releasePaidCar(tx, data.orderId, lotId, isCash);
    await releaseDebtor(tx, data.plate, isCash);
  },
});
