import { actEvent, event, integer, reference, text } from '@boyun/kernel/contract';
import { deleteSchedule, pauseSchedule, saveSchedule, stopRun } from './report-schedule.contract.ts';

const fields = {
  scheduleId: reference({ zh: '定时报表', en: 'Schedule' }, 'report-schedule'),
  name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
  report: text({ zh: '报表', en: 'Report' }, { max: 64 }),
};
const runId = text({ zh: '发送记录', en: 'Run' }, { max: 36 });

/** A schedule was created or changed. */
export const scheduleSaved = actEvent(saveSchedule, fields);

/** A schedule was paused or made active again. */
export const schedulePaused = actEvent(pauseSchedule, {
  ...fields,
  state: text({ zh: '状态', en: 'State' }, { max: 16 }),
});

/** A schedule was deleted. */
export const scheduleDeleted = actEvent(deleteSchedule, fields);

/** A run of a schedule began. */
export const runStarted = event('report-schedule.started', {
  label: { zh: '定时报表开始生成', en: 'A scheduled report was started' },
  fields: { ...fields, runId },
});

/** A run was stopped by hand. */
export const runStopped = actEvent(stopRun, { ...fields, runId });

/** The file of a scheduled report was sent. */
export const runSent = event('report-schedule.sent', {
  label: { zh: '定时报表已发送', en: 'A scheduled report was sent' },
  fields: {
    ...fields,
    runId,
    title: text({ zh: '报表', en: 'Report' }, { max: 64 }),
    rowCount: integer({ zh: '行数', en: 'Rows' }),
  },
  push: {
    placeholders: {
      name: { label: { zh: '名称', en: 'Name' }, value: (data) => data.name },
      report: { label: { zh: '报表', en: 'Report' }, value: (data) => data.title },
      rows: { label: { zh: '行数', en: 'Rows' }, value: (data) => data.rowCount },
      time: { label: { zh: '时间', en: 'Time' }, value: 'time' },
      file: {
        label: { zh: '文件', en: 'File' },
        value: () => ({ zh: '见报表中心的“发送记录”', en: 'see "Sent reports" of the report hub' }),
      },
    },
    title: { zh: '{name}', en: '{name}' },
    body: {
      zh: '{report}（{rows}行，{time}）。文件：{file}',
      en: '{report} ({rows} rows, {time}). File: {file}',
    },
    path: '/_cloud_operation/report?tab=runs',
    message: 'reminder',
  },
});

/** A scheduled report could not be sent. */
export const runFailed = event('report-schedule.failed', {
  label: { zh: '定时报表失败', en: 'A scheduled report failed' },
  fields: { ...fields, runId },
});
