/**
 * What a passing does to the stays of a lot: pure rules over facts that the caller has read. Every outcome says what the
 * barrier does, what becomes of orders, which alarms to raise, and why, in both languages.
 */

import { type Standing, standingWords } from './standing.ts';
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

/** What is known of an entry at the moment it is judged. */
export type EntryFacts = {
  /** Null when the camera could read no plate. */
  plate: string | null;
  confidence: number;
  /** Stored by the camera while it was offline, or too old to be answered: the car has passed long ago. */
  isLate: boolean;
  standing: Standing;
  blackAction: 'deny' | 'warn' | null;
  standingWords: Words;
  isLotOpen: boolean;
  /** What the lane does with cars of this standing and kind. */
  policy: 'open' | 'confirm' | 'deny';
  /** How the barrier is run: `keep-open` lets everybody in, `peak` whoever is not barred. */
  mode: LaneMode;
  whenFull: 'wait' | 'refuse' | 'admit';
  noPlate: 'ticket' | 'hold';
  duplicateEntry: 'admit' | 'hold';
  carsInside: number;
  capacity: number;
  /** Milliseconds since the same plate came in, by its open order in this lot; null when it is not inside. */
  insideSinceMs: number | null;
  /** Its open order began at this very lane. */
  isSameLane: boolean;
  /** It was let in then, but the loop behind the barrier never saw it pass. */
  hasTurnedBack: boolean;
};

/** How a lane runs its barrier. */
export type LaneMode = 'normal' | 'keep-open' | 'peak';

/** What an entry does. */
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
  /** The order already open for this plate is closed as never seen leaving. */
  closesOldStay: boolean;
  /** The car gets a temporary plate. */
  issuesPlate: boolean;
  words: Words;
  screen: Words;
  alarms: AlarmWord[];
};

/** Below this confidence (of 100) a reading is told as doubtful. */
export const LOW_CONFIDENCE = 75;
/** The same car read again at the same lane within this time is one passage. */
export const SAME_CAR_MS = 120_000;

/** Judges an entry: the first rule that applies decides. */
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
      words: { zh: '补传的入场记录，不开闸', en: 'Arrived late: recorded, the barrier stays as it is' },
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
      words: { zh: '未识别车牌，等待人工处理', en: 'No plate was read, a person decides' },
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
  const { zh, en } = standingWords[isListed ? facts.standing : 'temporary'];
  if (!isFree && facts.policy === 'deny')
    return {
      ...base,
      decision: 'refuse',
      passType: 'unconfirmed',
      words: { zh: `车道禁止${zh}`, en: `Not on this lane: ${en}` },
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
      words: { zh: `${zh}需人工确认`, en: `A person confirms here: ${en}` },
      screen: { zh: '请稍候', en: 'Please wait' },
    };
  if (isInside && !facts.hasTurnedBack) {
    alarms.push({
      kind: 'duplicate-entry',
      severity: 'medium',
      words: { zh: '该车牌已在场内', en: 'This plate is inside already' },
    });
    if (facts.duplicateEntry === 'hold' && !isFree)
      return {
        ...base,
        decision: 'hold',
        passType: 'unconfirmed',
        words: { zh: '重复入场，等待人工确认', en: 'Inside already, a person decides' },
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
          ? { zh: '上次入口折返，重新入场', en: 'It had turned back at the entry and comes again' }
          : isInside
            ? { zh: '重复入场，原订单关闭后放行', en: 'Inside already; the old order was closed' }
            : facts.standingWords,
    screen: { zh: '欢迎光临', en: 'Welcome' },
  };
}

/** The alarm of a plate that was read badly. */
export function doubtful(confidence: number): AlarmWord {
  const words = { zh: `识别置信度${confidence}`, en: `Read with confidence ${confidence}` };
  return { kind: 'low-confidence', severity: 'low', words };
}
