/**
 * How a plate stands at a gate: the order of the lists, as pure rules over facts that the caller has read. The first list
 * that applies decides; what a car has but cannot use now (a spot that is taken, a pack outside its hours) is said too.
 */
import { type DailyHours, isWithinHours } from './daily-hours.ts';
import { formatYuan } from './money.ts';
import type { Words } from './words.ts';

/** How the gate treats a car, in the order in which the lists are asked. */
export const standingWords = {
  black: { zh: '黑名单', en: 'Black list' },
  arrears: { zh: '欠费车', en: 'In arrears' },
  white: { zh: '白名单', en: 'White list' },
  vip: { zh: 'VIP车', en: 'VIP' },
  unit: { zh: '单位车', en: 'Unit vehicle' },
  fixed: { zh: '固定车', en: 'Fixed vehicle' },
  pack: { zh: '月卡车', en: 'Monthly pack' },
  free: { zh: '免费车', en: 'Free vehicle' },
  visitor: { zh: '访客车', en: 'Visitor' },
  appointment: { zh: '预约车', en: 'Appointment' },
  temporary: { zh: '临时车', en: 'Temporary car' },
} as const satisfies Readonly<Record<string, Words>>;
export type Standing = keyof typeof standingWords;

/** The lists a car can stand on; arrears and temporary are none. */
export type ListKind = Exclude<Standing, 'arrears' | 'temporary'>;

/** An entry of a list that is in force for a plate in a lot at a moment. */
export type ListEntry = {
  readonly kind: ListKind;
  readonly id: string;
  /** What the gate does with a black plate. */
  readonly action: 'deny' | 'warn' | null;
  /** Its reason, its spot, its rule or its host, as people wrote it. */
  readonly text: string;
  readonly hours: DailyHours | null;
  /** Kinds of vehicles it is for; empty for all. */
  readonly vehicleKinds: readonly string[];
  /** Cars that may stand inside on it at once; null without a limit. */
  readonly places: number | null;
  /** Other cars that stand inside on it now. */
  readonly taken: number;
  readonly timesPerDay: number | null;
  /** Stays of today that used it. */
  readonly usedToday: number;
};

/** What is known of a plate when it is judged. */
export type StandingFacts = {
  readonly atMs: number;
  readonly zone: string;
  readonly vehicleKind: string | null;
  /** What the plate owes, and from which amount on that stops it; null where nothing stops it. */
  readonly arrears: { readonly owedFen: number; readonly limitFen: number } | null;
  /** Of each list the entry that counts most first. */
  readonly entries: readonly ListEntry[];
};

/** The standing with the entry that made it, which also covers the stay, and why, in both languages. */
export type StandingDecision = {
  readonly standing: Standing;
  /** Also set for a temporary car whose pack begins to cover it later in the stay. */
  readonly entry: { readonly kind: ListKind; readonly id: string } | null;
  readonly action: 'deny' | 'warn' | null;
  readonly words: Words;
};

const ORDER = Object.keys(standingWords) as Standing[];

/** Judges how a plate stands: black, arrears, white, VIP, unit, fixed, pack, free, visitor, appointment, temporary. */
export function decideStanding(facts: StandingFacts): StandingDecision {
  const notes: Words[] = [];
  let later: ListEntry | null = null;
  for (const standing of ORDER) {
    if (standing === 'arrears' && facts.arrears && facts.arrears.owedFen > facts.arrears.limitFen) {
      const owed = formatYuan(facts.arrears.owedFen as never);
      return {
        standing,
        entry: null,
        action: null,
        words: { zh: `欠费${owed}元，超过限额`, en: `Owes ${owed}, above the limit` },
      };
    }
    for (const entry of facts.entries) {
      if (entry.kind !== standing) continue;
      const why = whyUseless(entry, facts);
      if (!why)
        return {
          standing,
          entry: { kind: entry.kind, id: entry.id },
          action: entry.action,
          words: sentence(standing, entry.text, notes),
        };
      notes.push(why.words);
      if (why.isForNow) later ??= entry;
    }
  }
  return {
    standing: 'temporary',
    entry: later && { kind: later.kind, id: later.id },
    action: null,
    words: sentence('temporary', '', notes),
  };
}

/** Why an entry does not help the car now; null when it does. `isForNow`: it covers a later part of the stay. */
function whyUseless(entry: ListEntry, facts: StandingFacts): { words: Words; isForNow: boolean } | null {
  const { zh, en } = sentence(entry.kind, entry.text, []);
  const say = (why: Words, isForNow = false) => ({
    words: { zh: `${zh}${why.zh}`, en: `${en} ${why.en}` },
    isForNow,
  });
  if (entry.vehicleKinds.length > 0 && !entry.vehicleKinds.includes(facts.vehicleKind ?? ''))
    return say({ zh: '不适用该车型', en: 'is for other vehicles' });
  if (entry.places !== null && entry.taken >= entry.places)
    return entry.kind === 'unit'
      ? say({ zh: '名额已用完', en: 'has no place left' })
      : say({ zh: '已有车辆在场', en: 'is taken by another car' });
  if (entry.timesPerDay !== null && entry.usedToday >= entry.timesPerDay)
    return say({ zh: '今日次数已用完', en: 'is used up for today' });
  if (!isWithinHours(entry.hours, facts.atMs, facts.zone))
    return say({ zh: '不在时段内', en: 'is outside its hours' }, true);
  return null;
}

function sentence(standing: Standing, text: string, notes: readonly Words[]): Words {
  const { zh, en } = standingWords[standing];
  const own = { zh: text ? `${zh}：${text}` : zh, en: text ? `${en}: ${text}` : en };
  if (notes.length === 0) return own;
  return {
    zh: `${own.zh}（${notes.map((one) => one.zh).join('；')}）`,
    en: `${own.en} (${notes.map((one) => one.en).join('; ')})`,
  };
}
