import { usualSpotKinds } from '@boyun/domain/spot-kind';
import {
  choice,
  integer,
  type Listed,
  list,
  money,
  optional,
  readOnly,
  refusals,
  resource,
  text,
  WeekDay,
} from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';
import { DiscountEffect } from '@boyun/merchants/contract';

/** Whether a VIP group is in use. */
export const VipStatus = {
  1: { zh: '停用', en: 'Disabled', tone: 'neutral' },
  2: { zh: '启用', en: 'Enabled', tone: 'good' },
} as const;

const yuan = { min: 1, max: 1_000_000_00 };

/** VIP groups: what their cars have off the fee, and where. */
export const vipGroup = resource('vip-group', {
  title: { zh: 'VIP分组', en: 'VIP groups' },
  path: '/api/vipGroup',
  fields: {
    name: text(
      { zh: '分组名称', en: 'Name' },
      { max: 32, hint: { zh: '司机在账单上看到', en: 'Drivers see it on their bill' } },
    ),
    status: choice({ zh: '状态', en: 'Status' }, VipStatus, { byDefault: 2 }),
    effect: choice({ zh: '优惠方式', en: 'Policy' }, DiscountEffect, { byDefault: 'free' }),
    amountFen: optional(money({ zh: '优惠金额', en: 'Amount off' }, yuan)),
    percent: optional(
      integer(
        { zh: '优惠比例（%）', en: 'Percent off' },
        { min: 1, max: 99, hint: { zh: '20即八折', en: '20 takes a fifth off' } },
      ),
    ),
    minutes: optional(integer({ zh: '免费时长（分）', en: 'Free minutes' }, { min: 1, max: 14_400 })),
    priceFen: optional(money({ zh: '一口价', en: 'Fixed price' }, { min: 0, max: 1_000_000_00 })),
    lotIds: listField.lotIds,
    spotKinds: {
      ...list({ zh: '车位类型', en: 'Spot kinds' }, choice({ zh: '车位类型', en: 'Spot kind' }, usualSpotKinds), {
        max: 6,
      }),
      hint: { zh: '不选表示全部车位', en: 'Empty: all kinds' },
      whenEmpty: { zh: '全部车位', en: 'All kinds' },
    },
    vehicleKinds: {
      ...list({ zh: '适用车型', en: 'Vehicle kinds' }, text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 }), {
        max: 50,
      }),
      hint: { zh: '不选表示全部车型', en: 'Empty: all kinds' },
      whenEmpty: { zh: '全部车型', en: 'All kinds' },
    },
    days: {
      ...list({ zh: '星期', en: 'Days' }, choice({ zh: '星期', en: 'Day' }, WeekDay), { max: 7 }),
      hint: { zh: '不选表示每天；按离场时间判断', en: 'Empty: every day; by the time of leaving' },
      whenEmpty: { zh: '每天', en: 'Every day' },
    },
    dailyFrom: listField.dailyFrom,
    dailyTo: listField.dailyTo,
    memberCount: readOnly(integer({ zh: '有效车辆', en: 'Cars' })),
    useCount: readOnly(integer({ zh: '近31天使用', en: 'Used in 31 days' })),
    costFen: readOnly(money({ zh: '近31天减免', en: 'Cost in 31 days' })),
    remark: listField.remark,
  },
  columns: [
    'name',
    'status',
    'effect',
    'lotIds',
    'spotKinds',
    'memberCount',
    'useCount',
    'costFen',
    'dailyFrom',
    'dailyTo',
  ],
  search: { name: 'contains', status: 'equals', effect: 'equals', lotIds: 'has' },
  computed: ['memberCount', 'useCount', 'costFen'],
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** A VIP group, as listed. */
export type VipGroup = Listed<typeof vipGroup>;

/** The field with the value of each effect. */
export const VALUE_OF = {
  amount: 'amountFen',
  percent: 'percent',
  minutes: 'minutes',
  'fixed-price': 'priceFen',
} as const;

/** Refusals of VIP groups and their cars. */
export const vipRefusal = refusals('vip', {
  'value-needed': { status: 422, zh: '请填写{field}', en: 'Enter: {field}' },
  'value-unused': { status: 422, zh: '该优惠方式不用填写{field}', en: 'Not used by this policy: {field}' },
  'bad-plate': { status: 422, zh: '{plate}不是有效的车牌', en: '{plate} is not a valid plate' },
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  'in-use': { status: 409, zh: '该分组还有车辆，不能删除，请停用', en: 'It still has vehicles: disable it instead' },
});
