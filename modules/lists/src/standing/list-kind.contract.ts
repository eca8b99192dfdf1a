import type { Words } from '@boyun/domain/words';
import type { PassPolicy } from '@boyun/facilities/contract';
import { type ChoiceTable, choice, type Field } from '@boyun/kernel/contract';

/** A kind of list: what its cars are called and how gates and fees treat them, for the server and for pages. */
export interface ListKind {
  /** The standing of its cars, as orders and passings keep it. */
  readonly name: string;
  readonly words: Words;
  readonly tone: 'good' | 'info' | 'neutral' | 'bad';
  /** The mark beside its plates. */
  readonly mark: Words;
  readonly markTone: StandingBadge['tone'];
  /** Kinds with a smaller rank are asked first. */
  readonly rank: number;
  /** The page that shows its entries; null while no page does. */
  readonly page: string | null;
  /** What a lane does with its cars where the lane has no policy of its own for them; null: as with temporary cars. */
  readonly lanePolicy: keyof typeof PassPolicy | null;
  /** Its cars pay nothing at all: neither fees nor debts, and policies for large vehicles do not stop them. */
  readonly isFree?: boolean;
  /** Its cars may park for as long as they like. */
  readonly hasPlace?: boolean;
  /** A car that turned back before the barrier has not used its entry. */
  readonly isLimited?: boolean;
}

/** The mark beside the plates of a standing. */
export interface StandingBadge {
  readonly mark: Words;
  readonly label: Words;
  readonly tone: 'dark' | 'bad' | 'warn' | 'good' | 'info';
}

const ARREARS_BADGE: StandingBadge = {
  mark: { zh: '欠', en: 'Owes' },
  label: { zh: '欠费', en: 'In arrears' },
  tone: 'bad',
};

const kinds = new Map<string, ListKind>();

/** The rank of plates that owe too much: lists that bar a car come before it, lists that let it in come after it. */
export const ARREARS_RANK = 20;

/** How the plate of an order or a passing was treated: the kinds of lists in their order, arrears, and temporary cars. */
export const Standing: Record<string, ChoiceTable[string]> = {};
/** The name of a kind of list, `arrears` or `temporary`. */
export type Standing = string;

/** How a car was treated, as a field. */
export const standingField = choice({ zh: '车辆类别', en: 'Standing' }, Standing) as Field<Standing>;

/** Declares a kind of list; fails where the name is taken. `serveListKind` binds it to its table. */
export function listKind(kind: ListKind): ListKind {
  if (kinds.has(kind.name)) throw new Error(`two kinds of lists are named ${kind.name}`);
  kinds.set(kind.name, kind);
  fillStandings();
  return kind;
}

/** A kind of list by the standing of its cars; undefined for arrears, temporary cars and names that no module declares. */
export function findListKind(standing: string): ListKind | undefined {
  return kinds.get(standing);
}

/** The mark of a standing; temporary cars have none. */
export function badgeOf(standing: string | null | undefined): StandingBadge | undefined {
  if (standing === 'arrears') return ARREARS_BADGE;
  const kind = standing ? kinds.get(standing) : undefined;
  return kind && { mark: kind.mark, label: kind.words, tone: kind.markTone };
}

/** Whether cars of a standing pay nothing at all. */
export function isFreeStanding(standing: string): boolean {
  return kinds.get(standing)?.isFree ?? false;
}

/** The standings of the kinds a condition holds for. */
export function standingsWhere(holds: (kind: ListKind) => boolean | undefined): string[] {
  return [...kinds.values()].filter(holds).map((one) => one.name);
}

// Choices are shown in the order in which lists are asked.
function fillStandings(): void {
  const others = [
    { name: 'arrears', rank: ARREARS_RANK, words: { zh: '欠费车', en: 'In arrears' }, tone: 'bad' },
    {
      name: 'temporary',
      rank: Number.POSITIVE_INFINITY,
      words: { zh: '临时车', en: 'Temporary car' },
      tone: 'neutral',
    },
  ] as const;
  const sorted = [...kinds.values(), ...others].sort((a, b) => a.rank - b.rank);
  for (const name of Object.keys(Standing)) delete Standing[name];
  for (const { name, words, tone } of sorted) Standing[name] = { ...words, tone };
}

// Kinds that orders and lanes know already; members bring their lists.
listKind({
  name: 'vip',
  words: { zh: 'VIP车', en: 'VIP' },
  tone: 'good',
  mark: { zh: 'V', en: 'VIP' },
  markTone: 'warn',
  rank: 40,
  page: null,
  lanePolicy: 'open',
  hasPlace: true,
});
listKind({
  name: 'unit',
  words: { zh: '单位车', en: 'Unit vehicle' },
  tone: 'good',
  mark: { zh: '单', en: 'Unit' },
  markTone: 'info',
  rank: 50,
  page: null,
  lanePolicy: 'open',
  hasPlace: true,
});
