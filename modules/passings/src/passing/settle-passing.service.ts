import { createCommand, findMover } from '@boyun/devices/server';
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
  findClaimer,
  findWaitingOf,
  lockPassing,
  lockWaitingExit,
  rejudge,
  settleWaiting,
  type WaitingPassing,
} from './passing.queries.ts';
import { passingSettled, passingSettledByHand } from './passing-event.contract.ts';

/** Opens the barrier for a waiting car and updates open pages. */
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
  const cameraId = await findMover(tx, passing.laneId, passing.cameraId);
  if (cameraId !== null)
    createCommand(tx, {
      laneId: passing.laneId,
      lotId: passing.lotId,
      cameraId,
      kind: 'open',
      reason,
      passingId: passing.id,
      plate: passing.plate,
      isSentWithAnswer: false,
    });
  emitSettled(tx, passing, 'open', passType, reason, orderId);
}

/** Emits the event by which open pages show the decision about a waiting car. */
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

/**
 * A waiting car, locked after its lot. Throws not-found outside the caller's scope; refuses if it is no longer waiting or a colleague of the
 * caller has claimed it.
 */
export async function lockWaiting(tx: TenantTx, passingId: string): Promise<WaitingPassing> {
  // Locks the lot, then the passing, in the same order as recording a passing does.
  const [place] = await tx.query<{ lotId: string }>('select lot_id from passing where tenant_id = $1 and id = $2', [
    tx.tenantId,
    passingId,
  ]);
  if (place) await lockCarsInside(tx, place.lotId);
  const passing = await lockPassing(tx, passingId);
  if (!passing || !coversLot(tx.who, passing.lotId)) throw notFound(tx.who, { zh: '过车记录', en: 'Passing record' });
  if (!passing.isWaiting) throw new Refusal(passingRefusal['not-waiting']);
  const claimer = tx.who.userId === null ? null : await findClaimer(tx, passing.laneId);
  if (claimer !== null) throw new Refusal(passingRefusal.claimed, { name: claimer });
  return passing;
}

/** Applies a person's decision to a waiting car. Refuses as `lockWaiting` does. */
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

/** Lets a waiting car through: opens its stay at an entry; at an exit ends it, the unpaid fee becoming a debt. The lot is locked. */
async function admitWaiting(tx: TenantTx, passing: WaitingPassing, note: string): Promise<WaitingPassing> {
  const reason = { zh: `${tx.who.name}放行：${note}`, en: `Let through by ${tx.who.name}: ${note}` };
  const { car, orderId, isOwing } = await passThrough(tx, passing, 'confirmed');
  await letThrough(tx, car, isOwing ? 'released-owing' : 'confirmed', reason, orderId);
  return car;
}

/** Lets a waiting car out free of charge: waives the amount due. The lot is locked. */
async function freeWaiting(tx: TenantTx, passing: WaitingPassing, note: string): Promise<void> {
  const reason = { zh: `${tx.who.name}免费放行：${note}`, en: `Let out free by ${tx.who.name}: ${note}` };
  const { orderId } = await passThrough(tx, passing, 'exceptional', { isFree: true });
  await letThrough(tx, passing, 'exceptional', reason, orderId);
}

/** Opens or ends the stay of a waiting car that is let through; issues a temporary plate if it has none. */
export async function passThrough(
  tx: TenantTx,
  waiting: WaitingPassing,
  passType: PassType,
  { isFree = false, at = tx.now }: { readonly isFree?: boolean; readonly at?: Date } = {},
): Promise<{ car: WaitingPassing; orderId: string | null; isOwing: boolean }> {
  const lot = await requireLot(tx, waiting.lotId);
  const isNameless = waiting.direction === 'entry' && waiting.plate === noPlate;
  const passing = isNameless ? { ...waiting, plate: issuePlate() } : waiting;
  let orderId = passing.orderId;
  let isOwing = false;
  if (passing.direction === 'entry') {
    const old = await findInside(tx, passing.lotId, passing.plate);
    // It has entered again since: that stay is the one that is open.
    if (old && old.enteredAt > at) return { car: passing, orderId: old.id, isOwing };
    if (old) {
      const hasTurnedBack = await isTurnedBack(tx, old);
      await closeOld(tx, old, { at, zone: lot.timeZone, hasTurnedBack });
    }
    const opened = await openStay(tx, {
      lotId: passing.lotId,
      zone: lot.timeZone,
      laneId: passing.laneId,
      passingId: passing.id,
      picture: passing.picture,
      plate: passing.plate,
      plateColor: passing.plateColor,
      vehicleKind: passing.vehicleKind,
      standing: passing.standing,
      entry: entryOf(passing),
      passType,
      enteredAt: at,
    });
    orderId = opened.orderId;
  } else if (passing.orderId) {
    const order = await lockOrder(tx, passing.orderId);
    if (order?.parkingState === 'inside') {
      const quote = await priceOrder(tx, order, at, lot.timeZone);
      isOwing = !isFree && quote.dueFen > 0;
      await endStay(tx, order, isFree ? waiveDue(quote, passing.id) : quote, {
        laneId: passing.laneId,
        passingId: passing.id,
        picture: passing.picture,
        leftAt: at,
        passType: isOwing && passType === 'confirmed' ? 'released-owing' : passType,
      });
    }
  }
  return { car: passing, orderId, isOwing };
}

function entryOf({ listKind, listEntryId }: WaitingPassing) {
  return listKind && listEntryId ? { kind: listKind, id: listEntryId } : null;
}

/** Turns a waiting car back; no stay begins or ends. */
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

/** Lets out the car of a paid order that waits at an exit. Its fee stays the one quoted and paid. */
export async function releasePaidCar(
  tx: TenantTx,
  orderId: string,
  lotId: string,
  isCash: boolean,
  isDebited = false,
): Promise<void> {
  await lockCarsInside(tx, lotId);
  const passing = await lockWaitingExit(tx, orderId);
  const order = passing ? await lockOrder(tx, orderId) : null;
  if (!passing || !order || order.parkingState !== 'inside' || order.dueFen > 0) return;
  // In a lot that collects arrears, the car waits until they are paid too.
  const lot = await requireLot(tx, lotId);
  const isCollecting = lot.hasDebtCollection && !isFreeStanding(order.standing);
  if (isCollecting && (await sumArrears(tx, order.plate)) > 0) return;
  const passType = isCash ? 'confirmed' : isDebited ? 'automatic' : 'self-service';
  await endStay(tx, order, null, {
    laneId: passing.laneId,
    passingId: passing.id,
    picture: passing.picture,
    leftAt: tx.now,
    passType,
  });
  const reason = isCash
    ? { zh: '现金缴费后放行', en: 'Let through after paying cash' }
    : isDebited
      ? { zh: '无感支付成功，放行', en: 'Let through after the automatic debit' }
      : { zh: '自助缴费后放行', en: 'Let through after paying by phone' };
  await letThrough(tx, passing, passType, reason, order.id);
}

/**
 * Releases the car that waits because of a debt once it is paid. At an exit its stay is paid as well; at an entry the car
 * is judged again, and keeps waiting if the lot is full.
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

const PAID: Label = { zh: '欠费已结清，放行', en: 'Arrears paid, let in' };

/** Judges a car waiting at an entry again and lets it in if the decision is to open. Returns whether it was let in. */
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

/** On a settled order or a waived debt, releases the order's waiting car and any car held for that debt. */
export const releaseAfterPayment = reaction('release-after-payment', [orderSettled, orderWaived], {
  isPrompt: true,
  async react(tx, event) {
    const { lotId, data } = event;
    if (!lotId) return;
    const isCash = event.kind === orderWaived.kind || event.data.method === 'cash';
    const isDebited = event.kind === orderSettled.kind && event.data.scene === 'auto-debit';
    await releasePaidCar(tx, data.orderId, lotId, isCash, isDebited);
    await releaseDebtor(tx, data.plate, isCash);
  },
});
