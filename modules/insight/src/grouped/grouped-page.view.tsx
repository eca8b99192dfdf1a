import type { Label, Report } from '@boyun/kernel/contract';
import {
  type CellSlots,
  Chart,
  chartFrame,
  colorOf,
  countText,
  type ListContext,
  ListPage,
  moneyText,
  useAddressWord,
  useListing,
  usePhone,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useMemo } from 'react';
import './grouped.css';

/** A row of a report, as its chart reads it. */
export type ChartRow = Readonly<Record<string, unknown>>;

/** The series of a chart: fields of the report, drawn as bars or, where they are compared with, as lines. */
export interface ReportBars {
  readonly series: readonly { readonly key: string; readonly color: string; readonly isLine?: boolean }[];
  /** Whether the values are fen. */
  readonly isMoney?: boolean;
  /** Bars on top of each other, where most rows have one of them only. */
  readonly isStacked?: boolean;
  /** The name below the bars of a row, and the short one for the axis. */
  readonly nameOf: (row: ChartRow) => string;
  readonly shorten?: (name: string) => string;
}

interface GroupedPageProps<G extends string> {
  readonly source: Report;
  readonly groups: Readonly<Record<G, Label>>;
  /** The columns of a grouping that come before the figures. */
  readonly named: Readonly<Record<G, readonly string[]>>;
  readonly figures: readonly string[];
  readonly filters: readonly string[];
  readonly cells: CellSlots<ChartRow>;
  readonly barsOf: (by: G) => ReportBars;
  readonly empty: { readonly title: Label; readonly hint?: Label };
}

/** A report that is grouped by one of several dimensions, with its rows as bars. */
export function GroupedPage<G extends string>(props: GroupedPageProps<G>) {
  const { source, groups, named, figures, filters, cells, barsOf, empty } = props;
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const keys = Object.keys(groups) as G[];
  const first = keys[0]!;
  const by = keys.find((one) => one === word) ?? first;
  const bars = barsOf(by);
  return (
    <ListPage
      key={by}
      source={source}
      name={`${source.name}-${by}`}
      fixed={{ by }}
      columns={[...named[by], ...figures]}
      filters={filters}
      cells={cells}
      above={(context) => (
        <Bars source={source} by={by} label={groups[by]} bars={bars} context={context as ListContext<ChartRow>} />
      )}
      toolbar={() => (
        <Segmented<G>
          value={by}
          options={keys.map((key) => ({ value: key, label: t(groups[key]) }))}
          onChange={(next) => setWord(next === first ? null : next)}
        />
      )}
      detail={null}
      empty={empty}
    />
  );
}

/** Number of bars that can still be distinguished. */
const MOST_BARS = 100;
/** Number of names that fit on a phone. */
const MOST_NAMES = 6;

interface BarsProps {
  readonly source: Report;
  readonly by: string;
  readonly label: Label;
  readonly bars: ReportBars;
  readonly context: ListContext<ChartRow>;
}

/** The rows as bars, those of all pages. */
function Bars({ source, by, label, bars, context }: BarsProps) {
  const t = useText();
  const { listing, sent } = context;
  // Usually one page holds all rows, so they are fetched only once.
  const isWhole = listing !== undefined && listing.rows.length === listing.total;
  const isOff = listing === undefined || isWhole;
  const all = useListing(source, { ...sent, page: 1, perPage: MOST_BARS }, { isOff }).data;
  const rows = (isWhole ? listing : all)?.rows as readonly ChartRow[] | undefined;
  const option = useBars(source, by, bars, rows ?? NO_ROWS);
  if (!rows || rows.length === 0) return null;
  return (
    <div className="by-card-box grouped-chart">
      <Chart option={option} height={200} label={`${t(source.title)}, ${t(label)}`} />
    </div>
  );
}

const NO_ROWS: readonly ChartRow[] = [];

function useBars(source: Report, by: string, bars: ReportBars, rows: readonly ChartRow[]) {
  const t = useText();
  const theme = useTheme();
  const isPhone = usePhone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours follow the theme, bars the grouping
  return useMemo(() => {
    const write = bars.isMoney ? moneyText : countText;
    const series = bars.series.map(({ key, color, isLine }) => ({
      name: t(source.columns[key]!.label),
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
