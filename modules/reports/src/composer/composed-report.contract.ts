import {
  choice,
  day,
  flag,
  group,
  instant,
  json,
  type Label,
  list,
  operation,
  optional,
  permission,
  type ReportRow,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { SchedulePeriod } from '../schedule/report-schedule.contract.ts';
import { DATASETS, DIMENSIONS, MEASURES } from './dataset.contract.ts';

/** The days that a composed report opens on. */
const { none: _, ...ComposedPeriod } = SchedulePeriod;

/** What the figures are compared with. */
export const Compare = {
  none: { zh: '不对比', en: 'None' },
  before: { zh: '上一周期', en: 'Period before' },
  'year-before': { zh: '去年同期', en: 'A year before' },
} as const;

/** The chart above the rows. */
const ComposedChart = {
  none: { zh: '不显示', en: 'None' },
  bar: { zh: '柱状图', en: 'Bars' },
  line: { zh: '折线图', en: 'Line' },
} as const;

/** The most days, groups and rows of a composed report. */
export const MOST = { days: 366, measures: 6, dimensions: 3, rows: 5000, reports: 100 } as const;

const labels = <T extends Readonly<Record<string, { readonly label: Label }>>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([key, { label }]) => [key, label])) as Record<keyof T & string, Label>;

/** What a person chooses of a composed report. */
export const composedFields = {
  name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
  dataset: choice({ zh: '数据', en: 'Data' }, DATASETS, { byDefault: 'stay' }),
  measures: list({ zh: '指标', en: 'Measures' }, choice({ zh: '指标', en: 'Measure' }, labels(MEASURES)), {
    min: 1,
    max: MOST.measures,
  }),
  dimensions: list({ zh: '维度', en: 'Dimensions' }, choice({ zh: '维度', en: 'Dimension' }, labels(DIMENSIONS)), {
    min: 1,
    max: MOST.dimensions,
  }),
  lotIds: {
    ...list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 200 }),
    whenEmpty: { zh: '全部车场', en: 'All lots' },
  },
  period: choice({ zh: '时间范围', en: 'Days' }, ComposedPeriod, { byDefault: 'last-7-days' }),
  compare: choice({ zh: '对比', en: 'Compared with' }, Compare, { byDefault: 'none' }),
  chart: choice({ zh: '图表', en: 'Chart' }, ComposedChart, { byDefault: 'bar' }),
};

const composedReportId = reference({ zh: '自定义报表', en: 'Composed report' }, 'composed-report');
const roles = list(
  { zh: '可查看的角色', en: 'Roles that may open it' },
  text({ zh: '角色', en: 'Role' }, { max: 255 }),
  {
    max: 50,
  },
);
const from = optional(day({ zh: '开始日期', en: 'From' }));
const to = optional(day({ zh: '结束日期', en: 'Until' }));

const access = permission('composed-report.list', { zh: '查看自定义报表', en: 'View: Composed reports' });
const saveAccess = permission('composed-report.save', { zh: '制作自定义报表', en: 'Compose reports' });

/** The composed reports that the caller may open: own ones, and those for the caller's roles. */
export const composedList = report('composed-report', {
  title: { zh: '自定义报表', en: 'Composed reports' },
  path: '/api/composedReport/list',
  access,
  filters: { name: optional(text(composedFields.name.label, { max: 64 })) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    ...composedFields,
    roles,
    ownerName: text({ zh: '制作人', en: 'Made by' }),
    isOwn: flag({ zh: '本人的', en: 'Own' }),
    updatedAt: instant({ zh: '更新时间', en: 'Changed' }),
  },
  sortable: ['name', 'dataset', 'period', 'compare', 'chart', 'ownerName', 'updatedAt'],
});

const column = group(
  { zh: '列', en: 'Column' },
  {
    key: text({ zh: '代码', en: 'Key' }),
    /** The dimension or measure it is of. */
    of: text({ zh: '字段', en: 'Of' }),
    kind: choice(
      { zh: '类型', en: 'Kind' },
      {
        dimension: { zh: '维度', en: 'Dimension' },
        measure: { zh: '指标', en: 'Measure' },
        before: { zh: '对比值', en: 'Compared value' },
        growth: { zh: '变化', en: 'Change' },
      },
    ),
  },
);

/** A composed report as its list shows it. */
export type ComposedReport = ReportRow<typeof composedList>;

/** The rows of a composed report, or of one that is not saved yet. */
export const runComposed = operation('run-composed-report', {
  title: { zh: '查看自定义报表', en: 'Run a composed report' },
  path: '/api/composedReport/run',
  access,
  input: { ...composedFields, name: optional(composedFields.name), from, to },
  output: {
    from: day({ zh: '开始日期', en: 'From' }),
    to: day({ zh: '结束日期', en: 'Until' }),
    columns: list({ zh: '列', en: 'Columns' }, column),
    rows: json<readonly Readonly<Record<string, string | number | null>>[]>({ zh: '数据', en: 'Rows' }),
    totals: json<Readonly<Record<string, number>>>({ zh: '合计', en: 'Totals' }),
  },
  isRead: true,
});

/** The rows of a saved report: what is exported and sent. */
export const composedRows = report('composed-rows', {
  title: { zh: '自定义报表数据', en: 'Rows of a composed report' },
  path: '/api/composedReport/rows',
  access,
  filters: { composedReportId: optional(composedReportId), from, to },
  // The columns are those of the composed report.
  columns: { id: text({ zh: '编号', en: 'Id' }) },
  hasOwnColumns: true,
  sortable: [],
});

/** The roles that a composed report can be opened to. */
export const getComposedRoles = operation('get-composed-roles', {
  title: { zh: '可查看的角色', en: 'Roles to share with' },
  path: '/api/composedReport/getRoles',
  access: saveAccess,
  input: {},
  output: {
    roles: list(
      { zh: '角色', en: 'Roles' },
      group(
        { zh: '角色', en: 'Role' },
        { value: text({ zh: '编号', en: 'Value' }), name: text({ zh: '名称', en: 'Name' }) },
      ),
    ),
  },
  isRead: true,
});

/** Saves a composed report of the caller. */
export const saveComposed = operation('save-composed-report', {
  title: { zh: '保存自定义报表', en: 'Save the report' },
  path: '/api/composedReport/save',
  access: saveAccess,
  input: { composedReportId: optional(composedReportId), ...composedFields, roles },
  output: { composedReportId },
  audit: 'composed-report.saved',
});

/** Deletes a composed report of the caller. */
export const deleteComposed = operation('delete-composed-report', {
  title: { zh: '删除自定义报表', en: 'Delete the report' },
  path: '/api/composedReport/delete',
  access: saveAccess,
  input: { composedReportId },
  output: {},
  audit: 'composed-report.deleted',
  needsPassword: {
    zh: '删除后，用它设置的定时报表会自动暂停。确定删除吗？',
    en: 'Schedules of this report will pause. Delete it?',
  },
});

export const composedRefusal = refusals('composed-report', {
  'not-offered': {
    status: 422,
    zh: '“{data}”没有“{what}”，请重新选择',
    en: '"{data}" does not offer "{what}". Choose again',
  },
  'no-data-right': { status: 403, zh: '您没有查看“{data}”数据的权限', en: 'You may not see the data "{data}"' },
  'days-order': { status: 422, zh: '开始日期不能晚于结束日期', en: 'The first day may not be later than the last' },
  'too-many-days': { status: 422, zh: '最多统计{most}天', en: 'A report covers at most {most} days' },
  'too-many-rows': {
    status: 422,
    zh: '结果超过{most}行，请减少维度或缩短时间',
    en: 'More than {most} rows: choose fewer dimensions or days',
  },
  'too-slow': {
    status: 422,
    zh: '数据量太大，请缩短时间或只选部分车场',
    en: 'Too much data: choose fewer days or lots',
  },
  'unknown-role': { status: 422, zh: '角色“{role}”不存在', en: 'Role "{role}" does not exist' },
  'too-many': { status: 422, zh: '每个账号最多{most}个自定义报表', en: 'An account can have at most {most} reports' },
});
