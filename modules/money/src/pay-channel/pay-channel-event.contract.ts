import { actEvent, list, text } from '@boyun/kernel/contract';
import { setPayKeys } from './pay-key.contract.ts';

/** Keys of a channel were set; their values are not recorded. */
export const payKeysSet = actEvent(setPayKeys, {
  keys: list({ zh: '密钥', en: 'Keys' }, text({ zh: '密钥', en: 'Key' }, { max: 32 })),
});
