import { moduleContract, page } from '@boyun/kernel/contract';
import {
  composedList,
  composedRefusal,
  composedRows,
  deleteComposed,
  getComposedRoles,
  runComposed,
  saveComposed,
} from './composer/composed-report.contract.ts';
import { composedDeleted, composedSaved } from './composer/composed-report-event.contract.ts';
import { getReportHub, markReport } from './hub/hub.contract.ts';
import { reportMarked } from './hub/hub-event.contract.ts';
import { reportRecipient } from './schedule/report-recipient.contract.ts';
import {
  deleteSchedule,
  pauseSchedule,
  runList,
  runSchedule,
  saveSchedule,
  scheduleList,
  scheduleRefusal,
  stopRun,
} from './schedule/report-schedule.contract.ts';
import {
  runFailed,
  runSent,
  runStarted,
  runStopped,
  scheduleDeleted,
  schedulePaused,
  scheduleSaved,
} from './schedule/report-schedule-event.contract.ts';

/** The report hub: all reports in one place, and reports that are sent by themselves. */
export const reports = moduleContract('reports', {
  events: [
    reportMarked,
    scheduleSaved,
    schedulePaused,
    scheduleDeleted,
    runStarted,
    runSent,
    runFailed,
    runStopped,
    composedSaved,
    composedDeleted,
  ],
  resources: [reportRecipient],
  operations: [
    getReportHub,
    markReport,
    saveSchedule,
    pauseSchedule,
    runSchedule,
    stopRun,
    deleteSchedule,
    runComposed,
    getComposedRoles,
    saveComposed,
    deleteComposed,
  ],
  reports: [scheduleList, runList, composedList, composedRows],
  refusals: [scheduleRefusal, composedRefusal],
  pages: [
    page('reportHub', {
      path: '/_cloud_operation/report',
      title: getReportHub.title,
      icon: 'report',
      area: 'report',
      access: getReportHub.access,
    }),
    page('composedReport', {
      path: '/_cloud_operation/reportCompose',
      title: composedList.title,
      icon: 'statistics',
      area: 'report',
      access: composedList.access,
    }),
  ],
});
