import { actEvent, reference } from '@boyun/kernel/contract';
import { resendPush } from './push-send.contract.ts';

/** A notice that could not be sent was sent again. */
export const pushResent = actEvent(resendPush, { pushSendId: reference({ zh: '推送', en: 'Notice' }, 'push-send') });
