import { event, integer, optional, reference } from '@boyun/kernel/contract';

const accountId = optional(reference({ zh: '员工', en: 'Employee' }, 'account'));

/** An employee came to work. */
export const signedIn = event('attendance.signed-in', {
  label: { zh: '签到', en: 'An employee clocked in' },
  fields: { accountId },
});

/** An employee went home. */
export const signedOut = event('attendance.signed-out', {
  label: { zh: '签退', en: 'An employee clocked out' },
  fields: { accountId, minutes: integer({ zh: '在岗分钟', en: 'Minutes at work' }) },
});
