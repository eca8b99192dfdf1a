/**
 * How a passing changes the stays of a lot: pure rules over facts that the caller has read. An outcome says what the barrier does, how
 * orders change, which alarms to raise, and why, in both languages.
 */

import { temporaryWords } from './standing.ts';
import type { Words } from './words.ts';

export { plateKey } from './plate-key.ts';
export type { Words };

export type AlarmWord = {
  kind:
    | 'black-entry'
    | 'arrears-entry'
    | 'duplicate-entry'
    | 'unmatched-exit'
    | 'plate-mismatch'
    | 'low-confidence'
    | 'lot-full'
    | 'overpaid';
  severity: 'high' | 'medium' | 'low';
  words: Words;
};

/** The facts about an entry when it is judged. */
export type EntryFacts = {
  /** Null when the camera could not read a plate. */
  plate: string | null;
  confidence: number;
  /** Stored by the camera while it was offline, or too old for a response: the car passed long ago. */
  isLate: boolean;
  /** The name of a kind of list, `arrears` or `temporary`. */
  standing: string;
  /** What cars of this standing are called. */
  standingName: Words;
  blackAction: 'deny' | 'warn' | null;
  standingWords: Words;
  isLotOpen: boolean;
  /** The lane's policy for cars of this standing and kind. */
  policy: 'open' | 'confirm' | 'deny';
  /** Barrier mode: `keep-open` admits every car, `peak` every car that is not barred. */
  mode: LaneMode;
  whenFull: 'wait' | 'refuse' | 'admit';
  noPlate: 'ticket' | 'hold';
  duplicateEntry: 'admit' | 'hold';
  carsInside: number;
  capacity: number;
  /** Milliseconds since the entry of the plate's open order in this lot; null when it is not inside. */
  insideSinceMs: number | null;
  /** Its open order began at this lane. */
  isSameLane: boolean;
  /** The barrier opened then, but the loop behind it never detected the car. */
  hasTurnedBack: boolean;
};

/** How a lane runs its barrier. */
export type LaneMode = 'normal' | 'keep-open' | 'peak';

/** The outcome of an entry. */
export type EntryOutcome = {
  decision: 'open' | 'hold' | 'refuse' | 'record';
  passType:
    | 'automatic'
    | 'unconfirmed'
    | 'offline-automatic'
    | 'retroactive-entry'
    | 'same-car-again'
    | 'keep-open'
    | 'peak';
  /** A new order begins. */
  opensStay: boolean;
  /** The order already open for this plate is closed without an exit. */
  closesOldStay: boolean;
  /** The car gets a temporary plate. */
  issuesPlate: boolean;
  words: Words;
  screen: Words;
  alarms: AlarmWord[];
};

/** Readings below this confidence (of 100) are reported as doubtful. */
export const LOW_CONFIDENCE = 75;
/** Another reading of the same car at the same lane within this time belongs to the same passage. */
export const SAME_CAR_MS = 120_000;

/** Decides the outcome of an entry; the first matching rule applies. */
export function judgeEntry(facts: EntryFacts): EntryOutcome {
  const alarms: AlarmWord[] = [];
  const base = { opensStay: false, closesOldStay: false, issuesPlate: false, alarms };
  const isInside = facts.insideSinceMs !== null;
  if (facts.isLate)
    return {
      ...base,
      decision: 'record',
      passType: 'retroactive-entry',
      opensStay: true,
      closesOldStay: isInside,
      issuesPlate: facts.plate === null,
      words: { zh: '补传的入场记录，不开闸', en: 'Late record: stored without moving the barrier' },
      screen: { zh: '', en: '' },
    };
  if (facts.plate !== null && facts.confidence < LOW_CONFIDENCE) alarms.push(doubtful(facts.confidence));
  if (!facts.isLotOpen)
    return {
      ...base,
      decision: 'refuse',
      passType: 'unconfirmed',
      words: { zh: '车场停用', en: 'The lot is closed' },
      screen: { zh: '车场暂停营业', en: 'Closed' },
    };
  if (facts.standing === 'black') {
    alarms.push({ kind: 'black-entry', severity: 'high', words: facts.standingWords });
    if (facts.blackAction === 'deny' && facts.mode !== 'keep-open')
      return {
        ...base,
        decision: 'refuse',
        passType: 'unconfirmed',
        words: facts.standingWords,
        screen: { zh: '禁止入场', en: 'No entry' },
      };
  }
  if (isInside && facts.isSameLane && facts.insideSinceMs! < SAME_CAR_MS)
    return {
      ...base,
      alarms: [],
      decision: 'open',
      passType: 'same-car-again',
      words: { zh: '同一车辆重复识别', en: 'The same car was read again' },
      screen: { zh: '欢迎光临', en: 'Welcome' },
    };
  const isFree = facts.mode !== 'normal';
  if (facts.plate === null && facts.noPlate === 'hold' && !isFree)
    return {
      ...base,
      decision: 'hold',
      passType: 'unconfirmed',
      words: { zh: '未识别车牌，等待人工处理', en: 'No plate was read, staff must decide' },
      screen: { zh: '请稍候', en: 'Please wait' },
    };
  if (facts.standing === 'arrears') {
    alarms.push({ kind: 'arrears-entry', severity: 'medium', words: facts.standingWords });
    if (!isFree)
      return {
        ...base,
        decision: 'hold',
        passType: 'unconfirmed',
        words: facts.standingWords,
        screen: { zh: '请先补缴欠费', en: 'Please settle your arrears' },
      };
  }
  const isListed = facts.standing !== 'temporary' && facts.standing !== 'black';
  const { zh, en } = isListed ? facts.standingName : temporaryWords;
  if (!isFree && facts.policy === 'deny')
    return {
      ...base,
      decision: 'refuse',
      passType: 'unconfirmed',
      words: { zh: `车道禁止${zh}`, en: `Not allowed on this lane: ${en}` },
      screen: { zh: `${zh}禁止入场`, en: 'Not on this lane' },
    };
  if (!isFree && !isListed) {
    const isFull = facts.carsInside >= facts.capacity && !isInside;
    if (isFull && facts.whenFull !== 'admit') {
      alarms.push({ kind: 'lot-full', severity: 'low', words: { zh: '车位已满', en: 'The lot is full' } });
      return {
        ...base,
        decision: facts.whenFull === 'wait' ? 'hold' : 'refuse',
        passType: 'unconfirmed',
        words: {
          zh: `车位已满（${facts.carsInside}/${facts.capacity}）`,
          en: `Full (${facts.carsInside}/${facts.capacity})`,
        },
        screen: { zh: '车位已满', en: 'Full' },
      };
    }
  }
  if (!isFree && facts.policy === 'confirm')
    return {
      ...base,
      decision: 'hold',
      passType: 'unconfirmed',
      words: { zh: `${zh}需人工确认`, en: `Staff must confirm: ${en}` },
      screen: { zh: '请稍候', en: 'Please wait' },
    };
  if (isInside && !facts.hasTurnedBack) {
    alarms.push({
      kind: 'duplicate-entry',
      severity: 'medium',
      words: { zh: '该车牌已在场内', en: 'This plate is already inside' },
    });
    if (facts.duplicateEntry === 'hold' && !isFree)
      return {
        ...base,
        decision: 'hold',
        passType: 'unconfirmed',
        words: { zh: '重复入场，等待人工确认', en: 'Already inside, staff must decide' },
        screen: { zh: '请稍候', en: 'Please wait' },
      };
  }
  return {
    ...base,
    decision: 'open',
    passType: facts.mode === 'normal' ? 'automatic' : facts.mode,
    opensStay: true,
    closesOldStay: isInside,
    issuesPlate: facts.plate === null,
    words:
      facts.plate === null
        ? { zh: '无牌车，发放临时车牌', en: 'No plate, a temporary one was issued' }
        : isInside && facts.hasTurnedBack
          ? { zh: '上次入口折返，重新入场', en: 'Came back after turning around at the entry' }
          : isInside
            ? { zh: '重复入场，原订单关闭后放行', en: 'Already inside; the old order was closed' }
            : facts.standingWords,
    screen: { zh: '欢迎光临', en: 'Welcome' },
  };
}

/** Returns the alarm for a doubtful reading of a plate. */
export function doubtful(confidence: number): AlarmWord {
  const words = { zh: `识别置信度${confidence}`, en: `Recognition confidence ${confidence}` };
  return { kind: 'low-confidence', severity: 'low', words };
}
