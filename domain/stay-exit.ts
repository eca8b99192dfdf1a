/** How an exit changes the stays of a lot. */
import { type AlarmWord, doubtful, type LaneMode, LOW_CONFIDENCE } from './stay.ts';
import type { Words } from './words.ts';

/** The facts about an exit when it is judged. */
export type ExitFacts = {
  plate: string | null;
  confidence: number;
  isLate: boolean;
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
};

/** The outcome of an exit. */
export type ExitOutcome = {
  decision: 'open' | 'hold' | 'record';
  passType: 'automatic' | 'unconfirmed' | 'offline-automatic' | 'exit-without-entry' | 'same-car-again' | 'keep-open';
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

/** Decides the outcome of an exit. */
export function judgeExit(facts: ExitFacts): ExitOutcome {
  const alarms: AlarmWord[] = [];
  const base = { endsStay: false, asksPayment: false, alarms };
  const isFound = facts.match === 'exact' || facts.match === 'alike';
  if (facts.match === 'alike')
    alarms.push({
      kind: 'plate-mismatch',
      severity: 'low',
      words: {
        zh: `出口识别为${facts.plate}，按${facts.orderPlate}匹配`,
        en: `Read as ${facts.plate}, matched with ${facts.orderPlate}`,
      },
    });
  if (facts.plate !== null && facts.confidence < LOW_CONFIDENCE && !facts.isLate)
    alarms.push(doubtful(facts.confidence));
  if (facts.isLate) {
    if (!isFound && facts.hasJustLeft)
      return {
        ...base,
        alarms: [],
        decision: 'record',
        passType: 'same-car-again',
        words: { zh: '补传的出场记录，车辆已离场', en: 'Late record: the same car has already left' },
        screen: { zh: '', en: '' },
      };
    if (!isFound) alarms.push(unmatchedAlarm('low'));
    return {
      ...base,
      decision: 'record',
      passType: isFound ? 'offline-automatic' : 'exit-without-entry',
      endsStay: isFound,
      words: { zh: '补传的出场记录，不开闸', en: 'Late record: stored without moving the barrier' },
      screen: { zh: '', en: '' },
    };
  }
  if (!isFound && facts.hasJustLeft)
    return {
      ...base,
      decision: 'open',
      passType: 'same-car-again',
      words: { zh: '同一车辆再次离场', en: 'The same car leaves again' },
      screen: { zh: '一路平安', en: 'Goodbye' },
    };
  if (!isFound) {
    alarms.push(unmatchedAlarm('medium'));
    const isOpen =
      facts.mode === 'keep-open' || (facts.unmatched === 'open' && facts.match === 'none' && facts.plate !== null);
    return {
      ...base,
      decision: isOpen ? 'open' : 'hold',
      passType: isOpen ? 'exit-without-entry' : 'unconfirmed',
      words:
        facts.match === 'several'
          ? { zh: '多个相近车牌，等待人工选择', en: 'Several similar plates are inside, staff must choose' }
          : facts.plate === null
            ? { zh: '未识别车牌，等待人工处理', en: 'No plate was read, staff must decide' }
            : { zh: '没有入场记录', en: 'No entry was found' },
      screen: isOpen ? { zh: '一路平安', en: 'Goodbye' } : { zh: '请联系管理员', en: 'Please call staff' },
    };
  }
  if (facts.mode === 'keep-open')
    return {
      ...base,
      decision: 'open',
      passType: 'keep-open',
      endsStay: true,
      words:
        facts.dueFen > 0
          ? { zh: `道闸常开，欠费${facts.dueYuan}元`, en: `Kept open, ${facts.dueYuan} is owed` }
          : { zh: '道闸常开放行', en: 'Kept open' },
      screen: { zh: '一路平安', en: 'Goodbye' },
    };
  if (facts.dueFen > 0)
    return {
      ...base,
      decision: 'hold',
      passType: 'unconfirmed',
      asksPayment: true,
      words: dueWords(facts.dueYuan, facts.debtYuan),
      screen: { zh: `请缴费${facts.dueYuan}元`, en: `Please pay ${facts.dueYuan}` },
    };
  return {
    ...base,
    decision: 'open',
    passType: 'automatic',
    endsStay: true,
    words: { zh: `${facts.standingWords.zh}，无需缴费`, en: `${facts.standingWords.en}, nothing due` },
    screen: { zh: '一路平安', en: 'Goodbye' },
  };
}

function unmatchedAlarm(severity: 'low' | 'medium'): AlarmWord {
  return { kind: 'unmatched-exit', severity, words: { zh: '没有入场记录', en: 'No entry was found' } };
}
