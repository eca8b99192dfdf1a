import type { Words } from '@boyun/domain/words';
import type { PassPolicy } from '@boyun/facilities/contract';
import { choice, type Field, slot, slotChoices, slotTable } from '@boyun/kernel/contract';

/** A kind of list: names of its cars and how gates and fees treat them; used by server and pages. */
export interface ListKind {
  /** Standing of its cars, stored in orders and passings. */
  readonly name: string;
  readonly words: Words;
  readonly tone: 'good' | 'info' | 'neutral' | 'bad';
  /** The mark beside its plates. */
  readonly mark: Words;
  readonly markTone: StandingBadge['tone'];
  /** The order in which kinds are evaluated: the smallest rank first. */
  readonly rank: number;
  /** The page that shows its entries; null if there is none. */
  readonly page: string | null;
  /** Default lane policy for its cars, used if the lane sets none; null: the policy for temporary cars. */
  readonly lanePolicy: keyof typeof PassPolicy | null;
  /** Its cars pay nothing at all: neither fees nor debts, and policies for large vehicles do not stop them. */
  readonly isFree?: boolean;
  /** Its cars have no limit on the length of a stay. */
  readonly hasPlace?: boolean;
  /** Its entries have limited uses; a car that turned back before the barrier has not used one. */
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

/** The kinds of lists of all modules. A module fills the slot in its contract and, for pages, in `web.ts`. */
export const listKinds = slot<ListKind>('lists.kinds');

const kinds = /* @__PURE__ */ slotTable(listKinds);

/** Rank of plates above the arrears limit: after lists that deny entry, before lists that allow it. */
export const ARREARS_RANK = 20;

const OTHERS = [
  { name: 'arrears', rank: ARREARS_RANK, words: { zh: '欠费车', en: 'In arrears' }, tone: 'bad' },
  { name: 'temporary', rank: Number.POSITIVE_INFINITY, words: { zh: '临时车', en: 'Temporary car' }, tone: 'neutral' },
] as const;

/** The standings a plate of an order or passing can have, by rank. */
export const Standing = /* @__PURE__ */ slotChoices(listKinds, (all) =>
  Object.fromEntries(
    [...all, ...OTHERS].sort((a, b) => a.rank - b.rank).map(({ name, words, tone }) => [name, { ...words, tone }]),
  ),
);
/** The name of a kind of list, `arrears` or `temporary`. */
export type Standing = string;

/** Field for a standing. */
export const standingField = /* @__PURE__ */ choice({ zh: '车辆类别', en: 'Standing' }, Standing) as Field<Standing>;

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

/** Standings of the kinds that meet a condition. */
export function standingsWhere(holds: (kind: ListKind) => boolean | undefined): string[] {
  return [...kinds.values()].filter(holds).map((one) => one.name);
}
