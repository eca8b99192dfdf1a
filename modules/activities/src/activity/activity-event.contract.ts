import { formatYuan } from '@boyun/domain/money';
import { actEvent, event, money, text, timePlaceholder } from '@boyun/kernel/contract';
import { pauseActivity } from './activity-act.contract.ts';

/** An activity was paused or resumed. */
export const activityPaused = actEvent(pauseActivity, {
  name: text({ zh: '活动', en: 'Activity' }, { max: 64 }),
  isPaused: pauseActivity.input.isPaused,
});

/** The budget of an activity was spent; it has stopped. */
export const activitySpent = event('activity.spent', {
  label: { zh: '活动预算用完', en: 'The budget of an activity is spent' },
  fields: {
    name: text({ zh: '活动', en: 'Activity' }, { max: 64 }),
    usedFen: money({ zh: '已优惠', en: 'Given' }),
  },
  push: {
    placeholders: {
      name: { label: { zh: '活动', en: 'Activity' }, value: (data) => data.name },
      used: { label: { zh: '已优惠', en: 'Given' }, value: (data) => formatYuan(data.usedFen) },
      time: timePlaceholder,
    },
    title: { zh: '活动“{name}”预算用完', en: 'The budget of {name} is spent' },
    body: {
      zh: '{time} 已优惠{used}元，活动已自动停止；提高预算后继续',
      en: '{time}: {used} yuan were given, and the activity has stopped. It continues with a larger budget',
    },
    path: '/_cloud_activity/customTime',
    message: 'alarm',
  },
});
