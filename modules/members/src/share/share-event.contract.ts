import { actEvent, reference } from '@boyun/kernel/contract';
import { shareRegister } from './share.contract.ts';

/** A visitor of a shared page became a customer. */
export const registrationCreated = actEvent(shareRegister, {
  id: reference({ zh: '登记', en: 'Registration' }, 'customer'),
  accountId: reference({ zh: '分享人', en: 'Sharer' }, 'account'),
});
