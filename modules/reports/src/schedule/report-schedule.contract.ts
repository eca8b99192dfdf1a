import {
  choice,
  clock,
  ExportFormat,
  flag,
  instant,
  integer,
  json,
  list,
  operation,
  optional,
  permission,
  type ReportRow,
  reference,
  refusals,
  report,
  text,
  WeekDay,
} from '@boyun/kernel/contract';

/** How often a report is sent. */
export const ScheduleRhythm = {
  day: { zh: '每天', en: 'Every day' },
  week: { zh: '每周', en: 'Every week' },
  month: { zh: '每月', en: 'Every month' },
} as const;

/** The days that a report covers, seen from the day it is sent. */
export const SchedulePeriod = {
  yesterday: { zh: '昨天', en: 'Yesterday' },
  'last-7-days': { zh: '最近7天', en: 'The last 7 days' },
  'last-week': { zh: '上周', en: 'Last week' },
  'this-month': { zh: '本月', en: 'This month' },
  'last-month': { zh: '上月', en: 'Last month' },
  none: { zh: '不限', en: 'All' },
} as const;

/** How the file reaches its recipients. */
export const Delivery = {
  attachment: { zh: '邮件附件', en: 'Attached to the mail' },
  link: { zh: '下载链接（7天有效）', en: 'Link, valid for 7 days' },
} as const;

/** State of a schedule. */
export const ScheduleState = {
  active: { zh: '启用', en: 'Active', tone: 'good' },
  paused: { zh: '已暂停', en: 'Paused', tone: 'warn' },
} as const;

/** Why a schedule is paused. */
export const PausedWhy = {
  'by-hand': { zh: '手动暂停', en: 'By hand' },
  'owner-left': { zh: '所有人账号已停用', en: 'The account of the owner is not active' },
  'no-right': { zh: '所有人没有导出该报表的权限', en: 'The owner may not export this report' },
  changed: { zh: '报表的筛选条件已失效', en: 'The filters no longer fit the report' },
  'no-recipient': { zh: '没有可用的收件人', en: 'None of the recipients is in use' },
} as const;
export type PausedWhy = keyof typeof PausedWhy;

/** State of a run. */
export const RunState = {
  running: { zh: '进行中', en: 'Running', tone: 'info' },
  sent: { zh: '已发送', en: 'Sent', tone: 'good' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
} as const;

/** What became of the mails of a run; the worst of them counts. */
export const MailState = {
  sent: { zh: '已送达', en: 'Delivered', tone: 'good' },
  waiting: { zh: '发送中', en: 'On the way', tone: 'info' },
  kept: { zh: '未发出（未配置邮件服务）', en: 'Not sent: no mail server', tone: 'warn' },
  failed: { zh: '发送失败', en: 'Failed', tone: 'bad' },
} as const;

/** The most addresses of a schedule. */
export const MOST_RECIPIENTS = 10;
/** The most schedules of an account. */
export const MOST_SCHEDULES = 50;

/** What a person chooses of a schedule. */
export const scheduleFields = {
  name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
  period: choice({ zh: '数据范围', en: 'Days covered' }, SchedulePeriod, { byDefault: 'last-week' }),
  rhythm: choice({ zh: '发送周期', en: 'Sent' }, ScheduleRhythm, { byDefault: 'week' }),
  weekDay: optional(choice({ zh: '星期', en: 'On' }, WeekDay)),
  monthDay: optional(integer({ zh: '日期（1–28日）', en: 'Day of the month' }, { min: 1, max: 28 })),
  atTime: clock({ zh: '时间', en: 'At' }, { byDefault: '07:00' }),
  format: choice({ zh: '文件格式', en: 'File format' }, ExportFormat, { byDefault: 'xlsx' }),
  delivery: choice({ zh: '发送方式', en: 'Delivery' }, Delivery, { byDefault: 'attachment' }),
  recipientIds: list(
    { zh: '收件人', en: 'Recipients' },
    reference({ zh: '收件人', en: 'Recipient' }, 'report-recipient'),
    { min: 1, max: MOST_RECIPIENTS },
  ),
};

const scheduleId = reference({ zh: '定时报表', en: 'Schedule' }, 'report-schedule');
const reportName = text({ zh: '报表', en: 'Report' }, { max: 64 });
const filters = json<Record<string, unknown>>({ zh: '筛选条件', en: 'Filters' });
const id = text({ zh: '编号', en: 'Id' });

const listAccess = permission('report-schedule.list', { zh: '查看定时报表', en: 'View: Scheduled reports' });
const saveAccess = permission('report-schedule.save', { zh: '设置定时报表', en: 'Schedule reports' });

/** Schedules of reports. */
export const scheduleList = report('report-schedule', {
  title: { zh: '定时报表', en: 'Scheduled reports' },
  path: '/api/reportSchedule/list',
  access: listAccess,
  filters: {
    name: optional(text(scheduleFields.name.label, { max: 64 })),
    state: optional(choice({ zh: '状态', en: 'State' }, ScheduleState)),
  },
  columns: {
    id,
    name: scheduleFields.name,
    report: reportName,
    reportTitle: text({ zh: '报表', en: 'Report' }),
    state: choice({ zh: '状态', en: 'State' }, ScheduleState),
    pausedWhy: optional(choice({ zh: '暂停原因', en: 'Why paused' }, PausedWhy)),
    rhythm: scheduleFields.rhythm,
    weekDay: scheduleFields.weekDay,
    monthDay: scheduleFields.monthDay,
    atTime: scheduleFields.atTime,
    period: scheduleFields.period,
    format: scheduleFields.format,
    delivery: scheduleFields.delivery,
    recipientIds: scheduleFields.recipientIds,
    ownerName: text({ zh: '所有人', en: 'Owner' }),
    isOwn: flag({ zh: '本人的', en: 'Own' }),
    nextAt: optional(instant({ zh: '下次发送', en: 'Next' })),
    lastAt: optional(instant({ zh: '上次发送', en: 'Last' })),
    filters,
  },
  sortable: ['name', 'state', 'rhythm', 'period', 'format', 'delivery', 'ownerName', 'nextAt', 'lastAt'],
});

/** A schedule as its list shows it. */
export type ScheduleRow = ReportRow<typeof scheduleList>;

/** Runs of schedules with their files. */
export const runList = report('report-run', {
  title: { zh: '发送记录', en: 'Sent reports' },
  path: '/api/reportSchedule/runs',
  access: listAccess,
  filters: {
    scheduleId: optional(scheduleId),
    state: optional(choice({ zh: '状态', en: 'State' }, RunState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id,
    at: instant({ zh: '时间', en: 'Time' }),
    name: scheduleFields.name,
    reportTitle: text({ zh: '报表', en: 'Report' }),
    state: choice({ zh: '状态', en: 'State' }, RunState),
    mailState: optional(choice({ zh: '邮件', en: 'Mail' }, MailState)),
    error: optional(text({ zh: '原因', en: 'Reason' }, { max: 2000 })),
    rowCount: optional(integer({ zh: '行数', en: 'Rows' })),
    fileName: optional(text({ zh: '文件', en: 'File' })),
    url: optional(text({ zh: '下载地址', en: 'Address of the file' }, { max: 2000 })),
    expiresAt: optional(instant({ zh: '有效期至', en: 'Kept until' })),
    delivery: scheduleFields.delivery,
    recipients: text({ zh: '收件人', en: 'Recipients' }, { max: 1000 }),
    ownerName: text({ zh: '所有人', en: 'Owner' }),
    isOwn: flag({ zh: '本人的', en: 'Own' }),
  },
  sortable: ['at', 'name', 'state', 'rowCount', 'fileName', 'expiresAt', 'delivery', 'ownerName'],
});

/** Creates a schedule of the caller, or changes it. */
export const saveSchedule = operation('save-report-schedule', {
  title: { zh: '定时发送', en: 'Schedule' },
  path: '/api/reportSchedule/save',
  access: saveAccess,
  input: { scheduleId: optional(scheduleId), report: reportName, filters: optional(filters), ...scheduleFields },
  output: { scheduleId },
  audit: 'report-schedule.saved',
});

/** Pauses a schedule of the caller, or makes it active again. */
export const pauseSchedule = operation('pause-report-schedule', {
  title: { zh: '暂停或启用', en: 'Pause or resume' },
  path: '/api/reportSchedule/pause',
  access: saveAccess,
  input: { scheduleId, isPaused: flag({ zh: '暂停', en: 'Paused' }) },
  output: {},
  audit: 'report-schedule.paused',
});

/** Sends a report of the caller's schedule now. */
export const runSchedule = operation('run-report-schedule', {
  title: { zh: '立即发送', en: 'Send now' },
  path: '/api/reportSchedule/run',
  access: saveAccess,
  input: { scheduleId },
  output: { runId: text({ zh: '发送记录', en: 'Run' }) },
  audit: 'report-schedule.started',
});

/** Stops a run of the caller whose file is being written: nothing is sent. */
export const stopRun = operation('stop-report-run', {
  title: { zh: '停止发送', en: 'Stop' },
  path: '/api/reportSchedule/stop',
  access: saveAccess,
  input: { runId: reference({ zh: '发送记录', en: 'Run' }, 'report-run') },
  output: {},
  audit: 'report-schedule.stopped',
});

/** Deletes a schedule of the caller with the record of its runs. */
export const deleteSchedule = operation('delete-report-schedule', {
  title: { zh: '删除定时报表', en: 'Delete the schedule' },
  path: '/api/reportSchedule/delete',
  access: saveAccess,
  input: { scheduleId },
  output: {},
  audit: 'report-schedule.deleted',
  needsPassword: {
    zh: '删除后不再发送，发送记录一并删除。确定删除吗？',
    en: 'It is no longer sent, and the record of its runs is deleted. Delete it?',
  },
});

/** Why others may not act on a schedule. */
export const NOT_OWN = { zh: '只有所有人可以操作', en: 'Only its owner may do this' };

export const scheduleRefusal = refusals('report-schedule', {
  unknown: {
    status: 422,
    zh: '报表不存在，或您没有导出它的权限',
    en: 'There is no such report, or you may not export it',
  },
  'no-period': {
    status: 422,
    zh: '该报表不能按日期筛选，数据范围请选择“不限”',
    en: 'This report has no period: choose "All"',
  },
  'no-week-day': { status: 422, zh: '请选择星期', en: 'Choose the day of the week' },
  'no-month-day': { status: 422, zh: '请填写日期', en: 'Enter the day of the month' },
  recipients: { status: 422, zh: '收件人不存在或已停用', en: 'A recipient does not exist or is not in use' },
  'too-many': {
    status: 422,
    zh: '每个账号最多{most}个定时报表，请先删除不用的',
    en: 'An account can have at most {most} schedules. Delete one first',
  },
  ended: { status: 409, zh: '已经结束，不能停止', en: 'It has ended already' },
  running: { status: 409, zh: '正在发送，请稍后再试', en: 'It is being sent. Try again later' },
  paused: { status: 409, zh: '已暂停，请先启用', en: 'It is paused. Resume it first' },
});
