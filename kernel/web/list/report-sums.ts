import type { Field } from '@boyun/kernel/contract';
import { fieldText } from '../cell.tsx';
import { dayText } from '../format.ts';
import type { Translate } from '../language.ts';

/** A row of a report, as its chart reads it. */
export type ChartRow = Readonly<Record<string, unknown>>;

/** Key of the name of a sum. */
export const NAME = 'name';
/** Names that are drawn; the others are summed up. */
const MOST_SUMS = 20;

/** Sums figures over the rows of the same period, in the order of the periods. */
export function sumsOfPeriods(rows: readonly ChartRow[], key: string, figures: readonly string[]): readonly ChartRow[] {
  return [...Map.groupBy(rows, (row) => String(row[key]))]
    .map(([period, own]) => ({ [key]: period, ...sumOf(own, figures) }))
    .toSorted((one, other) => (String(one[key]) < String(other[key]) ? -1 : 1));
}

function sumOf(rows: readonly ChartRow[], figures: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(figures.map((one) => [one, rows.reduce((all, row) => all + Number(row[one] ?? 0), 0)]));
}

/** Sums figures over the rows with the same value of a column: days in their order, others the largest first and the rest together. */
export function sumsBy(
  rows: readonly ChartRow[],
  field: Field,
  key: string,
  figures: readonly string[],
  t: Translate,
): readonly ChartRow[] {
  const isTime = field.kind === 'instant' || field.kind === 'day';
  const nameOf = (row: ChartRow) => {
    const value = row[key];
    return value instanceof Date ? dayText(value) : fieldText(field, key, row, t);
  };
  const sum = (name: string, own: readonly ChartRow[]): ChartRow => ({
    [NAME]: name,
    ...sumOf(own, figures),
  });
  const sums = [...Map.groupBy(rows, nameOf)].map(([name, own]) => sum(name, own));
  if (isTime) return sums.toSorted((one, other) => (String(one[NAME]) < String(other[NAME]) ? -1 : 1));
  const sizeOf = (row: ChartRow) => figures.reduce((all, one) => all + Math.abs(Number(row[one])), 0);
  const sorted = sums.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (sorted.length <= MOST_SUMS) return sorted;
  const rest = sorted.slice(MOST_SUMS - 1);
  return [...sorted.slice(0, MOST_SUMS - 1), sum(t({ zh: '其他{n}项', en: '{n} others' }, { n: rest.length }), rest)];
}
