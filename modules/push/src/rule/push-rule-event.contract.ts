import { event, text } from '@boyun/kernel/contract';

const fields = {
  event: text({ zh: '事件', en: 'Event' }, { max: 64 }),
  titleZh: text({ zh: '标题（中文）', en: 'Title (Chinese)' }, { max: 255 }),
  titleEn: text({ zh: '标题（英文）', en: 'Title' }, { max: 255 }),
  bodyZh: text({ zh: '内容（中文）', en: 'Text (Chinese)' }, { max: 1000 }),
  bodyEn: text({ zh: '内容（英文）', en: 'Text' }, { max: 1000 }),
};

/** A push rule with the channel webhook applied to an event. */
export const pushSent = event('push.sent', {
  label: { zh: '推送通知', en: 'A notice by a push rule' },
  fields,
  publishedAs: { name: 'push.sent', label: { zh: '推送通知', en: 'A notice by a push rule' }, fields },
});
