/**
 * How a passing changes the stays of a lot: pure rules over facts that the caller has read. An outcome says what the barrier does, how
 * orders change, which alarms to raise, and why, in both languages.
 */

import { temporaryWords } from './standing.ts';
import type { Words } from './words.ts';

export { confusedPlates, plateKey } from './plate-key.ts';
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
  lotState: 'preparing' | 'open' | 'closed';
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

/** What a rule says about an entry; what it leaves out is as in `NO_STAY`. */
type Verdict = Pick<EntryOutcome, 'decision' | 'passType' | 'words' | 'screen'> & Partial<EntryOutcome>;
/** A rule about entries: null where it does not apply. It may add alarms in any case. */
type EntryRule = (facts: EntryFacts, alarms: AlarmWord[]) => Verdict | null;

const NO_STAY = { opensStay: false, closesOldStay: false, issuesPlate: false };

const isInside = (facts: EntryFacts) => facts.insideSinceMs !== null;
/** In these modes the barrier admits cars that it would hold or refuse otherwise. */
const isFreeLane = (facts: EntryFacts) => facts.mode !== 'normal';
const isListed = ({ standing }: EntryFacts) => standing !== 'temporary' && standing !== 'black';
const refused = (words: Words, screen: Words): Verdict => ({
  decision: 'refuse',
  passType: 'unconfirmed',
  words,
  screen,
});
const held = (words: Words, screen: Words): Verdict => ({ decision: 'hold', passType: 'unconfirmed', words, screen });
const pleaseWait: Words = { zh: '请稍候', en: 'Please wait' };

const recordLate: EntryRule = (facts) =>
  facts.isLate
    ? {
        decision: 'record',
        passType: 'retroactive-entry',
        opensStay: true,
        closesOldStay: isInside(facts),
        issuesPlate: facts.plate === null,
        words: { zh: '补传的入场记录，不开闸', en: 'Late record: stored without moving the barrier' },
        screen: { zh: '', en: '' },
      }
    : null;

const reportDoubt: EntryRule = ({ plate, confidence }, alarms) => {
  if (plate !== null && confidence < LOW_CONFIDENCE) alarms.push(doubtful(confidence));
  return null;
};

const refuseUnlessOpen: EntryRule = ({ lotState }) => {
  if (lotState === 'open') return null;
  if (lotState === 'closed')
    return refused({ zh: '车场停用', en: 'The lot is closed' }, { zh: '车场暂停营业', en: 'Closed' });
  return refused({ zh: '车场筹建中', en: 'The lot is in preparation' }, { zh: '车场尚未营业', en: 'Not open yet' });
};

const refuseBlack: EntryRule = ({ standing, standingWords, blackAction, mode }, alarms) => {
  if (standing !== 'black') return null;
  alarms.push({ kind: 'black-entry', severity: 'high', words: standingWords });
  if (blackAction !== 'deny' || mode === 'keep-open') return null;
  return refused(standingWords, { zh: '禁止入场', en: 'No entry' });
};

const admitSameCar: EntryRule = (facts) =>
  isInside(facts) && facts.isSameLane && facts.insideSinceMs! < SAME_CAR_MS
    ? {
        alarms: [],
        decision: 'open',
        passType: 'same-car-again',
        words: { zh: '同一车辆重复识别', en: 'The same car was read again' },
        screen: { zh: '欢迎光临', en: 'Welcome' },
      }
    : null;

const holdUnread: EntryRule = (facts) =>
  facts.plate === null && facts.noPlate === 'hold' && !isFreeLane(facts)
    ? held({ zh: '未识别车牌，等待人工处理', en: 'No plate was read, staff must decide' }, pleaseWait)
    : null;

const holdDebtor: EntryRule = (facts, alarms) => {
  if (facts.standing !== 'arrears') return null;
  alarms.push({ kind: 'arrears-entry', severity: 'medium', words: facts.standingWords });
  if (isFreeLane(facts)) return null;
  return held(facts.standingWords, { zh: '请先补缴欠费', en: 'Please settle your arrears' });
};

/** What cars like this one are called. */
const nameOf = (facts: EntryFacts): Words => (isListed(facts) ? facts.standingName : temporaryWords);

const refuseOnLane: EntryRule = (facts) => {
  if (isFreeLane(facts) || facts.policy !== 'deny') return null;
  const { zh, en } = nameOf(facts);
  return refused(
    { zh: `车道禁止${zh}`, en: `Not allowed on this lane: ${en}` },
    { zh: `${zh}禁止入场`, en: 'Not on this lane' },
  );
};

const stopWhenFull: EntryRule = (facts, alarms) => {
  const { carsInside, capacity, whenFull } = facts;
  if (isFreeLane(facts) || isListed(facts) || isInside(facts)) return null;
  if (carsInside < capacity || whenFull === 'admit') return null;
  alarms.push({ kind: 'lot-full', severity: 'low', words: { zh: '车位已满', en: 'The lot is full' } });
  const stop = whenFull === 'wait' ? held : refused;
  return stop(
    { zh: `车位已满（${carsInside}/${capacity}）`, en: `Full (${carsInside}/${capacity})` },
    { zh: '车位已满', en: 'Full' },
  );
};

const holdForStaff: EntryRule = (facts) => {
  if (isFreeLane(facts) || facts.policy !== 'confirm') return null;
  const { zh, en } = nameOf(facts);
  return held({ zh: `${zh}需人工确认`, en: `Staff must confirm: ${en}` }, pleaseWait);
};

const holdDuplicate: EntryRule = (facts, alarms) => {
  if (!isInside(facts) || facts.hasTurnedBack) return null;
  alarms.push({
    kind: 'duplicate-entry',
    severity: 'medium',
    words: { zh: '该车牌已在场内', en: 'This plate is already inside' },
  });
  if (facts.duplicateEntry !== 'hold' || isFreeLane(facts)) return null;
  return held({ zh: '重复入场，等待人工确认', en: 'Already inside, staff must decide' }, pleaseWait);
};

const ENTRY_RULES: readonly EntryRule[] = [
  recordLate,
  reportDoubt,
  refuseUnlessOpen,
  refuseBlack,
  admitSameCar,
  holdUnread,
  holdDebtor,
  refuseOnLane,
  stopWhenFull,
  holdForStaff,
  holdDuplicate,
];

function admit(facts: EntryFacts): Verdict {
  return {
    decision: 'open',
    passType: facts.mode === 'normal' ? 'automatic' : facts.mode,
    opensStay: true,
    closesOldStay: isInside(facts),
    issuesPlate: facts.plate === null,
    words: admissionWords(facts),
    screen: { zh: '欢迎光临', en: 'Welcome' },
  };
}

function admissionWords(facts: EntryFacts): Words {
  if (facts.plate === null) return { zh: '无牌车，发放临时车牌', en: 'No plate, a temporary one was issued' };
  if (!isInside(facts)) return facts.standingWords;
  return facts.hasTurnedBack
    ? { zh: '上次入口折返，重新入场', en: 'Came back after turning around at the entry' }
    : { zh: '重复入场，原订单关闭后放行', en: 'Already inside; the old order was closed' };
}

/** Decides the outcome of an entry; the first matching rule applies, and a car that none stops is admitted. */
export function judgeEntry(facts: EntryFacts): EntryOutcome {
  const alarms: AlarmWord[] = [];
  for (const rule of ENTRY_RULES) {
    const verdict = rule(facts, alarms);
    if (verdict) return { ...NO_STAY, alarms, ...verdict };
  }
  return { ...NO_STAY, alarms, ...admit(facts) };
}

/** Returns the alarm for a doubtful reading of a plate. */
export function doubtful(confidence: number): AlarmWord {
  const words = { zh: `识别置信度${confidence}`, en: `Recognition confidence ${confidence}` };
  return { kind: 'low-confidence', severity: 'low', words };
}
