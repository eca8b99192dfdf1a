import { choice, flag, group, list, operation, optional, permission, text } from '@boyun/kernel/contract';
import { PushEventChoice } from '../event/push-event.contract.ts';
import { pushRule } from '../rule/push-rule.contract.ts';

const event = choice({ zh: '事件', en: 'Event' }, PushEventChoice);
const words = {
  titleZh: text({ zh: '标题（中文）', en: 'Title (Chinese)' }, { max: 120 }),
  titleEn: text({ zh: '标题（英文）', en: 'Title (English)' }, { max: 120 }),
  bodyZh: text({ zh: '内容（中文）', en: 'Text (Chinese)' }, { max: 500, isLong: true }),
  bodyEn: text({ zh: '内容（英文）', en: 'Text (English)' }, { max: 500, isLong: true }),
  smsCode: optional(
    text(
      { zh: '短信模板编号', en: 'SMS template' },
      {
        max: 64,
        hint: {
          zh: '短信服务商审核通过的模板，变量为 title、content；不填用默认模板',
          en: 'A template approved by the provider, with the variables title and content; if empty, the default template',
        },
      },
    ),
  ),
};
const edit = permission('push-template.update', { zh: '修改推送模板', en: 'Edit: Push templates' });

/** The texts of each event, the tenant's or the product's. */
export const getPushTemplates = operation('get-push-templates', {
  title: { zh: '推送模板', en: 'Push templates' },
  path: '/api/push/template/getAll',
  access: pushRule.can.list,
  input: {},
  output: {
    templates: list(
      { zh: '推送模板', en: 'Push templates' },
      group(
        { zh: '推送模板', en: 'Push template' },
        { event, ...words, isOwn: flag({ zh: '已修改', en: 'Own words' }) },
      ),
    ),
  },
  isRead: true,
});

/** Sets a tenant's own texts for an event. */
export const savePushTemplate = operation('save-push-template', {
  title: { zh: '修改推送模板', en: 'Change a push template' },
  path: '/api/push/template/save',
  access: edit,
  input: { event, ...words },
  output: {},
  audit: 'push-template.updated',
});

/** Restores the product's texts of an event. */
export const resetPushTemplate = operation('reset-push-template', {
  title: { zh: '恢复默认模板', en: 'Take the standard words again' },
  path: '/api/push/template/reset',
  access: edit,
  input: { event },
  output: {},
  audit: 'push-template.reset',
});
