import { event, text } from '@boyun/kernel/contract';

const mobile = text({ zh: '手机号', en: 'Mobile' }, { max: 16 });

/** Somebody became a customer: a person who is known by a mobile number, with the cars that are theirs. */
export const customerRegistered = event('customer.registered', {
  label: { zh: '客户注册', en: 'A customer registered' },
  fields: { mobile },
});

/** A customer has another mobile number: what belongs to the old one goes along. */
export const customerRenumbered = event('customer.renumbered', {
  label: { zh: '客户换号', en: 'A customer has another number' },
  fields: { mobile, newMobile: text({ zh: '新手机号', en: 'New mobile' }, { max: 16 }) },
});
