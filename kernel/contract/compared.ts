import { decimal, type Field, type Fields, optional } from './field.ts';
import type { Label } from './label.ts';
import type { Report } from './operation.ts';

type Compared = Pick<Report, 'columns' | 'totals' | 'compared'>;

/** The figures of a report that are compared: those it sums up. */
export function comparedFigures({ columns, totals = {}, compared }: Compared): readonly string[] {
  if (!compared) return [];
  return Object.keys(totals).filter((key) => key in columns && !compared.without?.includes(key));
}

/** Key of the earlier value of a figure. */
export const beforeKey = (key: string): string => key.replace(/(Fen)?$/, 'Before$1');
/** Key of the growth of a figure over its earlier value. */
export const growthKey = (key: string): string => `${key.replace(/Fen$/, '')}Growth`;

const EARLIER: Label = { zh: '对比期', en: 'before' };
const MOST = 1_000_000_000_000;

function besides(key: string, field: Field): (readonly [string, Field])[] {
  const { label } = field;
  const before = { ...field, label: { zh: `${label.zh}（${EARLIER.zh}）`, en: `${label.en} (${EARLIER.en})` } };
  const growth = { zh: `${label.zh}变化（%）`, en: `Change of ${label.en} (%)` };
  return [
    [beforeKey(key), { ...before, ...(field.kind === 'text' ? {} : { min: -MOST }) }],
    [growthKey(key), optional(decimal(growth, { min: -MOST, max: MOST }))],
  ];
}

/** The columns of compared rows: each compared figure is followed by its earlier value and by its growth in percent. */
export function comparedColumns(report: Compared): Fields {
  const figures = comparedFigures(report);
  return Object.fromEntries(
    Object.entries(report.columns as Fields).flatMap(([key, field]) => [
      [key, field] as const,
      ...(figures.includes(key) ? besides(key, field) : []),
    ]),
  );
}

/** The totals of compared rows: those of the report with the earlier ones and their growth. */
export function comparedTotals(report: Compared): Fields {
  const figures = comparedFigures(report);
  const totals = (report.totals ?? {}) as Fields;
  return { ...totals, ...Object.fromEntries(figures.flatMap((key) => besides(key, totals[key]!))) };
}

/** Returns the growth of a figure in percent, to one decimal; null where there was nothing before. */
export function growthOf(now: number, then: number): number | null {
  return then === 0 ? null : Math.round(((now - then) / Math.abs(then)) * 1000) / 10;
}
