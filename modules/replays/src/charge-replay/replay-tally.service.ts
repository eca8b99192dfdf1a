import type { ReplayMove, ReplayResult, ReplaySum } from './charge-replay.contract.ts';

/** A stay with its fee before and after. */
export type TalliedStay = ReplayMove & { readonly day: string };

/** Bucket bounds of the histogram in fen: decreases, no change, increases. */
const BOUNDS = [-5000, -2000, -1000, -500, 0, 1, 501, 1001, 2001, 5001];
const SHOWN_MOVES = 200;

const byDistance = (a: ReplayMove, b: ReplayMove) =>
  Math.abs(b.afterFen - b.beforeFen) - Math.abs(a.afterFen - a.beforeFen) || (a.orderId < b.orderId ? -1 : 1);

const newSum = (): ReplaySum => ({ stays: 0, beforeFen: 0, afterFen: 0 });

function add(sum: ReplaySum, stay: TalliedStay): void {
  sum.stays += 1;
  sum.beforeFen += stay.beforeFen;
  sum.afterFen += stay.afterFen;
}

/** Sums by group key. */
class Sums<Key> {
  readonly #sums = new Map<Key, ReplaySum>();

  add(key: Key, stay: TalliedStay): void {
    let sum = this.#sums.get(key);
    if (!sum) {
      sum = newSum();
      this.#sums.set(key, sum);
    }
    add(sum, stay);
  }

  entries(): [Key, ReplaySum][] {
    return [...this.#sums];
  }
}

/** Accumulates the result of a replay stay by stay. */
export class ReplayTally {
  readonly #total = newSum();
  readonly #byLot = new Sums<string>();
  readonly #byDay = new Sums<string>();
  readonly #byVehicleKind = new Sums<string | null>();
  readonly #lotNames = new Map<string, string>();
  readonly #histogram = new Array<number>(BOUNDS.length + 1).fill(0);
  #moves: ReplayMove[] = [];
  #up = 0;
  #down = 0;
  skipped = 0;

  add(stay: TalliedStay): void {
    add(this.#total, stay);
    this.#byLot.add(stay.lotId, stay);
    this.#byDay.add(stay.day, stay);
    this.#byVehicleKind.add(stay.vehicleKind, stay);
    this.#lotNames.set(stay.lotId, stay.lotName);
    const change = stay.afterFen - stay.beforeFen;
    const place = BOUNDS.findIndex((bound) => change < bound);
    this.#histogram[place < 0 ? BOUNDS.length : place]! += 1;
    if (change === 0) return;
    if (change > 0) this.#up += 1;
    else this.#down += 1;
    const { day: _, ...move } = stay;
    this.#moves.push(move);
    if (this.#moves.length >= SHOWN_MOVES * 10) this.#moves = this.#largest();
  }

  #largest(): ReplayMove[] {
    return this.#moves.sort(byDistance).slice(0, SHOWN_MOVES);
  }

  result(): ReplayResult {
    const inOrder = <T>(rows: T[], key: (row: T) => string) => rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    const lots = this.#byLot.entries().map(([lotId, sum]) => ({ lotId, lotName: this.#lotNames.get(lotId)!, ...sum }));
    const days = this.#byDay.entries().map(([day, sum]) => ({ day, ...sum }));
    const kinds = this.#byVehicleKind.entries().map(([vehicleKind, sum]) => ({ vehicleKind, ...sum }));
    return {
      total: this.#total,
      byLot: inOrder(lots, (row) => row.lotName),
      byDay: inOrder(days, (row) => row.day),
      byVehicleKind: inOrder(kinds, (row) => row.vehicleKind ?? ''),
      histogram: this.#histogram.map((stays, place) => ({
        fromFen: BOUNDS[place - 1] ?? null,
        toFen: BOUNDS[place] ?? null,
        stays,
      })),
      same: this.#total.stays - this.#up - this.#down,
      up: this.#up,
      down: this.#down,
      skipped: this.skipped,
      moves: this.#largest(),
    };
  }
}
