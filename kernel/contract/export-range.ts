import { choice, type Field, type Fields, flag, instant, integer, list, optional, text, type Values } from './field.ts';
import { pagingFields } from './operation.ts';
import { kernelRefusal, type RefusalRule } from './refusal.ts';

/** Maximum number of rows per export. */
export const EXPORT_ROWS = 1_000_000;

/** Maximum number of rows per page of an export (spec §9). */
export const EXPORT_PER_PAGE = 1000;

/** The rows of a list to export: all matches, some pages, or a period of days. */
export type ExportRange =
  | { readonly kind: 'all' }
  | { readonly kind: 'pages'; readonly startPage: number; readonly endPage: number; readonly perPage: number }
  | { readonly kind: 'period'; readonly fromDay: string; readonly toDay: string };

/** Maximum number of rows of an `.xls` file. */
export const XLS_ROWS = 65_535;

/** File formats of an export. */
export const ExportFormat = {
  xlsx: { zh: 'Excel 工作簿（.xlsx）', en: 'Excel workbook (.xlsx)' },
  xls: { zh: 'Excel 97–2003 工作簿（.xls）', en: 'Excel 97–2003 workbook (.xls)' },
  csv: { zh: '逗号分隔文本（.csv）', en: 'Comma-separated text (.csv)' },
} as const;
export type ExportFormat = keyof typeof ExportFormat;

const anyInteger = (zh: string, en: string) => optional(integer({ zh, en }, { min: -1_000_000_000 }));

const plainText = (zh: string, en: string) => optional(text({ zh, en }, { min: 0, max: 64 }));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Maximum number of lots or plates that an export is limited to. */
const MOST_NAMED = 1000;

/** Input of an export in addition to the filters of its list (spec §3). `Type` and `searchType` are filters of the lists that have them. */
export const exportFields = {
  /** What the caller calls the export; its task records it. */
  key: { ...plainText('导出标识', 'Key'), wireName: 'key' },
  /** The number of rows the caller was shown: pages after these are refused. */
  shownTotal: { ...optional(integer({ zh: '总数', en: 'Total' }, { max: 1_000_000_000 })), wireName: 'total' },
  /** Whose export it is: the beginning of the name of the file. */
  tenantName: {
    ...optional(text({ zh: '租户', en: 'Tenant' }, { min: 0, max: 64, pattern: /^[^\\/:*?"<>|]*$/ })),
    wireName: 'tenantName',
  },
  /** Only rows of these lots. */
  lots: {
    ...list({ zh: '车场', en: 'Parking lots' }, text({ zh: '车场', en: 'Parking lot' }, { max: 36, pattern: UUID }), {
      max: MOST_NAMED,
    }),
    wireName: 'parkLotArrList',
  },
  /** Only rows of these plates. */
  plates: {
    ...list({ zh: '车牌', en: 'Plates' }, text({ zh: '车牌', en: 'Plate' }, { max: 16 }), { max: MOST_NAMED }),
    wireName: 'plateArrList',
  },
  startPage: anyInteger('起始页', 'First page'),
  endPage: anyInteger('结束页', 'Last page'),
  page: anyInteger('页码', 'Page'),
  /** The alternative spelling of `Page` that callers of exports use. */
  lowerPage: { ...anyInteger('页码', 'Page'), wireName: 'page' },
  perPage: anyInteger('每页条数', 'Rows per page'),
  sort: pagingFields.sort,
  isQueryAll: { ...flag({ zh: '查询全部', en: 'Everything' }, { byDefault: false }), wireName: 'QueryAll' },
  isExportAll: { ...flag({ zh: '导出全部', en: 'Export everything' }, { byDefault: false }), wireName: 'exportAll' },
  isCustomExport: {
    ...flag({ zh: '自定义时间', en: 'Own period' }, { byDefault: false }),
    wireName: 'isCustomExport',
  },
  filterDateTime: {
    ...list({ zh: '时间范围', en: 'Period' }, instant({ zh: '时间', en: 'Time' }), { max: 2 }),
    wireName: 'filterDateTime',
  },
  format: choice({ zh: '文件格式', en: 'File format' }, ExportFormat, { byDefault: 'xlsx' }),
  isBackground: {
    ...flag({ zh: '后台执行', en: 'In the background' }, { byDefault: false }),
    wireName: 'Background',
  },
};
export type ExportRequest = Values<typeof exportFields>;

/** Returns why a range of a list with `total` rows cannot be exported (spec §5, §8); null when it can. */
export function exportWarning(
  range: ExportRange,
  list: { total: number; shownTotal?: number | null; today: string },
): RefusalRule | null {
  const { total, shownTotal, today } = list;
  if (range.kind === 'pages') {
    const { startPage, endPage, perPage } = range;
    if (perPage > EXPORT_PER_PAGE) return kernelRefusal['export-per-page'];
    if (startPage === 0 || endPage === 0 || perPage === 0) return kernelRefusal['export-page-zero'];
    if (startPage < 1 || perPage < 1) return kernelRefusal['export-page-start'];
    if (startPage > endPage) return kernelRefusal['export-page-order'];
    if (endPage > Math.max(1, Math.ceil(Math.min(total, shownTotal ?? total) / perPage)))
      return kernelRefusal['export-page-beyond'];
    return null;
  }
  if (range.kind === 'period') {
    const { fromDay, toDay } = range;
    if (fromDay > toDay) return kernelRefusal['export-period-order'];
    if (toDay > today) return kernelRefusal['export-period-future'];
    // The length of a month depends on the day picked first, which may be either end.
    if (monthFrom(fromDay, 1) < toDay && monthFrom(toDay, -1) > fromDay) return kernelRefusal['export-period-length'];
  }
  return total > EXPORT_ROWS ? kernelRefusal['export-too-many'] : null;
}

/** Returns the same day of the next or previous month, or its last day where that month is shorter. */
export function monthFrom(day: string, step: 1 | -1): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const length = new Date(Date.UTC(year, month + step, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + step, Math.min(date, length))).toISOString().slice(0, 10);
}

/** The keys of the two filters that bound a time of a list. */
export type PeriodKeys = readonly [from: string, to: string];

function allPeriodKeys(filters: Fields): PeriodKeys[] {
  const isTime = (field: Field | undefined) => field?.kind === 'instant' || field?.kind === 'day';
  return Object.keys(filters).flatMap((from) => {
    const to = from === 'from' ? 'to' : /From$/.test(from) ? from.replace(/From$/, 'To') : null;
    return to && isTime(filters[from]) && isTime(filters[to]) ? [[from, to] as const] : [];
  });
}

/** Returns the two filters that bound the time of a list, of several the first it declares; null where it has none. */
export function periodKeys(filters: Fields): PeriodKeys | null {
  return allPeriodKeys(filters)[0] ?? null;
}

/** Returns the two filters that bound the time of a list with these values: the first of which one is set, else those of `periodKeys`. */
export function setPeriodKeys(filters: Fields, values: Readonly<Record<string, unknown>>): PeriodKeys | null {
  const all = allPeriodKeys(filters);
  return all.find((keys) => keys.some((key) => values[key])) ?? all[0] ?? null;
}
