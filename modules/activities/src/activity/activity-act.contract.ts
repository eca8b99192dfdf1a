import { choice, flag, operation, optional, permission, text } from '@boyun/kernel/contract';

/** The two kinds of activities. */
export const ActivityKind = {
  customTime: { zh: '时段优惠', en: 'Custom-time discount' },
  fixedAmount: { zh: '固定金额', en: 'Fixed amount' },
} as const;
export type ActivityKind = keyof typeof ActivityKind;

/** Pauses a running activity at once, or resumes it. What drivers have been promised is kept. */
export const pauseActivity = operation('pause-activity', {
  title: { zh: '暂停活动', en: 'Pause an activity' },
  path: '/api/activity/pause',
  access: permission('activity.pause', { zh: '暂停活动', en: 'Pause activities' }),
  input: {
    kind: choice({ zh: '类型', en: 'Kind' }, ActivityKind),
    id: text({ zh: '活动', en: 'Activity' }, { max: 36 }),
    isPaused: flag({ zh: '暂停', en: 'Paused' }),
    reason: optional(text({ zh: '原因', en: 'Reason' }, { max: 255, isLong: true })),
  },
  output: {},
  audit: 'activity.paused',
});
