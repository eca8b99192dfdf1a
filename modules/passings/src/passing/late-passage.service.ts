import { hasMoved } from '@boyun/devices/server';
import { lockCarsInside, requireLot } from '@boyun/facilities/server';
import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { lockOrder } from '@boyun/orders/server';
import { closeOld } from './old-stay.service.ts';
import { lockPassing, lockPassingOf, lockWaitingExit, settleLate, type WaitingPassing } from './passing.queries.ts';
import { emitSettled, passThrough } from './settle-passing.service.ts';

/** What became of a car that had been answered otherwise. */
export interface LatePassage {
  readonly plate: string;
  readonly orderId: string | null;
  /** Whether it was let through only now; false where that is known already. */
  readonly isNew: boolean;
}

/**
 * Notes that a car which was held or refused at its lane has passed there all the same, at a moment that is over: its stay begins or ends
 * then, and no barrier moves. Null where there is no such passing in the lot.
 */
export async function passLate(
  tx: TenantTx,
  { lotId, passingId, at, reason }: { lotId: string; passingId: string; at: Date; reason: Label },
): Promise<LatePassage | null> {
  await lockCarsInside(tx, lotId);
  const passing = await lockPassing(tx, passingId);
  if (!passing || passing.lotId !== lotId) return null;
  return letPass(tx, passing, at, reason);
}

/** Notes that the car of an order which waits at an exit has left there, as `passLate` does; the order need not be paid. */
export async function leaveLate(
  tx: TenantTx,
  { lotId, orderId, at, reason }: { lotId: string; orderId: string; at: Date; reason: Label },
): Promise<LatePassage | null> {
  await lockCarsInside(tx, lotId);
  const passing = await lockWaitingExit(tx, orderId);
  return passing && letPass(tx, passing, at, reason);
}

/** A stay that ended because its car never came in. */
export interface EmptyStay {
  readonly passingId: string;
  readonly orderId: string;
  readonly plate: string;
}

/**
 * Notes that a car which was let in by the answer to an event never came in, because the answer did not reach its gate: its stay ends as
 * turned back, free of charge. Null where no such stay is open, or the barrier reported that it moved all the same.
 */
export async function neverCameIn(
  tx: TenantTx,
  { lotId, cameraId, eventKey, at }: { lotId: string; cameraId: string; eventKey: string; at: Date },
): Promise<EmptyStay | null> {
  await lockCarsInside(tx, lotId);
  const passing = await lockPassingOf(tx, cameraId, eventKey);
  if (passing?.lotId !== lotId || passing.direction !== 'entry' || passing.decision !== 'open') return null;
  const order = passing.orderId && !passing.isVoid ? await lockOrder(tx, passing.orderId) : null;
  if (order?.parkingState !== 'inside' || order.entryPassingId !== passing.id) return null;
  if (await hasMoved(tx, passing.id)) return null;
  const { timeZone: zone } = await requireLot(tx, lotId);
  await closeOld(tx, order, { at: at < order.enteredAt ? order.enteredAt : at, zone, hasTurnedBack: true });
  return { passingId: passing.id, orderId: order.id, plate: order.plate };
}

async function letPass(tx: TenantTx, passing: WaitingPassing, at: Date, reason: Label): Promise<LatePassage> {
  const { plate, orderId } = passing;
  // It left by other means, or was judged again, since it was answered.
  if (passing.isVoid || (passing.decision !== 'hold' && passing.decision !== 'refuse'))
    return { plate, orderId, isNew: false };
  const passed = await passThrough(tx, passing, 'confirmed', { at });
  const passType = passed.isOwing ? 'released-owing' : 'confirmed';
  await settleLate(tx, passed.car, {
    decision: 'open',
    passType,
    reasonZh: reason.zh,
    reasonEn: reason.en,
    screenText: passed.car.plate,
    orderId: passed.orderId,
  });
  emitSettled(tx, passed.car, 'open', passType, reason, passed.orderId);
  return { plate: passed.car.plate, orderId: passed.orderId, isNew: true };
}
