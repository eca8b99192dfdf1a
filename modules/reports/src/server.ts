import { serverModule } from '@boyun/kernel/server';
import { composedListServer, composedOperations, composedRowsServer } from './composer/composed-report.server.ts';
import { reports } from './contract.ts';
import { hubOperations } from './hub/hub.server.ts';
import { reportSchedules } from './schedule/report-schedule.jobs.ts';
import {
  reportRecipientServer,
  runListServer,
  scheduleListServer,
  scheduleOperations,
} from './schedule/report-schedule.server.ts';

export { reportSchedules } from './schedule/report-schedule.jobs.ts';

/** The server side of the report hub and of scheduled reports. */
export const reportsServer = serverModule(reports, new URL('../migrations/', import.meta.url), {
  resources: [reportRecipientServer],
  operations: [...hubOperations, ...scheduleOperations, ...composedOperations],
  reports: [scheduleListServer, runListServer, composedListServer, composedRowsServer],
  sweeps: [reportSchedules],
});
