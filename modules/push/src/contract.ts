import { moduleContract, page } from '@boyun/kernel/contract';
import { pushSendList, resendPush } from './outbox/push-send.contract.ts';
import { getPushChoices, pushRefusal, pushRule } from './rule/push-rule.contract.ts';
import { getPushTemplates, resetPushTemplate, savePushTemplate } from './template/push-template.contract.ts';

/** Who is told of what, how and in which words; SMS and mails on their way. */
export const push = moduleContract('push', {
  resources: [pushRule],
  operations: [getPushChoices, getPushTemplates, savePushTemplate, resetPushTemplate, resendPush],
  reports: [pushSendList],
  refusals: [pushRefusal],
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
      area: 'system',
      access: pushSendList.access,
    }),
  ],
});
