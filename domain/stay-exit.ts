/** How an exit changes the stays of a lot. */
import { type AlarmWord, doubtful, type LaneMode, LOW_CONFIDENCE } from './stay.ts';
import type { Words } from './words.ts';

/** The facts about an exit when it is judged. */
export type ExitFacts = {
  plate: string | null;
  confidence: number;
  isLate: boolean;
  /** A late record of a barrier that somebody opened by remote control. */
  isByRemote: boolean;
  /** How the order was found: by the plate, by a plate a camera may have confused with it, by several of those, or not at all. */
  match: 'exact' | 'alike' | 'several' | 'none';
  /** Plate of the order found; null when none or several. */
  orderPlate: string | null;
  /** The same plate left at this lane a moment ago. */
  hasJustLeft: boolean;
  unmatched: 'hold' | 'open';
  mode: LaneMode;
  /** Amount due now in fen, including older debts that are collected here; 0 without an order. */
  dueFen: number;
  /** The same in yuan, for the screen. */
  dueYuan: string;
  /** The part of it that is older debts, in yuan; null where there are none. */
  debtYuan: string | null;
  standingWords: Words;
  /** The fee is debited by the driver's agreement: the car waits for it, or leaves at once. */
  debit?: 'after-success' | 'open-at-once' | null;
};

/** The outcome of an exit. */
export type ExitOutcome = {
  decision: 'open' | 'hold' | 'record';
  passType:
    | 'automatic'
    | 'unconfirmed'
    | 'offline-automatic'
    | 'offline-remote'
    | 'exit-without-entry'
    | 'same-car-again'
    | 'keep-open';
  /** The order ends now. */
  endsStay: boolean;
  /** The driver must pay before the barrier opens. */
  asksPayment: boolean;
  words: Words;
  screen: Words;
  alarms: AlarmWord[];
};

/** Returns the request to pay at an exit, including debts of earlier stays. */
export function dueWords(dueYuan: string, debtYuan: string | null): Words {
  return {
    zh: debtYuan ? `待缴费${dueYuan}元（含以往欠费${debtYuan}元）` : `待缴费${dueYuan}元`,
    en: debtYuan ? `${dueYuan} to pay (${debtYuan} owed of before)` : `${dueYuan} to pay`,
  };
}

/** Returns the screen text where mobile payment is not available; the amount is in yuan. */
export function payByHandWords(dueYuan: string): Words {
  return {
    zh: `请缴费${dueYuan}元，到岗亭或呼叫工作人员`,
    en: `Please pay ${dueYuan} at the booth or call the attendant`,
  };
}

/** What a judgement says about an exit; what it leaves out is as in `NOTHING_ENDS`. */
type Verdict = Pick<ExitOutcome, 'decision' | 'passType' | 'words' | 'screen'> & Partial<ExitOutcome>;

const NOTHING_ENDS = { endsStay: false, asksPayment: false };
const nothingShown: Words = { zh: '', en: '' };
const goodbye: Words = { zh: '一路平安', en: 'Goodbye' };

/** Decides the outcome of an exit. */
export function judgeExit(facts: ExitFacts): ExitOutcome {
  const alarms = readingAlarms(facts);
  const isFound = facts.match === 'exact' || facts.match === 'alike';
  const judge = facts.isLate ? judgeLate : isFound ? judgeFound : judgeUnmatched;
  return { ...NOTHING_ENDS, alarms, ...judge(facts, alarms) };
}

/** Returns the alarms about the reading of the plate. */
function readingAlarms({ match, plate, orderPlate, confidence, isLate }: ExitFacts): AlarmWord[] {
  const alarms: AlarmWord[] = [];
  if (match === 'alike')
    alarms.push({
      kind: 'plate-mismatch',
      severity: 'low',
      words: { zh: `出口识别为${plate}，按${orderPlate}匹配`, en: `Read as ${plate}, matched with ${orderPlate}` },
    });
  if (plate !== null && confidence < LOW_CONFIDENCE && !isLate) alarms.push(doubtful(confidence));
  return alarms;
}

/** How a car passed whose exit arrived late. */
export const offlineType = (isByRemote: boolean) => (isByRemote ? 'offline-remote' : 'offline-automatic');

/** A record that arrives late moves no barrier. */
function judgeLate({ match, hasJustLeft, isByRemote }: ExitFacts, alarms: AlarmWord[]): Verdict {
  const isFound = match === 'exact' || match === 'alike';
  if (!isFound && hasJustLeft)
    return {
      alarms: [],
      decision: 'record',
      passType: 'same-car-again',
      words: { zh: '补传的出场记录，车辆已离场', en: 'Late record: the same car has already left' },
      screen: nothingShown,
    };
  if (!isFound) alarms.push(unmatchedAlarm('low'));
  return {
    decision: 'record',
    passType: isFound ? offlineType(isByRemote) : 'exit-without-entry',
    endsStay: isFound,
    words: { zh: '补传的出场记录，不开闸', en: 'Late record: stored without moving the barrier' },
    screen: nothingShown,
  };
}

/** A car without an order. */
function judgeUnmatched({ match, plate, mode, unmatched, hasJustLeft }: ExitFacts, alarms: AlarmWord[]): Verdict {
  if (hasJustLeft)
    return {
      decision: 'open',
      passType: 'same-car-again',
      words: { zh: '同一车辆再次离场', en: 'The same car leaves again' },
      screen: goodbye,
    };
  alarms.push(unmatchedAlarm('medium'));
  const isOpen = mode === 'keep-open' || (unmatched === 'open' && match === 'none' && plate !== null);
  return {
    decision: isOpen ? 'open' : 'hold',
    passType: isOpen ? 'exit-without-entry' : 'unconfirmed',
    words:
      match === 'several'
        ? { zh: '多个相近车牌，等待人工选择', en: 'Several similar plates are inside, staff must choose' }
        : plate === null
          ? { zh: '未识别车牌，等待人工处理', en: 'No plate was read, staff must decide' }
          : { zh: '没有入场记录', en: 'No entry was found' },
    screen: isOpen ? goodbye : { zh: '请联系管理员', en: 'Please call staff' },
  };
}

/** A car whose order is known: it leaves when nothing is due, or when the barrier is kept open. */
function judgeFound({ mode, dueFen, dueYuan, debtYuan, standingWords, debit }: ExitFacts): Verdict {
  if (mode === 'keep-open')
    return {
      decision: 'open',
      passType: 'keep-open',
      endsStay: true,
      words:
        dueFen > 0
          ? { zh: `道闸常开，欠费${dueYuan}元`, en: `Kept open, ${dueYuan} is owed` }
          : { zh: '道闸常开放行', en: 'Kept open' },
      screen: goodbye,
    };
  if (dueFen > 0 && debit) return judgeDebited(dueYuan, debit);
  if (dueFen > 0)
    return {
      decision: 'hold',
      passType: 'unconfirmed',
      asksPayment: true,
      words: dueWords(dueYuan, debtYuan),
      screen: { zh: `请缴费${dueYuan}元`, en: `Please pay ${dueYuan}` },
    };
  return {
    decision: 'open',
    passType: 'automatic',
    endsStay: true,
    words: { zh: `${standingWords.zh}，无需缴费`, en: `${standingWords.en}, nothing due` },
    screen: goodbye,
  };
}

/** A car whose fee is debited leaves at once, or waits shortly with the code on the screen in case the debit fails. */
function judgeDebited(dueYuan: string, debit: 'after-success' | 'open-at-once'): Verdict {
  if (debit === 'open-at-once')
    return {
      decision: 'open',
      passType: 'automatic',
      endsStay: true,
      words: { zh: `无感支付${dueYuan}元，先放行后扣款`, en: `${dueYuan} is debited after it was let out` },
      screen: { zh: `无感支付${dueYuan}元，一路平安`, en: `${dueYuan} paid automatically, goodbye` },
    };
  return {
    decision: 'hold',
    passType: 'unconfirmed',
    asksPayment: true,
    words: {
      zh: `无感支付${dueYuan}元扣款中，未成功则扫码缴费`,
      en: `${dueYuan} is being debited; by the code if that fails`,
    },
    screen: {
      zh: `无感支付${dueYuan}元，请稍候，未放行请扫码`,
      en: `Paying ${dueYuan} automatically; scan the code if the barrier stays closed`,
    },
  };
}

function unmatchedAlarm(severity: 'low' | 'medium'): AlarmWord {
  return { kind: 'unmatched-exit', severity, words: { zh: '没有入场记录', en: 'No entry was found' } };
}
