import { actEvent, event, text } from '@boyun/kernel/contract';
import { submitSmsTemplate } from './sms-template.contract.ts';

/** A text was submitted to the provider. */
export const smsTemplateSubmitted = actEvent(submitSmsTemplate, {});

/** The provider approved or refused a text. */
export const smsTemplateDecided = event('sms-template.decided', {
  label: { zh: '短信模板审核完成', en: 'The provider decided on an SMS text' },
  fields: { state: text({ zh: '状态', en: 'State' }, { max: 16 }) },
});
