import { randomInt } from 'node:crypto';
import { lanePolicyOf } from '@boyun/domain/lane-policy';
import { noPlate, temporaryPlate } from '@boyun/domain/plate';
import { type StandingDecision, temporaryWords } from '@boyun/domain/standing';
import { judgeEntry, SAME_CAR_MS } from '@boyun/domain/stay';
import type { TenantTx } from '@boyun/kernel/server';
import { findListKind, isFreeStanding } from '@boyun/lists/contract';
import { standingOf } from '@boyun/lists/server';
import { takesPhonePayments } from '@boyun/money/server';
import {
  countUses,
  endStay,
  findDebtCode,
  findInside,
  lockOrder,
  openStay,
  type ParkingOrder,
  priceOrder,
  sumArrears,
} from '@boyun/orders/server';
import { closeOld, isTurnedBack } from './old-stay.service.ts';
import type { Passage, Verdict } from './passage.service.ts';
import { findUnmatchedExit, tieToOrder } from './passing.queries.ts';

const UNKNOWN: StandingDecision = {
  standing: 'temporary',
  name: temporaryWords,
  entry: null,
  action: null,
  words: { zh: '无牌车', en: 'No plate' },
};

/** A car at an entry, just read or already waiting. */
type Arrival = Pick<
  Passage,
  'setting' | 'plate' | 'confidence' | 'vehicleKind' | 'happenedAt' | 'isLate' | 'carsInside'
> & {
  /** Whether a person has confirmed it, where the lane requires that. */
  readonly isConfirmed?: boolean;
};

/** Judges a car at an entry by the current lists, debts and occupancy. The caller holds the lock on the lot's row. */
export async function judgeArrival(tx: TenantTx, passage: Arrival) {
  const { setting, plate, happenedAt } = passage;
  const [found, inside] = plate
    ? await Promise.all([findStanding(tx, passage, plate), findInside(tx, setting.lotId, plate)])
    : [UNKNOWN, null];
  // A late entry may be older than the stay that is open now, unless both are of one passing.
  const isOld = inside && (!passage.isLate || inside.enteredAt <= happenedAt || isNear(inside, passage));
  const old = isOld ? inside : null;
  // Only where the plate is inside already does it matter whether it ever passed the barrier.
  const hasTurnedBack = old ? await isTurnedBack(tx, old) : false;
  const standing = hasTurnedBack && old ? standingAgain(found, old) : found;
  const policy = lanePolicyOf(setting.policies, {
    standing: standing.standing,
    byDefault: findListKind(standing.standing)?.lanePolicy,
    isFree: isFreeStanding(standing.standing),
    vehicleKind: passage.vehicleKind,
  });
  const outcome = judgeEntry({
    plate,
    confidence: passage.confidence,
    isLate: passage.isLate,
    standing: standing.standing,
    standingName: standing.name,
    blackAction: standing.action,
    standingWords: standing.words,
    lotState: setting.lotState,
    policy: policy === 'confirm' && passage.isConfirmed ? 'open' : policy,
    mode: setting.mode,
    whenFull: setting.whenFull,
    noPlate: setting.noPlate,
    duplicateEntry: setting.duplicateEntry,
    carsInside: passage.carsInside,
    capacity: setting.capacity,
    insideSinceMs: old ? happenedAt.getTime() - old.enteredAt.getTime() : null,
    isSameLane: old?.entryLaneId === setting.laneId,
    hasTurnedBack,
  });
  return { standing, outcome, inside, old, hasTurnedBack };
}

/** Generates a temporary plate for a car without one. */
export const issuePlate = (): string => temporaryPlate(() => randomInt(1_000_000) / 1_000_000);

/** Judges an entry and opens its stay if the car is let in. The caller holds the lock on the lot's row. */
export async function takeEntry(tx: TenantTx, passage: Passage): Promise<Verdict> {
  const { setting, plate, happenedAt } = passage;
  const { standing, outcome, inside, old, hasTurnedBack } = await judgeArrival(tx, passage);
  const carried = outcome.issuesPlate ? issuePlate() : (plate ?? noPlate);
  const isSameReading = passage.isLate && old !== null && isNear(old, passage);
  let orderId = outcome.passType === 'same-car-again' || isSameReading ? (old?.id ?? null) : null;
  if (outcome.opensStay && !isSameReading) {
    if (outcome.closesOldStay && old)
      await closeOld(tx, old, { at: happenedAt, zone: setting.timeZone, hasTurnedBack });
    const opened = await openStay(tx, {
      lotId: setting.lotId,
      zone: setting.timeZone,
      laneId: setting.laneId,
      passingId: passage.passingId,
      picture: passage.pictureKey,
      plate: carried,
      plateColor: passage.plateColor,
      vehicleKind: passage.vehicleKind,
      standing: standing.standing,
      entry: standing.entry,
      passType: outcome.passType,
      enteredAt: happenedAt,
    });
    orderId = opened.orderId;
    if (passage.isLate) await joinLaterExit(tx, passage, orderId, inside);
  }
  // A driver held up for debts can pay them there, where the lot takes payments by phone.
  const isOwing = standing.standing === 'arrears' && outcome.decision === 'hold' && plate !== null;
  const canPay = isOwing && (await takesPhonePayments(tx, setting.lotId));
  const debtCode = canPay ? await findDebtCode(tx, plate) : null;
  return {
    plate: carried,
    standing: standing.standing,
    entry: standing.entry,
    decision: outcome.decision,
    passType: isSameReading ? 'same-car-again' : outcome.passType,
    words: outcome.words,
    screen: outcome.screen,
    alarms: outcome.alarms,
    orderId,
    dueFen: 0,
    payUrl: debtCode && `/pay/${debtCode}`,
  };
}

/** A car that turned back keeps an entitlement with limited uses (a visit, an appointment, free stays): the use does not count. */
function standingAgain(found: StandingDecision, old: ParkingOrder): StandingDecision {
  const kind = old.listKind ? findListKind(old.listKind) : undefined;
  if (found.standing !== 'temporary' || !kind?.isLimited || !old.listEntryId) return found;
  const entry = { kind: kind.name, id: old.listEntryId };
  const name = findListKind(old.standing)?.words ?? temporaryWords;
  return { standing: old.standing, name, entry, action: null, words: name };
}

/** Standing of a plate; arrears are summed only if the lot has a limit for them. */
async function findStanding(tx: TenantTx, passage: Arrival, plate: string): Promise<StandingDecision> {
  const { setting, happenedAt, vehicleKind } = passage;
  const limitFen = setting.arrearsLimitFen;
  return standingOf(
    tx,
    {
      plate,
      lotId: setting.lotId,
      at: happenedAt,
      zone: setting.timeZone,
      vehicleKind,
      arrears: limitFen === null ? null : { owedFen: await sumArrears(tx, plate), limitFen },
    },
    (entryIds, since) => countUses(tx, plate, entryIds, since),
  );
}

/** Whether a late message reports the same car as a live message already recorded. */
function isNear(order: ParkingOrder, passage: Arrival): boolean {
  return (
    order.entryLaneId === passage.setting.laneId &&
    Math.abs(order.enteredAt.getTime() - passage.happenedAt.getTime()) < SAME_CAR_MS
  );
}

/** Ends the stay of a late entry at the exit recorded since, or at the next entry of the same plate. */
async function joinLaterExit(
  tx: TenantTx,
  passage: Passage,
  orderId: string,
  inside: ParkingOrder | null,
): Promise<void> {
  const { setting, plate, happenedAt } = passage;
  const order = plate ? await lockOrder(tx, orderId) : null;
  if (!order || !plate) return;
  const exit = await findUnmatchedExit(tx, setting.lotId, plate, happenedAt);
  if (exit) {
    const quote = await priceOrder(tx, order, exit.happenedAt, setting.timeZone);
    await endStay(tx, order, quote, {
      laneId: exit.laneId,
      passingId: exit.id,
      picture: exit.picture,
      leftAt: exit.happenedAt,
      passType: 'offline-automatic',
    });
    await tieToOrder(tx, exit.id, order.id, 'automatic');
    return;
  }
  if (!inside || inside.enteredAt <= happenedAt) return;
  const quote = await priceOrder(tx, order, inside.enteredAt, setting.timeZone);
  await endStay(
    tx,
    order,
    quote,
    { laneId: null, passingId: null, picture: null, leftAt: inside.enteredAt, passType: 'repeated-entry-exit' },
    'no-exit',
  );
}
