import './report-bars.css';
import { beforeKey, comparedColumns, type Fields, type Report } from '@boyun/kernel/contract';
import { useMemo } from 'react';
import { Chart } from '../chart.tsx';
import { chartFrame, colorOf } from '../chart-frame.ts';
import { countText, moneyText } from '../format.ts';
import { type Translate, useText } from '../language.ts';
import { usePhone } from '../media.ts';
import { useListing } from '../query.ts';
import { useTheme } from '../theme.ts';
import type { ListContext } from './list-place.tsx';
import { type ChartRow, NAME, sumsBy, sumsOfPeriods } from './report-sums.ts';

/** The series of a chart: fields of the report, drawn as bars or, where they are compared with, as lines. */
export interface ReportBars {
  readonly series: readonly { readonly key: string; readonly color: string; readonly isLine?: boolean }[];
  /** Whether the values are fen. */
  readonly isMoney?: boolean;
  /** Bars on top of each other, where most rows have one of them only. */
  readonly isStacked?: boolean;
  /** The column with the period, where the rows of one period are drawn together. */
  readonly summedBy?: string;
  /** The name below the bars of a row, and the short one for the axis. */
  readonly nameOf: (row: ChartRow) => string;
  readonly shorten?: (name: string) => string;
}

/** Number of bars that can still be distinguished. */
const MOST_BARS = 100;
/** Rows of which sums are drawn; of more rows nothing is, since the sums would not be whole. */
const MOST_SUMMED = 1000;
/** Number of names that fit on a phone. */
const MOST_NAMES = 6;

interface BarsProps {
  readonly source: Report;
  /** What the rows are grouped by; the chart is drawn again when it changes. */
  readonly by: string;
  readonly label: string;
  readonly bars: ReportBars;
  readonly context: ListContext<ChartRow>;
}

/** The rows as bars, those of all pages; of more rows than can be summed up nothing is drawn. */
export function RowBars({ source, by, label, bars, context }: BarsProps) {
  const { summedBy } = bars;
  const rows = useAllRows(source, context, summedBy ? MOST_SUMMED : MOST_BARS);
  const figures = bars.series.map((one) => one.key).join(' ');
  const drawn = useMemo(
    () => rows && (summedBy ? sumsOfPeriods(rows, summedBy, withEarlier(figures.split(' '), rows)) : rows),
    [rows, summedBy, figures],
  );
  if (!drawn || (summedBy && (context.listing?.total ?? 0) > MOST_SUMMED)) return null;
  return <Bars source={source} by={by} label={label} bars={bars} rows={drawn} />;
}

/** Figures with those they are compared with, where the rows are. */
const withEarlier = (figures: readonly string[], rows: readonly ChartRow[]) => [
  ...figures,
  ...figures.map(beforeKey).filter((key) => rows.some((row) => row[key] !== undefined)),
];

/** All rows of a list, up to `most`. Usually one page holds them, so they are fetched only once. */
function useAllRows(source: Report, { listing, sent }: ListContext<ChartRow>, most: number) {
  const isWhole = listing !== undefined && listing.rows.length === listing.total;
  const isOff = listing === undefined || isWhole;
  const all = useListing(source, { ...sent, page: 1, perPage: most }, { isOff }).data;
  return (isWhole ? listing : all)?.rows as readonly ChartRow[] | undefined;
}

function Bars({ source, by, label, bars, rows }: Omit<BarsProps, 'context'> & { rows: readonly ChartRow[] }) {
  const t = useText();
  const option = useBars(source, by, bars, rows);
  if (rows.length === 0) return null;
  return (
    <div className="by-card-box by-report-chart">
      <Chart
        option={option}
        height={200}
        label={`${t(source.title)}, ${label}`}
        savedAs={`${t(source.title)} ${label}`}
      />
    </div>
  );
}

function useBars(source: Report, by: string, bars: ReportBars, rows: readonly ChartRow[]) {
  const t = useText();
  const theme = useTheme();
  const isPhone = usePhone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours follow the theme, bars the grouping
  return useMemo(() => {
    const write = bars.isMoney ? moneyText : countText;
    const series = [...bars.series, ...earlierSeries(bars, rows)].map(({ key, color, isLine }) => ({
      name: nameOf(source, key, t),
      type: isLine ? 'line' : 'bar',
      data: rows.map((row) => row[key] ?? null),
      barMaxWidth: 18,
      symbolSize: 4,
      ...(bars.isStacked ? { stack: 'all' } : {}),
      itemStyle: { color: colorOf(color), ...(isLine ? {} : { borderRadius: [3, 3, 0, 0] }) },
      ...(isLine ? { lineStyle: { color: colorOf(color), width: 1.5, type: 'dashed' } } : {}),
    }));
    const frame = chartFrame(rows.map(bars.nameOf), write);
    // On a phone a few names are shortened and all shown; of many, only those that fit.
    const isFew = isPhone && rows.length <= MOST_NAMES;
    const fitting = isFew && { interval: 0, hideOverlap: false, width: 300 / rows.length, overflow: 'truncate' };
    const formatter = bars.shorten ?? ((name: string) => name);
    const yLabel = bars.isMoney ? { formatter: (value: number) => countText(value / 100) } : {};
    return {
      ...frame,
      xAxis: { ...frame.xAxis, axisLabel: { ...frame.xAxis.axisLabel, formatter, ...fitting } },
      yAxis: { ...frame.yAxis, axisLabel: { ...frame.yAxis.axisLabel, ...yLabel } },
      series,
    };
  }, [source, by, rows, t, theme, isPhone]);
}

/** What the first series is compared with, where the rows are. */
function earlierSeries({ series }: ReportBars, rows: readonly ChartRow[]): ReportBars['series'] {
  const key = beforeKey(series[0]!.key);
  return rows.some((row) => row[key] !== undefined) ? [{ key, color: '--by-neutral-dot', isLine: true }] : [];
}

const nameOf = (source: Report, key: string, t: Translate) => {
  const fields: Fields = key in source.columns ? source.columns : comparedColumns(source);
  return t(fields[key]!.label);
};

const COLORS = ['--by-accent', '--by-good-dot', '--by-warn-dot', '--by-bad-dot'];

/** The chart that a report declares: the sums of figures over the rows that share a value. */
export default function ReportChart({ source, context }: { source: Report; context: ListContext<ChartRow> }) {
  const t = useText();
  const { by, figures, isStacked } = source.chart!;
  const rows = useAllRows(source, context, MOST_SUMMED);
  const sums = useMemo(() => {
    return rows && sumsBy(rows, source.columns[by]!, by, withEarlier(figures, rows), t);
  }, [rows, source, by, figures, t]);
  if (!sums || (context.listing?.total ?? 0) > MOST_SUMMED) return null;
  const bars: ReportBars = {
    series: figures.map((key, index) => ({ key, color: COLORS[index]! })),
    isMoney: (source.columns as Fields)[figures[0]!]!.kind === 'money',
    ...(isStacked ? { isStacked } : {}),
    nameOf: (row) => String(row[NAME]),
  };
  return <Bars source={source} by={by} label={t(source.columns[by]!.label)} bars={bars} rows={sums} />;
}
