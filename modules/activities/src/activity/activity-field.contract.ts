import {
  choice,
  type Fields,
  flag,
  integer,
  list,
  money,
  optional,
  readOnly,
  refusals,
  text,
  WeekDay,
} from '@boyun/kernel/contract';
import { listField, noEnd } from '@boyun/lists/contract';
import { reviewKind } from '@boyun/reviews/contract';

/** What an activity is at this moment. */
export const ActivityState = {
  early: { zh: '未开始', en: 'Not begun', tone: 'info' },
  running: { zh: '进行中', en: 'Running', tone: 'good' },
  paused: { zh: '已暂停', en: 'Paused', tone: 'warn' },
  spent: { zh: '预算用完', en: 'Budget spent', tone: 'bad' },
  over: { zh: '已结束', en: 'Over', tone: 'neutral' },
} as const;
export type ActivityState = keyof typeof ActivityState;

const yuan = { min: 1, max: 100_000_000_00 };
const unlimited = { zh: '不填表示不限', en: 'Empty: no limit' };

/** When, where and for whom an activity holds, before what it does. */
export const activityRule = {
  name: text(
    { zh: '活动名称', en: 'Name' },
    { max: 64, hint: { zh: '司机在账单上看到的名称', en: 'Drivers see it on their bill' } },
  ),
  lotIds: listField.lotIds,
  vehicleKinds: {
    ...list({ zh: '适用车型', en: 'Vehicle kinds' }, text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 }), {
      max: 50,
    }),
    hint: { zh: '不选表示全部车型', en: 'Empty: all kinds' },
    whenEmpty: { zh: '全部车型', en: 'All kinds' },
  },
  validFrom: listField.validFrom,
  validUntil: optional(listField.validUntil, noEnd),
  days: {
    ...list({ zh: '星期', en: 'Days' }, choice({ zh: '星期', en: 'Day' }, WeekDay), { max: 7 }),
    hint: { zh: '不选表示每天', en: 'Empty: every day' },
    whenEmpty: { zh: '每天', en: 'Every day' },
  },
  dailyFrom: listField.dailyFrom,
  dailyTo: listField.dailyTo,
} as const satisfies Fields;

/** How much an activity may give. */
export const activityLimit = {
  minimumFeeFen: optional(
    money(
      { zh: '最低消费', en: 'Smallest fee' },
      { ...yuan, hint: { zh: '停车费达到该金额才优惠', en: 'Only for fees from this amount on' } },
    ),
  ),
  usesPerDay: optional(
    integer({ zh: '每车每日次数', en: 'Times a day per car' }, { min: 1, max: 1000, hint: unlimited }),
  ),
  usesPerPlate: optional(integer({ zh: '每车总次数', en: 'Times per car' }, { min: 1, max: 100_000, hint: unlimited })),
  budgetFen: optional(
    money(
      { zh: '预算', en: 'Budget' },
      {
        ...yuan,
        hint: {
          zh: '优惠总额，用完自动停止；不填表示不限',
          en: 'All that may be given; the activity stops when it is spent. Empty: no limit',
        },
      },
    ),
  ),
  isExclusive: flag(
    { zh: '不与其他活动叠加', en: 'Not with other activities' },
    { byDefault: false, hint: { zh: '同时满足时取对司机最优惠的', en: 'The best one for the driver applies' } },
  ),
  isPaused: readOnly(flag({ zh: '暂停', en: 'Paused' }, { byDefault: false })),
  state: readOnly(choice({ zh: '状态', en: 'State' }, ActivityState)),
  usedFen: readOnly(money({ zh: '已优惠', en: 'Given' })),
  usedCount: readOnly(integer({ zh: '使用次数', en: 'Times used' })),
  remark: listField.remark,
} as const satisfies Fields;

/** Kinds of requests to change activities, for tenants that have an approval flow for them. */
export const activityReviews = {
  customTime: reviewKind(
    'custom-time-discount',
    { zh: '变更时段优惠', en: 'Change the custom-time discounts' },
    (id) => `/_cloud_activity/customTime?open=${id}`,
  ),
  fixedAmount: reviewKind(
    'fixed-amount',
    { zh: '变更固定金额活动', en: 'Change the fixed-amount activities' },
    (id) => `/_cloud_activity/fixedAmount?open=${id}`,
  ),
};

/** Refusals of activities. */
export const activityRefusal = refusals('activity', {
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  'value-needed': { status: 422, zh: '请填写“{field}”', en: 'Enter "{field}"' },
  'value-unused': {
    status: 422,
    zh: '该优惠方式不填写“{field}”',
    en: '"{field}" does not belong to this kind of discount',
  },
  'hours-needed': {
    status: 422,
    zh: '按时段优惠须填写每日开始和结束',
    en: 'A discount for the time within hours needs both daily times',
  },
  'lot-needed': {
    status: 422,
    zh: '您的账号只管理部分车场，请选择车场',
    en: 'Your account sees some lots only, choose the lots',
  },
  used: {
    status: 409,
    zh: '活动已有{count}次使用，不能删除；请暂停，或填写结束时间',
    en: 'The activity was used {count} times and cannot be deleted. Pause it, or set its end',
  },
  'below-used': {
    status: 422,
    zh: '预算不能低于已优惠的{used}元',
    en: 'The budget cannot be less than the {used} already given',
  },
});
