import { actEvent, text } from '@boyun/kernel/contract';
import { resetPushTemplate, savePushTemplate } from './push-template.contract.ts';

const fields = { event: text({ zh: '事件', en: 'Event' }, { max: 64 }) };

/** The words of a notice were changed. */
export const pushTemplateUpdated = actEvent(savePushTemplate, fields);

/** The words of a notice are those of the product again. */
export const pushTemplateReset = actEvent(resetPushTemplate, fields);
