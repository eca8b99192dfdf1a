import { retainedTable, serverModule } from '@boyun/kernel/server';
import { push } from './contract.ts';
import { pushesFromEvents } from './dispatch/push.service.ts';
import { startSending } from './outbox/push-send.jobs.ts';
import { pushSendReport, resendPushServer } from './outbox/push-send.server.ts';
import { saveQuietHoursServer } from './quiet/quiet.server.ts';
import { reminders } from './reminder/reminder.jobs.ts';
import { reminderServers } from './reminder/reminder.server.ts';
import { getPushChoicesServer, pushRuleServer } from './rule/push-rule.server.ts';
import { pushTemplateOperations } from './template/push-template.server.ts';

export { sendDirect } from './dispatch/direct-message.service.ts';
export { pushesFromEvents } from './dispatch/push.service.ts';
export { trySend } from './outbox/push-send.service.ts';
export { tencentAuthorization } from './outbox/tencent.service.ts';
export { reminders } from './reminder/reminder.jobs.ts';

/** The server side of notifications: rules, templates, and the SMS and mail queue. */
export const pushServer = serverModule(push, new URL('../migrations/', import.meta.url), {
  resources: [pushRuleServer],
  operations: [
    getPushChoicesServer,
    ...pushTemplateOperations,
    ...reminderServers,
    saveQuietHoursServer,
    resendPushServer,
  ],
  reports: [pushSendReport],
  reactions: [pushesFromEvents],
  sweeps: [reminders],
  partitioned: ['push_send'],
  retained: [
    retainedTable({
      key: 'pushSend',
      table: 'push_send',
      condition: "state <> 'waiting'",
      isMonthly: true,
      // A failed send may be repeated at any age.
      isMonthNeeded: (partition) =>
        `exists (select from tenant t where exists (select from ${partition} r where r.tenant_id = t.id and r.state = 'waiting'))`,
    }),
  ],
  start: startSending,
});
