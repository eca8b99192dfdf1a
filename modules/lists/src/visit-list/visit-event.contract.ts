import { event, optional, plate, text } from '@boyun/kernel/contract';

const state = text({ zh: '状态', en: 'State' }, { max: 16 });

/** A visit was approved, rejected or cancelled. */
export const visitDecided = event('visit-list.decided', {
  label: { zh: '访客审核', en: 'A visit was decided' },
  fields: { plate: optional(plate()), state },
});

/** The visitor entered a plate. */
export const visitRegistered = event('visit-list.registered', {
  label: { zh: '填写访客车牌', en: 'The plate of a visit was stated' },
  fields: { plate: plate(), state },
});

/** A visit expired. */
export const visitExpired = event('visit-list.expired', {
  label: { zh: '访客过期', en: 'A visit expired' },
  fields: { plate: optional(plate()) },
});
