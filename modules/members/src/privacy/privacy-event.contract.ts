import { actEvent, event, integer } from '@boyun/kernel/contract';
import { askOwnData, deleteOwnAccount, enterPrivacyRequest } from './privacy.contract.ts';

/** A person asked for a copy of the own data. */
export const dataAsked = actEvent(askOwnData, {});

/** A person asked for the deletion of the account. */
export const deletionAsked = actEvent(deleteOwnAccount, {});

/** Staff entered the request of a person. */
export const privacyRequestEntered = actEvent(enterPrivacyRequest, {});

/** A request about personal data was carried out. */
export const privacyRequestDone = event('privacy.request-done', {
  label: { zh: '个人信息请求已处理', en: 'A request about personal data was carried out' },
  fields: { count: integer({ zh: '条数', en: 'Rows' }) },
});
