import { actEvent, text } from '@boyun/kernel/contract';
import { retryFailure } from './verify.contract.ts';

/** An event that had been set aside was processed. */
export const failureRetried = actEvent(retryFailure, {
  consumer: text({ zh: '处理程序', en: 'Consumer' }, { max: 64 }),
  eventId: text({ zh: '事件', en: 'Event' }, { max: 36 }),
});
