import type { BillLine } from './bill-line.ts';

/** A payment or (below zero) a refund of ours. */
export interface OurRecord {
  readonly id: string;
  readonly number: string;
  readonly amountFen: number;
  /** What we expect the channel to keep; null where the bill alone says it. */
  readonly feeFen: number | null;
  readonly atMs: number;
  /** Whether its money has moved. */
  readonly isDone: boolean;
  /** The day of the channel that it counts for; null where no money has moved. */
  readonly day: string | null;
}

/** Why the two sides of a record differ. */
export const differenceKinds = ['ours-only', 'theirs-only', 'amount', 'state', 'fee', 'day'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** The class of a record: a kind of difference, `matched`, or `idle` where no money has moved on either side. */
export const pairClasses = ['matched', 'idle', ...differenceKinds] as const;
export type PairClass = (typeof pairClasses)[number];

/** The two sides of a record; at least one is there. */
export interface Pair<Ours extends OurRecord = OurRecord, Theirs extends BillLine = BillLine> {
  readonly ours: Ours | null;
  readonly theirs: Theirs | null;
}

/** Rows in batches, in an order both sides share. */
export type Batches<T> = AsyncIterable<readonly T[]> | Iterable<readonly T[]>;

/** Where a record of ours comes in relation to a line of the bill: 0 where both are the same record. */
export type PairOrder<Ours extends OurRecord, Theirs extends BillLine> = (ours: Ours, theirs: Theirs) => number;

/** The order of numbers in the database's collation `C`; a payment comes before a refund of the same number. */
export function byNumber(ours: OurRecord, theirs: BillLine): number {
  if (ours.number !== theirs.number) return ours.number < theirs.number ? -1 : 1;
  return Number(ours.amountFen < 0) - Number(theirs.amountFen < 0);
}

/** The order of amounts, then times; records of the same amount at nearly the same time are the same. */
export function byAmountAndTime(withinMs: number): PairOrder<OurRecord, BillLine> {
  return (ours, theirs) => {
    if (ours.amountFen !== theirs.amountFen) return ours.amountFen - theirs.amountFen;
    const apartMs = ours.atMs - theirs.atMs;
    return Math.abs(apartMs) <= withinMs ? 0 : apartMs;
  };
}

/**
 * Merges two sides that are sorted alike into pairs, in batches; each row is in exactly one pair. Memory holds one batch of each side,
 * however many there are.
 */
export async function* pairUp<Ours extends OurRecord, Theirs extends BillLine>(
  ours: Batches<Ours>,
  theirs: Batches<Theirs>,
  order: PairOrder<Ours, Theirs>,
): AsyncGenerator<Pair<Ours, Theirs>[]> {
  const left = new Queue(ours);
  const right = new Queue(theirs);
  for (;;) {
    await left.fill();
    await right.fill();
    if (left.isOver && right.isOver) return;
    const pairs: Pair<Ours, Theirs>[] = [];
    while ((left.first || left.isOver) && (right.first || right.isOver) && (left.first || right.first)) {
      const sign = !right.first ? -1 : !left.first ? 1 : order(left.first, right.first);
      pairs.push({ ours: sign <= 0 ? left.take() : null, theirs: sign >= 0 ? right.take() : null });
    }
    yield pairs;
  }
}

/** The rows of one side, one at a time, without waiting while the batch at hand lasts. */
class Queue<T> {
  readonly #batches: AsyncIterator<readonly T[]> | Iterator<readonly T[]>;
  #batch: readonly T[] = [];
  #at = 0;
  #isDrained = false;

  constructor(batches: Batches<T>) {
    this.#batches = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]();
  }

  /** The next row of the batch at hand; null at its end. */
  get first(): T | null {
    return this.#batch[this.#at] ?? null;
  }

  /** No row is left at all. */
  get isOver(): boolean {
    return this.#isDrained && this.#at >= this.#batch.length;
  }

  take(): T {
    this.#at += 1;
    return this.#batch[this.#at - 1]!;
  }

  async fill(): Promise<void> {
    while (!this.#isDrained && this.#at >= this.#batch.length) {
      const next = await this.#batches.next();
      this.#isDrained = next.done === true;
      this.#batch = next.done ? [] : next.value;
      this.#at = 0;
    }
  }
}

/**
 * Returns the class of a record in the comparison of a day. `theirDay` is the day in whose bill a record of ours that is missing in this
 * one was found; null for none.
 */
export function classOf({ ours, theirs }: Pair, day: string, theirDay: string | null = null): PairClass {
  if (!theirs) return theirDay !== null && theirDay !== day ? 'day' : 'ours-only';
  if (!ours) return theirs.isDone ? 'theirs-only' : 'idle';
  if (ours.isDone !== theirs.isDone) return 'state';
  if (!ours.isDone) return 'idle';
  if (ours.day !== day) return 'day';
  if (ours.amountFen !== theirs.amountFen) return 'amount';
  return ours.feeFen !== null && ours.feeFen !== theirs.feeFen ? 'fee' : 'matched';
}

/** Sums of one side: of records whose money moved on the day. */
export interface SideSum {
  readonly count: number;
  readonly fen: number;
  readonly feeFen: number;
}

/** Sums of a class: how many records, and what each side says of them for the day. */
export interface ClassSum {
  readonly count: number;
  readonly oursFen: number;
  readonly theirsFen: number;
}

/** What the sides of a record count for a day, in fen: nothing where the money has not moved, or moved on another day. */
export function countedFen(
  { ours, theirs }: Pair,
  day: string,
): { readonly oursFen: number; readonly theirsFen: number } {
  return {
    oursFen: ours?.isDone && ours.day === day ? ours.amountFen : 0,
    theirsFen: theirs?.isDone ? theirs.amountFen : 0,
  };
}

/** The sums of a comparison. */
export class Tally {
  readonly #day: string;
  readonly #classes = new Map<PairClass, { count: number; oursFen: number; theirsFen: number }>();
  readonly #ours = { count: 0, fen: 0, feeFen: 0 };
  readonly #theirs = { count: 0, fen: 0, feeFen: 0 };

  constructor(day: string) {
    this.#day = day;
  }

  add(pair: Pair, found: PairClass): void {
    const counted = countedFen(pair, this.#day);
    const sum = this.#classes.get(found) ?? { count: 0, oursFen: 0, theirsFen: 0 };
    this.#classes.set(found, sum);
    sum.count += 1;
    sum.oursFen += counted.oursFen;
    sum.theirsFen += counted.theirsFen;
    const { ours, theirs } = pair;
    if (ours?.isDone && ours.day === this.#day) {
      this.#ours.count += 1;
      this.#ours.fen += ours.amountFen;
      this.#ours.feeFen += ours.feeFen ?? theirs?.feeFen ?? 0;
    }
    if (theirs?.isDone) {
      this.#theirs.count += 1;
      this.#theirs.fen += theirs.amountFen;
      this.#theirs.feeFen += theirs.feeFen;
    }
  }

  get ours(): SideSum {
    return this.#ours;
  }

  get theirs(): SideSum {
    return this.#theirs;
  }

  classSum(of: PairClass): ClassSum {
    return this.#classes.get(of) ?? { count: 0, oursFen: 0, theirsFen: 0 };
  }
}
