import { forgetRequestKeys, retainedLog, retainedTable, serverModule } from '@boyun/kernel/server';
import { announcementOperations, announcementReport } from './announcement/announcement.server.ts';
import { announceReleases } from './announcement/release-note.service.ts';
import { appVersionOperations, appVersionReport } from './app-version/app-version.server.ts';
import { auditFieldsOperation, auditLogReport } from './audit-log/audit-log.server.ts';
import { bannerOpening, bannerOperations, bannerServer } from './banner/banner.server.ts';
import { system } from './contract.ts';
import { crashReportReport, reportCrashServer } from './crash-report/crash-report.server.ts';
import { startSentry } from './crash-report/sentry.jobs.ts';
import { dictionaryOperations, dictionaryServer, enumerationReport } from './dictionary/dictionary.server.ts';
import {
  importantNoticeOperations,
  importantNoticeServer,
  noticeConfirmationReport,
} from './important-notice/important-notice.server.ts';
import { listViewOperations } from './list-view/list-view.server.ts';
import { messageOperations, messageReport, warningChannelServer } from './message/message.server.ts';
import { messagesFromEvents } from './message/message-source.service.ts';
import { removeExpired, retainedEvents } from './retention/retention.jobs.ts';
import { retentionOperations } from './retention/retention.server.ts';
import { announceAlarm } from './system-alarm/announce-alarm.service.ts';
import { systemAlarmOperations, systemAlarmReport } from './system-alarm/system-alarm.server.ts';
import { taskOperations, taskReport } from './task/task.server.ts';
import { uploadOperations } from './upload/upload.server.ts';

export { deliver } from './message/message.service.ts';
export { findKeepers } from './retention/retention.jobs.ts';

/** The server side of the system module. */
export const systemServer = serverModule(system, new URL('../migrations/', import.meta.url), {
  resources: [dictionaryServer, bannerServer, importantNoticeServer],
  operations: [
    auditFieldsOperation,
    ...dictionaryOperations,
    ...bannerOperations,
    ...appVersionOperations,
    ...announcementOperations,
    ...importantNoticeOperations,
    ...messageOperations,
    ...uploadOperations,
    reportCrashServer,
    ...listViewOperations,
    ...taskOperations,
    ...retentionOperations,
    ...systemAlarmOperations,
  ],
  reports: [
    auditLogReport,
    announcementReport,
    messageReport,
    crashReportReport,
    taskReport,
    enumerationReport,
    appVersionReport,
    noticeConfirmationReport,
    systemAlarmReport,
  ],
  ingresses: [bannerOpening],
  channels: [warningChannelServer],
  reactions: [messagesFromEvents],
  retained: [
    retainedLog({ key: 'auditLog', table: 'audit_log', isMonthly: true }),
    retainedEvents,
    retainedTable({ key: 'message', table: 'message' }),
  ],
  sweeps: [
    { name: 'retention', everySeconds: 600, run: (kernel) => removeExpired(kernel) },
    { name: 'files of tasks', everySeconds: 300, run: ({ tasks }) => tasks.expire() },
    { name: 'request keys', everySeconds: 3600, run: forgetRequestKeys },
  ],
  start: async (kernel) => {
    kernel.systemAlarms.onBegin(announceAlarm);
    await announceReleases(kernel);
    await startSentry(kernel);
  },
});
