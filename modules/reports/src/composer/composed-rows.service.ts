import { dayOfKey, wallTime } from '@boyun/domain/period';
import { type Comparison, comparedSpan, type DaySpanName, daysNamed } from '@boyun/domain/rhythm';
import { beforeKey, type Fields, growthKey, type Input, integer, Refusal } from '@boyun/kernel/contract';
import { isAllowed, notFound, type TenantTx } from '@boyun/kernel/server';
import { Compare, composedRefusal, MOST, type runComposed } from './composed-report.contract.ts';
import { type ComposedQuery, type ComposedRow, readComposed } from './composed-rows.queries.ts';
import {
  DATASETS,
  type DatasetWords,
  DIMENSIONS,
  type Dimension,
  MEASURES,
  type Measure,
  NOT_ADDITIVE,
} from './dataset.contract.ts';

/** What a composed report shows. */
export type Composed = Omit<Input<typeof runComposed>, 'name' | 'from' | 'to' | 'chart'>;

/** A column: a dimension, a measure, what it is compared with, or its change. */
export interface ComposedColumn {
  readonly key: string;
  readonly of: string;
  readonly kind: 'dimension' | 'measure' | 'before' | 'growth';
}

/** The rows of a composed report with their columns and sums. */
export interface ComposedResult {
  readonly from: string;
  readonly to: string;
  readonly columns: ComposedColumn[];
  readonly rows: readonly ComposedRow[];
  readonly totals: Readonly<Record<string, number>>;
}

/** Refuses what the dataset does not offer, data that the caller may not see, and lots of others. Lots the caller may not see have no rows. */
export async function checkComposed(
  tx: TenantTx,
  of: Pick<Composed, 'dataset' | 'measures' | 'dimensions' | 'lotIds'>,
): Promise<void> {
  const { language } = tx.who;
  const dataset: DatasetWords = DATASETS[of.dataset];
  if (!isAllowed(dataset.access, tx.who))
    throw new Refusal(composedRefusal['no-data-right'], { data: dataset[language] });
  const refuse = (label: { zh: string; en: string }) => {
    throw new Refusal(composedRefusal['not-offered'], { data: dataset[language], what: label[language] });
  };
  for (const key of of.measures) if (!dataset.measures.includes(key)) refuse(MEASURES[key].label);
  for (const key of of.dimensions) if (!dataset.dimensions.includes(key)) refuse(DIMENSIONS[key].label);
  const ids = [...new Set(of.lotIds)];
  const [found] = await tx.query<{ count: number }>(
    'select count(*)::int as count from lot_fact where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, ids],
  );
  if (found!.count < ids.length) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
}

/** The days that are shown: those asked for, or the report's own. */
function spanOf(tx: TenantTx, period: string, asked: { from: string | null; to: string | null }) {
  const today = dayOfKey(wallTime(tx.now.getTime(), tx.who.zone).slice(0, 10));
  const own = daysNamed(period as DaySpanName, today);
  const from = asked.from ?? (asked.to && asked.to < own.from ? asked.to : own.from);
  const to = asked.to ?? (from > own.to ? from : own.to);
  if (from > to) throw new Refusal(composedRefusal['days-order']);
  if (dayOfKey(to) - dayOfKey(from) >= MOST.days)
    throw new Refusal(composedRefusal['too-many-days'], { most: String(MOST.days) });
  return { from, to };
}

const keyOf = (dimensions: readonly Dimension[], row: ComposedRow) =>
  JSON.stringify([...dimensions.map((one) => row[one]), row.lotId ?? null]);

/** Reads a composed report over the days asked for. */
export async function runReport(
  tx: TenantTx,
  of: Composed,
  asked: { from: string | null; to: string | null },
): Promise<ComposedResult> {
  await checkComposed(tx, of);
  const span = spanOf(tx, of.period, asked);
  const measures = [...new Set(of.measures)] as Measure[];
  const dimensions = [...new Set(of.dimensions)] as Dimension[];
  const query: ComposedQuery = { ...of, measures, dimensions, ...span, shift: { days: 0, months: 0 } } as ComposedQuery;
  const own = await readComposed(tx, query);
  const isCompared = of.compare !== 'none';
  const before = isCompared
    ? await readComposed(tx, { ...query, ...comparedSpan(span, of.compare as Comparison) })
    : [];
  const rows = isCompared ? besideEachOther(own, before, { measures, dimensions }) : own;
  const columns = columnsOf({ measures, dimensions, isCompared });
  return { ...span, columns, rows: ordered(rows, { measures, dimensions }), totals: totalsOf(rows, columns) };
}

interface Shape {
  readonly measures: readonly Measure[];
  readonly dimensions: readonly Dimension[];
}

/** The rows with what they are compared with; groups of one of the two spans stand beside nothing. */
function besideEachOther(
  own: readonly ComposedRow[],
  before: readonly ComposedRow[],
  { measures, dimensions }: Shape,
): ComposedRow[] {
  const earlier = new Map(before.map((row) => [keyOf(dimensions, row), row]));
  const here = new Set(own.map((row) => keyOf(dimensions, row)));
  const gone = before.filter((row) => !here.has(keyOf(dimensions, row)));
  const empty = Object.fromEntries(measures.map((key) => [key, 0]));
  return [...own, ...gone.map((row) => ({ ...row, ...empty }))].map((row) => {
    const other = earlier.get(keyOf(dimensions, row));
    const added = measures.flatMap((key) => {
      const [value, was] = [Number(row[key]), Number(other?.[key] ?? 0)];
      return [
        [beforeKey(key), was],
        [growthKey(key), was === 0 ? null : Math.round(((value - was) * 10_000) / Math.abs(was))],
      ];
    });
    return { ...row, ...Object.fromEntries(added) };
  });
}

function columnsOf({ measures, dimensions, isCompared }: Shape & { isCompared: boolean }): ComposedColumn[] {
  return [
    ...dimensions.map((key) => ({ key, of: key, kind: 'dimension' as const })),
    ...measures.flatMap((key) => [
      { key, of: key, kind: 'measure' as const },
      ...(isCompared
        ? [
            { key: beforeKey(key), of: key, kind: 'before' as const },
            { key: growthKey(key), of: key, kind: 'growth' as const },
          ]
        : []),
    ]),
  ];
}

const TIME: readonly Dimension[] = ['day', 'month', 'hour'];
/** Monday first. */
const WEEK = (day: unknown) => (Number(day) + 6) % 7;

/** Times in their order; otherwise the largest first. */
function ordered(rows: readonly ComposedRow[], { measures, dimensions }: Shape): ComposedRow[] {
  const [first] = dimensions;
  const compare = (one: ComposedRow, other: ComposedRow): number => {
    if (first === 'weekDay') return WEEK(one[first]) - WEEK(other[first]);
    if (first === 'stayLength') return Number(one[first]) - Number(other[first]);
    if (TIME.includes(first!))
      return String(one[first!]) < String(other[first!]) ? -1 : one[first!] === other[first!] ? 0 : 1;
    return 0;
  };
  const [main] = measures;
  return rows.toSorted((one, other) => compare(one, other) || Number(other[main!]) - Number(one[main!]));
}

function totalsOf(rows: readonly ComposedRow[], columns: readonly ComposedColumn[]): Record<string, number> {
  const summed = columns.filter(
    ({ kind, of }) => (kind === 'measure' || kind === 'before') && !NOT_ADDITIVE.includes(of as Measure),
  );
  return Object.fromEntries(
    summed.map(({ key }) => [key, Number(rows.reduce((sum, row) => sum + Number(row[key] ?? 0), 0).toFixed(1))]),
  );
}

/** The fields of the columns, as a file shows them. */
export function fieldsOf(columns: readonly ComposedColumn[], compare: keyof typeof Compare): Fields {
  const named = Compare[compare];
  return Object.fromEntries(
    columns.map(({ key, of, kind }) => {
      if (kind === 'dimension') return [key, DIMENSIONS[of as Dimension]];
      const field = MEASURES[of as Measure];
      if (kind === 'measure') return [key, field];
      const label = { zh: `${field.label.zh}（${named.zh}）`, en: `${field.label.en} (${named.en.toLowerCase()})` };
      if (kind === 'before') return [key, { ...field, label }];
      const change = { zh: `${field.label.zh}变化（万分比）`, en: `Change of ${field.label.en} (0.01 %)` };
      return [key, integer(change, { min: -1_000_000_000 })];
    }),
  );
}
