import { raiseAlarm } from '@boyun/alarms/server';
import { createCommand, type DeviceContext, deviceWho } from '@boyun/devices/server';
import type { PlateColor } from '@boyun/domain/plate';
import { isPlateReading, noPlate } from '@boyun/domain/plate';
import type { ListKind } from '@boyun/domain/standing';
import type { AlarmWord, Words } from '@boyun/domain/stay';
import { tidalDirection } from '@boyun/domain/tidal';
import { findLaneSetting, type LaneSetting, lockCarsInside } from '@boyun/facilities/server';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import type { PassType, Standing } from '@boyun/orders/contract';
import type { CardPaid, Swipe } from '@boyun/payments/server';
import { takeEntry } from './entry.service.ts';
import { takeExit } from './exit.service.ts';
import { keepPicture } from './keep-picture.service.ts';
import { leaveOtherLanes } from './moved-car.queries.ts';
import type { Decision } from './passing.contract.ts';
import {
  claimEvent,
  clearWaiting,
  findAnswer,
  type GateAnswer,
  insertPassing,
  insertWaiting,
} from './passing.queries.ts';
import { tellSettled } from './settle-passing.service.ts';
import { joinSwipe, noteSwipe, refuseSwipe, takeSwipe } from './swipe.service.ts';

/** What a camera saw, whatever its protocol. */
export interface PassingMessage {
  /** Names the event for its device for ever; the second arrival changes nothing. */
  readonly eventKey: string;
  /** Normalised; null when none could be read. */
  readonly plate: string | null;
  readonly plateColor: number;
  /** 0 to 100. */
  readonly confidence: number;
  readonly vehicleKind: string | null;
  /** By the device's clock. */
  readonly happenedAt: Date;
  /** Stored while the camera could not reach the cloud. */
  readonly isOffline: boolean;
  readonly picture: Uint8Array | null;
  /** The chip of a card held to the reader of the lane. */
  readonly cardUid?: string;
}

/** A message on its way through: with the lane it happened at and everything decided about time. */
export interface Passage {
  readonly passingId: string;
  readonly device: DeviceContext;
  readonly setting: LaneSetting;
  readonly plate: string | null;
  readonly plateColor: PlateColor;
  readonly confidence: number;
  readonly vehicleKind: string | null;
  readonly happenedAt: Date;
  readonly isLate: boolean;
  readonly carsInside: number;
  readonly pictureKey: string | null;
  /** What the camera sent in place of a plate, made readable; null where it sent a plate or nothing. */
  readonly rawPlate: string | null;
  /** Code of the error that kept the picture from being stored. */
  readonly pictureLost: string | null;
  /** The card the driver held to the reader. */
  readonly card: Swipe['card'];
}

/** What entry or exit made of it. */
export interface Verdict {
  readonly plate: string;
  readonly standing: Standing;
  /** The list entry that made the standing. */
  readonly entry: { readonly kind: ListKind; readonly id: string } | null;
  readonly decision: Decision;
  readonly passType: PassType;
  readonly words: Words;
  readonly screen: Words;
  readonly alarms: readonly AlarmWord[];
  readonly orderId: string | null;
  readonly dueFen: number;
  /** Path of the payment page where the driver is asked to pay. */
  readonly payUrl: string | null;
  /** What the driver's card did about the fee. */
  readonly paid?: CardPaid | null;
  /** Nothing was decided about the car that waits at the lane. */
  readonly keepsWaiting?: true;
}

/** A message older than this is too old to be answered by a barrier. */
const LATE_MS = 60_000;

/**
 * Takes a passing: claimed once, judged, written with its order, its alarms and the command to the barrier in one
 * transaction. A repeated event gets the first answer and changes nothing. Database errors go up; the device tries again.
 */
export async function recordPassing(
  kernel: Kernel,
  device: DeviceContext,
  message: PassingMessage,
): Promise<GateAnswer> {
  const picture = await keepPicture(kernel, device, message);
  const { plate: readPlate, raw } = readingOf(message.plate);
  return kernel.database.inTenant(deviceWho(device), async (tx) => {
    const passingId = tx.newId();
    const [isNew, found] = await Promise.all([
      claimEvent(tx, device.cameraId, message.eventKey, passingId),
      findLaneSetting(tx, device.laneId),
    ]);
    if (!isNew) return findAnswer(tx, device.cameraId, message.eventKey);
    if (!found) throw new Error(`camera ${device.cameraId} has no lane`);
    const setting: LaneSetting = {
      ...found,
      direction: tidalDirection(found.tidalPlan, found.direction, message.happenedAt.getTime(), found.timeZone),
    };
    // One passing of a lot at a time: what is inside, and what is due, stays as it was read until the commit.
    const carsInside = (await lockCarsInside(tx, setting.lotId)) ?? 0;
    // A clock that runs ahead must not make a stay that ends before it begins.
    const happenedAt = new Date(Math.min(message.happenedAt.getTime(), tx.now.getTime()));
    const { cardUid } = message;
    const swipe = cardUid === undefined ? null : await takeSwipe(tx, setting, { ...message, cardUid });
    const read: Passage = {
      passingId,
      device,
      setting,
      // Some cameras say nothing where they read nothing.
      plate: readPlate,
      rawPlate: raw,
      plateColor: (message.plateColor >= 0 && message.plateColor <= 6 ? message.plateColor : 0) as PlateColor,
      vehicleKind: message.vehicleKind,
      confidence: message.confidence,
      happenedAt,
      isLate: message.isOffline || tx.now.getTime() - happenedAt.getTime() > LATE_MS,
      carsInside,
      pictureKey: picture.key,
      pictureLost: picture.lost,
      card: swipe?.card ?? null,
      ...(swipe ? { plate: swipe.plate, plateColor: swipe.plateColor, vehicleKind: swipe.vehicleKind } : {}),
    };
    const { plate } = read;
    const joined = plate && !swipe ? await joinSwipe(tx, setting, { ...read, plate }) : null;
    const passage = joined ? { ...read, plate: joined.plate } : read;
    const judge = () => (setting.direction === 'entry' ? takeEntry(tx, passage) : takeExit(tx, passage));
    const verdict = swipe?.reason ? refuseSwipe(swipe) : await judge();
    const said = swipe ? await noteSwipe(tx, passage, swipe, verdict) : verdict;
    return finish(tx, passage, message, joined ? { ...said, alarms: [...said.alarms, ...joined.alarms] } : said);
  });
}

const MAX_RAW = 64;

/** A camera's reading: a text that cannot be a plate counts as none, and is kept with its invisible characters shown. */
function readingOf(text: string | null): { plate: string | null; raw: string | null } {
  if (!text || text === noPlate) return { plate: null, raw: null };
  if (isPlateReading(text)) return { plate: text, raw: null };
  return { plate: null, raw: text.replace(/\p{C}/gu, '·').slice(0, MAX_RAW) };
}

/** Writes the passing, tells the barrier, raises the alarms, and files the event that open pages show. */
async function finish(tx: TenantTx, passage: Passage, message: PassingMessage, verdict: Verdict): Promise<GateAnswer> {
  const { setting, device, passingId } = passage;
  const isWaiting = verdict.decision === 'hold';
  const { lotId, laneId, direction } = setting;
  const { plate, orderId } = verdict;
  const isSilent = passage.isLate || verdict.keepsWaiting;
  const moving = isSilent ? null : leaveOtherLanes(tx, { lotId, laneId, direction, plate, orderId });
  if (moving) {
    tx.meanwhile(moving);
    tx.meanwhile(clearWaiting(tx, laneId));
  }
  const command =
    verdict.decision === 'open' && setting.lotKind === 'closed'
      ? createCommand(tx, {
          laneId: setting.laneId,
          lotId: setting.lotId,
          cameraId: device.cameraId,
          kind: 'open',
          reason: verdict.words,
          passingId,
          plate: verdict.plate,
          isSentWithAnswer: true,
        })
      : null;
  const lines = verdict.screen.zh ? [verdict.plate, verdict.screen.zh] : [];
  const answer: GateAnswer = {
    passingId,
    decision: verdict.decision,
    lines,
    voice: verdict.screen.zh ? `${verdict.plate}，${verdict.screen.zh}` : '',
    payUrl: verdict.payUrl,
    commandId: command?.id ?? null,
    isRepeated: false,
  };
  const written = insertPassing(tx, {
    id: passingId,
    lotId: setting.lotId,
    laneId: setting.laneId,
    cameraId: device.cameraId,
    eventKey: message.eventKey,
    direction: setting.direction,
    plate: verdict.plate,
    readPlate: passage.rawPlate === null ? message.plate || null : null,
    rawPlate: passage.rawPlate,
    plateColor: passage.plateColor,
    vehicleKind: passage.vehicleKind,
    confidence: passage.confidence,
    picture: passage.pictureKey,
    pictureLost: passage.pictureLost,
    happenedAt: passage.happenedAt,
    isOffline: message.isOffline,
    isLate: passage.isLate,
    standing: verdict.standing,
    listKind: verdict.entry?.kind ?? null,
    listEntryId: verdict.entry?.id ?? null,
    decision: verdict.decision,
    passType: verdict.passType,
    reasonZh: verdict.words.zh,
    reasonEn: verdict.words.en,
    screenText: lines.join(' '),
    orderId: verdict.orderId,
    dueFen: verdict.dueFen,
    answer,
  });
  tx.meanwhile(written);
  if (isWaiting) {
    const car = { lotId: setting.lotId, laneId: setting.laneId, passingId, orderId: verdict.orderId };
    tx.meanwhile(insertWaiting(tx, car));
  }
  for (const car of (await moving) ?? []) tellSettled(tx, car, 'refuse', car.passType, car.reason, car.orderId);
  const isRead = verdict.plate !== noPlate;
  for (const alarm of verdict.alarms)
    await raiseAlarm(tx, {
      kind: alarm.kind,
      severity: alarm.severity,
      // What happened comes first: where there is little room, the place and the plate stand beside it anyway.
      description: {
        zh: `${alarm.words.zh} · ${setting.lotName} ${setting.laneName} ${isRead ? verdict.plate : '无牌车'}`,
        en: `${alarm.words.en} · ${setting.lotName} ${setting.laneName} ${isRead ? verdict.plate : 'no plate'}`,
      },
      lotId: setting.lotId,
      laneId: setting.laneId,
      plate: verdict.plate,
      picture: passage.pictureKey,
      passingId,
      orderId: verdict.orderId,
      ...(alarm.kind === 'lot-full' ? { onceInMinutes: 60 } : {}),
    });
  tx.emit({
    kind: 'passing.recorded',
    lotId: setting.lotId,
    subjectId: passingId,
    at: passage.happenedAt,
    data: {
      passingId,
      laneId: setting.laneId,
      laneName: setting.laneName,
      lotName: setting.lotName,
      direction: setting.direction,
      plate: verdict.plate,
      plateColor: passage.plateColor,
      confidence: passage.confidence,
      standing: verdict.standing,
      decision: verdict.decision,
      passType: verdict.passType,
      reasonZh: verdict.words.zh,
      reasonEn: verdict.words.en,
      screenText: lines.join(' '),
      picture: passage.pictureKey,
      orderId: verdict.orderId,
      dueFen: verdict.dueFen,
      happenedAt: passage.happenedAt,
      isLate: passage.isLate,
      isWaiting,
      carsInside: passage.carsInside,
    },
  });
  return answer;
}
