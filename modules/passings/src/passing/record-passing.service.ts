import { raiseAlarm } from '@boyun/alarms/server';
import { callsOf, isReportOnly } from '@boyun/devices/contract';
import { createCommand, type DeviceContext, deviceWho, findMover } from '@boyun/devices/server';
import type { PlateColor } from '@boyun/domain/plate';
import { isPlateReading, noPlate } from '@boyun/domain/plate';
import type { AlarmWord } from '@boyun/domain/stay';
import { tidalDirection } from '@boyun/domain/tidal';
import { vehicleKindOf } from '@boyun/domain/vehicle-kind';
import { findLaneSetting, type LaneSetting, lockCarsInside } from '@boyun/facilities/server';
import type { Kernel, TenantTx } from '@boyun/kernel/server';
import { takeEntry } from './entry.service.ts';
import { takeExit } from './exit.service.ts';
import { keepPicture } from './keep-picture.service.ts';
import { takePlace } from './moved-car.queries.ts';
import {
  answerOf,
  describePassing,
  eventOf,
  type GateAnswer,
  type Passage,
  type PassingFacts,
  type PassingMessage,
  type Verdict,
} from './passage.service.ts';
import { claimEvent, findAnswer, insertPassing, insertWaiting } from './passing.queries.ts';
import { passingRecorded } from './passing-event.contract.ts';
import { wordsOnScreen } from './screen-words.service.ts';
import { emitSettled } from './settle-passing.service.ts';
import { findSwipeBeside } from './swipe.queries.ts';
import { joinSwipe, noteSwipe, refuseSwipe, takeSwipe } from './swipe.service.ts';

/** A message older than this is late and moves no barrier. */
const LATE_MS = 60_000;

/**
 * Records a passing: claims its event, judges it, and writes it with its order, alarms and barrier command in one
 * transaction. A repeated event returns the first response. Throws on database errors; the device then retries.
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
    // A device clock that runs ahead must not produce a stay that ends before it begins.
    const happenedAt = new Date(Math.min(message.happenedAt.getTime(), tx.now.getTime()));
    const isLate = message.isOffline || tx.now.getTime() - happenedAt.getTime() > LATE_MS;
    const { cardUid } = message;
    const isPlate = readPlate !== null && cardUid === undefined;
    // All on one way to the database, and in this order: passings of a lot are serialised, so occupancy, amounts due and what else is read
    // after the lock do not change before the commit.
    const [isNew, found, locked, beside] = await Promise.all([
      claimEvent(tx, device.cameraId, message.eventKey, passingId),
      findLaneSetting(tx, device.laneId),
      lockCarsInside(tx, device.lotId),
      isPlate ? findSwipeBeside(tx, device, { happenedAt, isLate }) : null,
    ]);
    if (!isNew) return findAnswer(tx, device.cameraId, message.eventKey);
    if (!found) throw new Error(`camera ${device.cameraId} has no lane`);
    const direction = tidalDirection(found.tidalPlan, found.direction, message.happenedAt.getTime(), found.timeZone);
    const setting: LaneSetting = { ...found, direction };
    const carsInside = found.lotId === device.lotId ? locked : await lockCarsInside(tx, found.lotId);
    const swipe = cardUid === undefined ? null : await takeSwipe(tx, setting, { ...message, cardUid });
    const reading = swipe ?? {
      plate: readPlate,
      plateColor: (message.plateColor >= 0 && message.plateColor <= 6 ? message.plateColor : 0) as PlateColor,
      vehicleKind: message.vehicleKind,
    };
    const read: Passage = {
      passingId,
      device,
      setting,
      // Some cameras send no text when they read no plate.
      plate: reading.plate,
      rawPlate: raw,
      plateColor: reading.plateColor,
      vehicleKind: vehicleKindOf(reading.vehicleKind, reading),
      confidence: message.confidence,
      happenedAt,
      saidAt: message.happenedAt > happenedAt ? message.happenedAt : null,
      isLate,
      isByRemote: message.isByRemote ?? false,
      carsInside: carsInside ?? 0,
      pictureKey: picture.key,
      plateBox: picture.key === null ? null : (message.plateBox ?? null),
      pictureLost: picture.lost,
      card: swipe?.card ?? null,
    };
    const { plate } = read;
    // The direction of a tidal lane is known only now.
    const swiped = isPlate && direction !== device.direction ? await findSwipeBeside(tx, setting, read) : beside;
    const joined = plate && swiped ? await joinSwipe(tx, setting, swiped, { ...read, plate }) : null;
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

/** Writes the passing with its command, its alarms and the event that open pages show. */
async function finish(tx: TenantTx, passage: Passage, message: PassingMessage, verdict: Verdict): Promise<GateAnswer> {
  const { lotId, laneId, direction } = passage.setting;
  const { plate, orderId } = verdict;
  const isSilent = passage.isLate || verdict.keepsWaiting;
  const moving = isSilent ? null : takePlace(tx, { lotId, laneId, direction, plate, orderId });
  if (moving) tx.deferWrite(moving);
  const shown = await wordsOnScreen(tx, passage, verdict);
  const facts = describePassing(passage, message, verdict, await openBarrier(tx, passage, verdict), shown);
  const answer = answerOf(facts);
  tx.deferWrite(insertPassing(tx, facts, answer));
  if (facts.isWaiting) tx.deferWrite(insertWaiting(tx, { lotId, laneId, passingId: facts.id, orderId }));
  for (const car of (await moving) ?? []) emitSettled(tx, car, 'refuse', car.passType, car.reason, car.orderId);
  for (const alarm of verdict.alarms) await raiseGateAlarm(tx, alarm, facts);
  tx.emit(passingRecorded, { lotId, subjectId: facts.id, at: facts.happenedAt, data: eventOf(facts) });
  return answer;
}

/** Creates the open command and returns its id; null if the barrier stays closed or nothing can move it. */
async function openBarrier(
  tx: TenantTx,
  { setting, device, passingId }: Passage,
  verdict: Verdict,
): Promise<string | null> {
  if (verdict.decision !== 'open' || setting.lotKind !== 'closed') return null;
  const isCarried = !isReportOnly(device.protocol);
  const cameraId = isCarried ? device.cameraId : await findMover(tx, setting.laneId);
  if (cameraId === null) return null;
  const { id } = createCommand(tx, {
    laneId: setting.laneId,
    lotId: setting.lotId,
    cameraId,
    kind: 'open',
    reason: verdict.words,
    passingId,
    plate: verdict.plate,
    isSentWithAnswer: isCarried && callsOf(device.protocol) !== 'all',
  });
  return id;
}

async function raiseGateAlarm(tx: TenantTx, { kind, severity, words }: AlarmWord, facts: PassingFacts): Promise<void> {
  const { lotId, lotName, laneId, laneName, plate, picture, id: passingId, orderId, hasPlate } = facts;
  await raiseAlarm(tx, {
    kind,
    severity,
    // The reason comes first: lists that truncate the text show lane and plate in their own columns.
    description: {
      zh: `${words.zh} · ${lotName} ${laneName} ${hasPlate ? plate : '无牌车'}`,
      en: `${words.en} · ${lotName} ${laneName} ${hasPlate ? plate : 'no plate'}`,
    },
    lotId,
    laneId,
    plate,
    picture,
    passingId,
    orderId,
    ...(kind === 'lot-full' ? { onceInMinutes: 60 } : {}),
  });
}
