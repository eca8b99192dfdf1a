/**
 * The standing of a plate at a gate: the precedence of the lists, as pure rules over facts that the caller has read. The first list that
 * applies decides; entries the car cannot use now (an occupied spot, a pack outside its hours) are named as well.
 */
import { type DailyHours, isWithinHours } from './daily-hours.ts';
import { formatYuan } from './money.ts';
import type { Words } from './words.ts';

/** The name of a kind of list and its rank; kinds are evaluated from the smallest rank upwards. */
export type ListName = { readonly name: string; readonly words: Words; readonly rank: number };

/** What a car on no list is called. */
export const temporaryWords = { zh: '临时车', en: 'Temporary car' } as const;

/** A list entry that is valid for a plate in a lot at a moment. */
export type ListEntry = {
  readonly kind: ListName;
  readonly id: string;
  /** What the gate does with a blacklisted plate. */
  readonly action: 'deny' | 'warn' | null;
  /** Its reason, spot, rule or host, as entered. */
  readonly text: string;
  readonly hours: DailyHours | null;
  /** Kinds of vehicles it applies to; empty for all. */
  readonly vehicleKinds: readonly string[];
  /** Number of cars it allows inside at a time; null without a limit. */
  readonly places: number | null;
  /** Number of other cars now inside on it. */
  readonly taken: number;
  readonly timesPerDay: number | null;
  /** Number of today's stays that used it. */
  readonly usedToday: number;
};

/** The facts about a plate from which its standing is decided. */
export type StandingFacts = {
  readonly atMs: number;
  readonly zone: string;
  readonly vehicleKind: string | null;
  /** What the plate owes, the amount from which it is stopped, and when that is asked; null where debts do not stop it. */
  readonly arrears: { readonly owedFen: number; readonly limitFen: number; readonly rank: number } | null;
  /** The most important entry of each list first. */
  readonly entries: readonly ListEntry[];
};

/** The standing with the entry that determined it and covers the stay, and the reason in both languages. */
export type StandingDecision = {
  /** The name of a kind of list, `arrears` or `temporary`. */
  readonly standing: string;
  /** What cars of this standing are called. */
  readonly name: Words;
  /** Also set for a temporary car whose pack begins to cover it later in the stay. */
  readonly entry: { readonly kind: string; readonly id: string } | null;
  readonly action: 'deny' | 'warn' | null;
  readonly words: Words;
};

/** Decides the standing of a plate: by the list with the smallest rank that applies, by what it owes, or as a temporary car. */
export function decideStanding(facts: StandingFacts): StandingDecision {
  const notes: Words[] = [];
  let later: ListEntry | null = null;
  const { arrears } = facts;
  const isOwing = arrears !== null && arrears.owedFen > arrears.limitFen;
  for (const entry of [...facts.entries].sort((a, b) => a.kind.rank - b.kind.rank)) {
    if (isOwing && entry.kind.rank > arrears.rank) return inArrears(arrears.owedFen);
    const { name: standing, words } = entry.kind;
    const why = unusableReason(entry, facts);
    if (!why)
      return {
        standing,
        name: words,
        entry: { kind: standing, id: entry.id },
        action: entry.action,
        words: sentence(words, entry.text, notes),
      };
    notes.push(why.words);
    if (why.isForNow) later ??= entry;
  }
  if (isOwing) return inArrears(arrears.owedFen);
  return {
    standing: 'temporary',
    name: temporaryWords,
    entry: later && { kind: later.kind.name, id: later.id },
    action: null,
    words: sentence(temporaryWords, '', notes),
  };
}

function inArrears(owedFen: number): StandingDecision {
  const owed = formatYuan(owedFen);
  return {
    standing: 'arrears',
    name: temporaryWords,
    entry: null,
    action: null,
    words: { zh: `欠费${owed}元，超过限额`, en: `Owes ${owed}, above the limit` },
  };
}

/** Returns why an entry does not apply to the car now; null when it does. `isForNow`: it covers a later part of the stay. */
function unusableReason(entry: ListEntry, facts: StandingFacts): { words: Words; isForNow: boolean } | null {
  const { zh, en } = sentence(entry.kind.words, entry.text, []);
  const say = (why: Words, isForNow = false) => ({
    words: { zh: `${zh}${why.zh}`, en: `${en} ${why.en}` },
    isForNow,
  });
  if (entry.vehicleKinds.length > 0 && !entry.vehicleKinds.includes(facts.vehicleKind ?? ''))
    return say({ zh: '不适用该车型', en: 'is for other vehicles' });
  if (entry.places !== null && entry.taken >= entry.places)
    return entry.places > 1
      ? say({ zh: '名额已用完', en: 'has no free space' })
      : say({ zh: '已有车辆在场', en: 'is occupied by another car' });
  if (entry.timesPerDay !== null && entry.usedToday >= entry.timesPerDay)
    return say({ zh: '今日次数已用完', en: 'is used up for today' });
  if (!isWithinHours(entry.hours, facts.atMs, facts.zone))
    return say({ zh: '不在时段内', en: 'is outside its hours' }, true);
  return null;
}

function sentence({ zh, en }: Words, text: string, notes: readonly Words[]): Words {
  const own = { zh: text ? `${zh}：${text}` : zh, en: text ? `${en}: ${text}` : en };
  if (notes.length === 0) return own;
  return {
    zh: `${own.zh}（${notes.map((one) => one.zh).join('；')}）`,
    en: `${own.en} (${notes.map((one) => one.en).join('; ')})`,
  };
}
