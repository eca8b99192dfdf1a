import { moduleContract, page } from '@boyun/kernel/contract';
import { pushSendList, resendPush } from './outbox/push-send.contract.ts';
import { pushResent } from './outbox/push-send-event.contract.ts';
import { saveQuietHours } from './quiet/quiet.contract.ts';
import { quietHoursSaved } from './quiet/quiet-event.contract.ts';
import { getReminders, saveReminder } from './reminder/reminder.contract.ts';
import { reminderSaved } from './reminder/reminder-event.contract.ts';
import { getPushChoices, pushRefusal, pushRule } from './rule/push-rule.contract.ts';
import { pushSent } from './rule/push-rule-event.contract.ts';
import {
  askSmsTemplate,
  getSmsBalance,
  smsRefusal,
  smsTemplate,
  submitSmsTemplate,
} from './sms-template/sms-template.contract.ts';
import { smsTemplateDecided, smsTemplateSubmitted } from './sms-template/sms-template-event.contract.ts';
import { getPushTemplates, resetPushTemplate, savePushTemplate } from './template/push-template.contract.ts';
import { pushTemplateReset, pushTemplateUpdated } from './template/push-template-event.contract.ts';

export {
  askSmsTemplate,
  getSmsBalance,
  SmsPurpose,
  smsTemplate,
  submitSmsTemplate,
  TemplateState,
  templateTransitions,
} from './sms-template/sms-template.contract.ts';

/** Where reminders are set, and who may see it. */
export const remindersPage = { path: '/_cloud_system/setPush?tab=reminders', access: getReminders.access } as const;

/** Notifications by rule, their templates, and the SMS and mail queue. */
export const push = moduleContract('push', {
  events: [
    pushResent,
    pushTemplateUpdated,
    pushTemplateReset,
    pushSent,
    quietHoursSaved,
    reminderSaved,
    smsTemplateSubmitted,
    smsTemplateDecided,
  ],
  resources: [pushRule, smsTemplate],
  operations: [
    getPushChoices,
    getPushTemplates,
    savePushTemplate,
    resetPushTemplate,
    resendPush,
    submitSmsTemplate,
    askSmsTemplate,
    getSmsBalance,
    getReminders,
    saveReminder,
    saveQuietHours,
  ],
  reports: [pushSendList],
  refusals: [pushRefusal, smsRefusal],
  pages: [
    page('setPush', {
      path: '/_cloud_system/setPush',
      title: { zh: '推送设置', en: 'Push settings' },
      icon: 'push',
      area: 'system',
      access: pushRule.can.list,
    }),
    page('smsSendList', {
      path: '/_cloud_Public/smsSendList',
      title: { zh: '短信记录查询', en: 'SMS record query' },
      icon: 'sms',
      area: 'tools',
      access: pushSendList.access,
    }),
  ],
});
