import { instantOfWall } from '@boyun/domain/period';
import { beforeKey, type Field, type Fields, type Output } from '@boyun/kernel/contract';
import {
  Chart,
  chartFrame,
  colorOf,
  columnsOf,
  countText,
  DataGrid,
  Empty,
  fieldText,
  type GridColumn,
  listLink,
  moneyText,
  plainSetting,
  shareText,
  tenantZone,
  useText,
  useTheme,
} from '@boyun/kernel/web';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { Compare, type runComposed } from './composed-report.contract.ts';
import type { ComposedDraft } from './composer-fields.view.tsx';
import { DIMENSIONS, type Dimension, MEASURES, type Measure } from './dataset.contract.ts';

export type ComposedResult = Output<typeof runComposed>;
type Row = Readonly<Record<string, string | number | null>> & { readonly id: string };

/** The fields of the columns, in the words of the page. */
export function shownFields(result: ComposedResult, compare: ComposedDraft['compare']): Fields {
  const named = Compare[compare];
  const entries = result.columns.map(({ key, of, kind }): [string, Field] => {
    if (kind === 'dimension') return [key, DIMENSIONS[of as Dimension] as Field];
    const field = MEASURES[of as Measure] as Field;
    if (kind === 'measure') return [key, field];
    const label =
      kind === 'before' ? named : { zh: `${field.label.zh}变化`, en: `Change of ${field.label.en.toLowerCase()}` };
    return [key, { ...field, label }];
  });
  return Object.fromEntries(entries);
}

/** Writes a change in hundredths of a percent. */
export const changeText = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '—'
    : `${value > 0 ? '+' : value < 0 ? '−' : ''}${shareText(Math.abs(value) / 10_000)}`;

/** The rows of a composed report, with a chart; a click on a row opens what it counts. */
export function ComposedRows({ draft, result }: { draft: ComposedDraft; result: ComposedResult }) {
  const t = useText();
  const navigate = useNavigate();
  const [setting, setSetting] = useState(plainSetting);
  const rows = useMemo(() => result.rows.map((row, index): Row => ({ ...row, id: String(index + 1) })), [result.rows]);
  const fields = shownFields(result, draft.compare);
  const growth = result.columns.filter((one) => one.kind === 'growth').map((one) => one.key);
  const columns = columnsOf<Row>(
    fields,
    result.columns.map((one) => one.key),
    {
      cells: Object.fromEntries(
        growth.map((key) => [key, { width: 110, cell: (row: Row) => <Change value={row[key]} /> }]),
      ),
      sortable: [],
      language: t({ zh: 'zh', en: 'en' }) as 'zh' | 'en',
    },
  ) as GridColumn<Row>[];
  const list = listOf(draft);
  return (
    <>
      {draft.chart !== 'none' && rows.length > 0 && (
        <ComposedChart draft={draft} rows={rows} fields={fields} span={{ from: result.from, to: result.to }} />
      )}
      <section className="by-sheet">
        <DataGrid<Row>
          label={t({ zh: '报表数据', en: 'Rows' })}
          columns={columns}
          rows={rows}
          totals={result.totals}
          setting={setting}
          onSetting={setSetting}
          onOpen={list ? (row) => void navigate(drillDown(list, draft, result, row)) : undefined}
          empty={
            <Empty
              title={{ zh: '这段时间没有数据', en: 'No data in this time' }}
              hint={{ zh: '换一个时间范围试试', en: 'Try other days' }}
            />
          }
        />
      </section>
    </>
  );
}

function Change({ value }: { value: string | number | null | undefined }) {
  const share = value as number | null | undefined;
  const tone = !share ? 'by-faint' : share > 0 ? 'by-tone-good' : 'by-tone-bad';
  return <span className={`by-figure composer-change ${tone}`}>{changeText(share)}</span>;
}

const COLORS = ['--by-accent', '--by-good-dot', '--by-warn-dot', '--by-bad-dot', '--by-info', '--by-neutral-dot'];
/** How many groups can still be told apart. */
const MOST_BARS = 100;

function ComposedChart({
  draft,
  rows,
  fields,
  span,
}: {
  draft: ComposedDraft;
  rows: readonly Row[];
  fields: Fields;
  span: { readonly from: string; readonly to: string };
}) {
  const t = useText();
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours follow the theme
  const option = useMemo(() => {
    const shown = rows.slice(0, MOST_BARS);
    const names = shown.map((row) => draft.dimensions.map((key) => fieldText(fields[key]!, key, row, t)).join(' · '));
    const isMoney = draft.measures.every((key) => MEASURES[key as Measure].kind === 'money');
    // Figures of one kind share an axis; of others, the first decides.
    const kind = MEASURES[draft.measures[0] as Measure].kind === 'money';
    const drawn = draft.measures.filter((key) => (MEASURES[key as Measure].kind === 'money') === kind);
    const frame = chartFrame(names, isMoney || kind ? moneyText : countText);
    const compared = draft.compare === 'none' ? [] : [beforeKey(drawn[0]!)];
    return {
      ...frame,
      yAxis: {
        ...frame.yAxis,
        axisLabel: {
          ...frame.yAxis.axisLabel,
          ...(kind ? { formatter: (value: number) => countText(value / 100) } : {}),
        },
      },
      series: [...drawn, ...compared].map((key, index) => ({
        name: t(fields[key]!.label),
        type: index < drawn.length ? draft.chart : 'line',
        data: shown.map((row) => row[key] ?? null),
        barMaxWidth: 22,
        symbolSize: 4,
        itemStyle: { color: colorOf(COLORS[index % COLORS.length]!), borderRadius: [3, 3, 0, 0] },
        ...(index < drawn.length ? {} : { lineStyle: { type: 'dashed', width: 1.5 } }),
      })),
    };
  }, [draft, rows, fields, t, theme]);
  return (
    <div className="by-card-box composer-chart">
      <Chart
        option={option}
        height={220}
        label={t({ zh: '图表', en: 'Chart' })}
        savedAs={t({ zh: '自定义报表 {from}~{to}', en: 'Composed report {from}~{to}' }, span)}
      />
    </div>
  );
}

interface RowList {
  readonly path: string;
  /** Its filters of time. */
  readonly from: string;
  readonly to: string;
  /** Dimensions that are filters of it. */
  readonly same: readonly string[];
  readonly fixed?: Readonly<Record<string, unknown>>;
}

/** The lists with the rows of the datasets. */
const LISTS: Partial<Record<ComposedDraft['dataset'], RowList>> = {
  stay: {
    path: '/_cloud_operation/order',
    from: 'leftFrom',
    to: 'leftTo',
    same: ['standing', 'vehicleKind', 'payState'],
  },
  money: {
    path: '/_cloud_operation/payment',
    from: 'from',
    to: 'to',
    same: ['channel'],
    fixed: { state: 'succeeded' },
  },
  flow: { path: '/_cloud_operation/passRecord', from: 'from', to: 'to', same: [] },
};

/** The list that can show what a row counts: it knows all dimensions of the report. */
function listOf({ dataset, dimensions }: ComposedDraft): RowList | null {
  const list = LISTS[dataset];
  return list && dimensions.every((one) => ['day', 'month', 'lot', ...list.same].includes(one)) ? list : null;
}

/** The address of the list with what a row counts. */
function drillDown(list: RowList, draft: ComposedDraft, result: ComposedResult, row: Row): string {
  const { from, to } = daysOf(result, row);
  const same = Object.fromEntries(list.same.flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])));
  const lotId = row.lotId ?? (draft.lotIds.length === 1 ? draft.lotIds[0] : undefined);
  return listLink(list.path, {
    ...same,
    ...list.fixed,
    lotId,
    [list.from]: new Date(instantOfWall(`${from}T00:00:00`, tenantZone())),
    [list.to]: new Date(instantOfWall(`${to}T23:59:59`, tenantZone())),
  });
}

/** The days a row is about: its day or month within the days of the report, or all of them. */
function daysOf({ from, to }: ComposedResult, row: Row): { from: string; to: string } {
  if (row.day) return { from: String(row.day), to: String(row.day) };
  if (!row.month) return { from, to };
  const [year, month] = String(row.month).split('-').map(Number);
  const last = new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10);
  const first = `${row.month}-01`;
  return { from: first > from ? first : from, to: last < to ? last : to };
}
