import { retainedTable, serverModule } from '@boyun/kernel/server';
import { push } from './contract.ts';
import { pushesFromEvents } from './dispatch/push.service.ts';
import { startSending } from './outbox/push-send.jobs.ts';
import { pushSendReport, resendPushServer } from './outbox/push-send.server.ts';
import { saveQuietHoursServer } from './quiet/quiet.server.ts';
import { reminders } from './reminder/reminder.jobs.ts';
import { reminderServers } from './reminder/reminder.server.ts';
import { smsReplies } from './reply/sms-reply.ingress.ts';
import { getPushChoicesServer, pushRuleServer } from './rule/push-rule.server.ts';
import { smsTemplateServer, smsTemplateServers } from './sms-template/sms-template.server.ts';
import { templateDecisions } from './sms-template/sms-template.service.ts';
import { pushTemplateOperations } from './template/push-template.server.ts';

export { sendDirect } from './dispatch/direct-message.service.ts';
export { pushesFromEvents } from './dispatch/push.service.ts';
export { advertisingConsent, advertisingRefusal } from './outbox/advertising.service.ts';
export { findSendsTo, forgetReceiver } from './outbox/holder-send.queries.ts';
export { addSend, outletsOf, trySend } from './outbox/push-send.service.ts';
export { tencentAuthorization } from './outbox/tencent.service.ts';
export { endOfQuiet, quietHoursOf } from './quiet/quiet.service.ts';
export { reminders } from './reminder/reminder.jobs.ts';
export { findSmsTemplate, type SmsTemplateRow } from './sms-template/sms-template.service.ts';

/** The server side of notifications: rules, templates, and the SMS and mail queue. */
export const pushServer = serverModule(push, new URL('../migrations/', import.meta.url), {
  resources: [pushRuleServer, smsTemplateServer],
  operations: [
    getPushChoicesServer,
    ...pushTemplateOperations,
    ...reminderServers,
    saveQuietHoursServer,
    ...smsTemplateServers,
    resendPushServer,
  ],
  reports: [pushSendReport],
  ingresses: [smsReplies],
  reactions: [pushesFromEvents],
  sweeps: [reminders, templateDecisions],
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
