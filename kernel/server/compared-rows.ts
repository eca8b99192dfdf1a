import { addMonths, dayKey, dayMs, dayOfKey, keyOfDay } from '@boyun/domain/period';
import type { ComparedSpan, Comparison } from '@boyun/domain/rhythm';
import {
  beforeKey,
  comparedColumns,
  comparedFigures,
  comparedTotals,
  growthKey,
  growthOf,
} from '../contract/compared.ts';
import { otherPeriod } from '../contract/compared-period.ts';
import type { Fields } from '../contract/field.ts';
import type { Report } from '../contract/operation.ts';
import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import type { RowSource } from './row-source.ts';

/** The most rows that are compared; of more, a person could not read which belong together. */
const MOST_ROWS = 5000;

type Row = Readonly<Record<string, unknown>>;
type Shift = ComparedSpan['shift'];

/** The rows of a report whose filter `compare` puts them beside those of another period. */
export function comparedRows(plain: RowSource, report: Report): RowSource {
  const columns = comparedColumns(report);
  const totals = comparedTotals(report);
  const rows = new ComparedSource(plain, report);
  return {
    ...plain,
    shape: async ({ who }, { compare }) => ({
      title: plain.title[who.language],
      columns: compare ? columns : plain.columns,
    }),
    async list(tx, { compare, ...given }, paging, kernel) {
      if (!compare) return plain.list(tx, given, paging, kernel);
      const all = await rows.all(tx, given, compare as Comparison, paging.sort, kernel);
      const start = (paging.page - 1) * paging.perPage;
      return {
        rows: all.rows.slice(start, start + paging.perPage),
        total: all.rows.length,
        totals: all.totals,
        shape: { title: plain.title[tx.who.language], columns, totals },
      };
    },
    async count(tx, { compare, ...given }, limit, kernel) {
      if (!compare) return plain.count(tx, given, limit, kernel);
      return (await rows.all(tx, given, compare as Comparison, null, kernel)).rows.length;
    },
    async *stream(tx, { compare, ...given }, sort, range, kernel) {
      if (!compare) {
        yield* plain.stream(tx, given, sort, range, kernel);
        return;
      }
      const all = await rows.all(tx, given, compare as Comparison, sort, kernel);
      yield all.rows.slice(range.offset, range.limit === null ? undefined : range.offset + range.limit);
    },
  };
}

interface Summed {
  readonly rows: Row[];
  readonly totals: Row;
}

class ComparedSource {
  readonly #plain: RowSource;
  readonly #report: Report;
  readonly #figures: readonly string[];

  constructor(plain: RowSource, report: Report) {
    this.#plain = plain;
    this.#report = report;
    this.#figures = comparedFigures(report);
  }

  /** The rows in their order, with what they are compared with; then those of the other period alone. */
  async all(tx: TenantTx, given: Row, comparison: Comparison, sort: string | null, kernel: Kernel): Promise<Summed> {
    const other = otherPeriod(given, comparison, tx.now, tx.who.zone);
    if (!other) throw new Refusal(kernelRefusal['compare-no-period']);
    const own = await this.#read(tx, given, sort, kernel);
    const { from, to, shift } = other;
    const before = await this.#read(tx, { ...given, from, to }, sort, kernel);
    return {
      rows: this.#besideEachOther(own.rows, before.rows, shift),
      totals: this.#with(own.totals, before.totals),
    };
  }

  async #read(tx: TenantTx, given: Row, sort: string | null, kernel: Kernel): Promise<Summed> {
    const { rows, total, totals } = await this.#plain.list(tx, given, { page: 1, perPage: MOST_ROWS, sort }, kernel);
    if (total > MOST_ROWS) throw new Refusal(kernelRefusal['compare-too-many'], { most: String(MOST_ROWS) });
    return { rows: rows as Row[], totals: totals ?? {} };
  }

  #besideEachOther(own: readonly Row[], before: readonly Row[], shift: Shift): Row[] {
    const earlier = Map.groupBy(before, (row) => this.#keyOf(row, shift));
    const here = new Set(own.map((row) => this.#keyOf(row, null)));
    const nothing = Object.fromEntries(this.#figures.map((key) => [key, 0]));
    const sums = (rows: readonly Row[]) =>
      Object.fromEntries(this.#figures.map((key) => [key, rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0)]));
    const gone = [...earlier].filter(([key]) => !here.has(key));
    return [
      ...own.map((row) => this.#with(row, sums(earlier.get(this.#keyOf(row, null)) ?? []))),
      ...gone.map(([, rows]) => this.#with(this.#goneRow(rows[0]!, shift, nothing), sums(rows))),
    ];
  }

  /** A group that is not among the own rows: only what names it is kept. */
  #goneRow(row: Row, shift: Shift, nothing: Row): Row {
    const { by } = this.#report.compared!;
    const named = Object.entries(row).filter(([key]) => !(key in this.#report.columns) || this.#names(key));
    const moved = by.filter((key) => TIMES.includes(key)).map((key) => [key, movedPeriod(row[key], shift)]);
    return { ...Object.fromEntries(named), ...nothing, ...Object.fromEntries(moved), id: `before ${row.id}` };
  }

  #names(key: string): boolean {
    const { kind } = (this.#report.columns as Fields)[key]!;
    return !['money', 'integer', 'decimal'].includes(kind) || this.#report.compared!.by.includes(key);
  }

  #keyOf(row: Row, shift: Shift | null): string {
    const { by } = this.#report.compared!;
    return JSON.stringify(
      by.map((key) => (shift && TIMES.includes(key) ? movedPeriod(row[key], shift) : (row[key] ?? null))),
    );
  }

  #with(row: Row, before: Row): Row {
    const added = this.#figures.flatMap((key) => {
      const [now, then] = [Number(row[key] ?? 0), Number(before[key] ?? 0)];
      return [
        [beforeKey(key), then],
        [growthKey(key), growthOf(now, then)],
      ];
    });
    return { ...row, ...Object.fromEntries(added) };
  }
}

/** Columns with a day, a month or a year, which stand beside those they are compared with. */
const TIMES = ['period', 'day'];

/** A day, month or year of the other period as the one it stands beside. */
function movedPeriod(value: unknown, { days, months }: Shift): unknown {
  if (typeof value !== 'string') return value ?? null;
  const day = dayOfKey(`${value}-01-01`.slice(0, 10)) + days;
  const moved = months === 0 ? keyOfDay(day) : dayKey(addMonths(day * dayMs, months, 'UTC'), 'UTC');
  return moved.slice(0, value.length);
}
