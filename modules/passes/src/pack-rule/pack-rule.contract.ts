import {
  choice,
  flag,
  integer,
  list,
  money,
  optional,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';

/** Length of one period of a pack. */
export const PackPeriod = {
  month: { zh: '月', en: 'Month' },
  quarter: { zh: '季', en: 'Quarter' },
  year: { zh: '年', en: 'Year' },
  custom: { zh: '自定义天数', en: 'Number of days' },
} as const;

/** A kind of monthly pack for sale: lots, hours, number of cars and price. */
export const packRule = resource('pack-rule', {
  title: { zh: '月卡规则', en: 'Monthly-pack rules' },
  path: '/api/packRule',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    lotIds: {
      whenEmpty: { zh: '全部车场', en: 'All lots' },
      ...list({ zh: '适用车场', en: 'Applies to' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 500 }),
      hint: { zh: '不选表示全部车场', en: 'Empty: all lots' },
    },
    vehicleKinds: {
      ...list({ zh: '适用车型', en: 'Vehicle kinds' }, text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 }), {
        max: 50,
      }),
      hint: { zh: '不选表示全部车型', en: 'Empty: all kinds' },
    },
    period: choice({ zh: '周期', en: 'Period' }, PackPeriod, { byDefault: 'month' }),
    days: optional(
      integer(
        { zh: '天数', en: 'Days' },
        { min: 1, max: 3660, hint: { zh: '仅自定义周期填写', en: 'Only for a period of a number of days' } },
      ),
    ),
    priceFen: money({ zh: '价格', en: 'Price' }),
    dailyFrom: listField.dailyFrom,
    dailyTo: listField.dailyTo,
    carsPerPack: integer(
      { zh: '可同时在场', en: 'Cars at once' },
      {
        min: 1,
        max: 100,
        byDefault: 1,
        hint: { zh: '超出的车辆按临时车收费', en: 'Further cars pay as temporary ones' },
      },
    ),
    platesPerPack: integer(
      { zh: '可登记车牌', en: 'Plates' },
      {
        min: 1,
        max: 100,
        byDefault: 1,
        hint: { zh: '一位多车时可多于同时在场数', en: 'May exceed the number of cars at once' },
      },
    ),
    quota: optional(
      integer(
        { zh: '发售上限', en: 'Sales limit' },
        { min: 1, max: 1_000_000, hint: { zh: '不填表示不限', en: 'Empty: any number' } },
      ),
    ),
    renewBeforeDays: integer(
      { zh: '到期前可续（天）', en: 'Renewable before the end (days)' },
      { max: 3660, byDefault: 30 },
    ),
    renewAfterDays: integer(
      { zh: '到期后可续（天）', en: 'Renewable after the end (days)' },
      { max: 3660, byDefault: 7, hint: { zh: '续费从原到期时间接续', en: 'A renewal continues from the old end' } },
    ),
    remindDays: integer(
      { zh: '到期提醒（天）', en: 'Reminder (days)' },
      { max: 365, byDefault: 3, hint: { zh: '到期前多少天提醒，0表示不提醒', en: 'Days before the end; 0: none' } },
    ),
    hasReview: flag({ zh: '售出需审核', en: 'Sales are reviewed' }, { byDefault: false }),
    isOnSale: flag({ zh: '在售', en: 'On sale' }, { byDefault: true }),
    remark: listField.remark,
  },
  columns: [
    'name',
    'lotIds',
    'period',
    'priceFen',
    'dailyFrom',
    'dailyTo',
    'carsPerPack',
    'platesPerPack',
    'quota',
    'isOnSale',
  ],
  search: { name: 'contains', period: 'equals', isOnSale: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** Refusals of pack rules. */
export const packRuleRefusal = refusals('pack-rule', {
  'days-needed': { status: 422, zh: '自定义周期须填写天数', en: 'A custom period requires a number of days' },
  'days-unused': { status: 422, zh: '只有自定义周期才填写天数', en: 'Only a custom period has a number of days' },
  'too-few-plates': {
    status: 422,
    zh: '可登记车牌不能少于可同时在场的车辆',
    en: 'A pack needs at least as many plates as cars it allows inside at once',
  },
  'lots-needed': {
    status: 422,
    zh: '您的账号只管理部分车场，请选择自己管理的车场',
    en: 'Your account sees some lots only, choose among them',
  },
});
