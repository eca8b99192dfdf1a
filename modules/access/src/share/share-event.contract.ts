import { actEvent, reference } from '@boyun/kernel/contract';
import { register } from './share.contract.ts';

/** A visitor of a shared page left a name and a phone number. */
export const registrationCreated = actEvent(register, {
  id: reference({ zh: '登记', en: 'Registration' }, 'registration'),
  accountId: reference({ zh: '分享人', en: 'Sharer' }, 'account'),
});
