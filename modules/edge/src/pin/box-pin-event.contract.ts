import { event, reference } from '@boyun/kernel/contract';

const accountId = reference({ zh: '账号', en: 'Account' }, 'account');

/** Somebody set the PIN for boxes. */
export const boxPinSet = event('people-at-box.pin-set', {
  label: { zh: '设置盒子PIN', en: 'A PIN for boxes was set' },
  fields: { accountId },
});

/** A PIN for boxes was removed. */
export const boxPinRemoved = event('people-at-box.pin-removed', {
  label: { zh: '移除盒子PIN', en: 'A PIN for boxes was removed' },
  fields: { accountId },
});
