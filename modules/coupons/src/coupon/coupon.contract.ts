import {
  choice,
  flag,
  integer,
  type Listed,
  list,
  money,
  optional,
  readOnly,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';

/** Whether a coupon is printed or given to a plate. */
export const CouponGrantType = {
  1: { zh: '纸质', en: 'Paper' },
  2: { zh: '电子', en: 'Electronic' },
} as const;

/** Whether a coupon can be granted and used. */
export const CouponStatus = {
  1: { zh: '停用', en: 'Disabled', tone: 'neutral' },
  2: { zh: '启用', en: 'Enabled', tone: 'good' },
} as const;

/** What a coupon takes off. */
export const CouponEffect = {
  amount: { zh: '减金额', en: 'Amount off' },
  percent: { zh: '打折', en: 'Percentage off' },
  minutes: { zh: '减时长', en: 'Free minutes' },
  free: { zh: '全免', en: 'Free' },
} as const;
export type CouponEffect = keyof typeof CouponEffect;

const noLimit = { zh: '不填表示不限', en: 'Empty: no limit' };

/** Coupons that can be granted. What was granted keeps the dates it was granted with. */
export const coupon = resource('coupon', {
  title: { zh: '优惠券', en: 'Coupons' },
  path: '/api/coupon',
  fields: {
    name: text(
      { zh: '名称', en: 'Name' },
      { max: 64, hint: { zh: '司机在账单上看到的名称', en: 'Drivers see it on their bill' } },
    ),
    grantType: choice({ zh: '发放方式', en: 'Granted as' }, CouponGrantType, { byDefault: 2 }),
    status: choice({ zh: '状态', en: 'Status' }, CouponStatus, { byDefault: 2 }),
    effect: choice({ zh: '优惠方式', en: 'Discount' }, CouponEffect, { byDefault: 'amount' }),
    amountFen: optional(money({ zh: '优惠金额', en: 'Amount off' }, { min: 1, max: 1_000_000_00 })),
    percent: optional(
      integer(
        { zh: '优惠比例（%）', en: 'Percent off' },
        { min: 1, max: 99, hint: { zh: '20即八折', en: '20 takes a fifth off' } },
      ),
    ),
    minutes: optional(integer({ zh: '优惠时长（分）', en: 'Free minutes' }, { min: 1, max: 14_400 })),
    lotIds: listField.lotIds,
    vehicleKinds: {
      ...list({ zh: '适用车型', en: 'Vehicle kinds' }, text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 }), {
        max: 50,
      }),
      hint: { zh: '不选表示全部车型', en: 'Empty: all kinds' },
      whenEmpty: { zh: '全部车型', en: 'All kinds' },
    },
    dailyFrom: listField.dailyFrom,
    dailyTo: listField.dailyTo,
    minimumFeeFen: optional(money({ zh: '最低消费', en: 'Smallest fee' }, { min: 1, max: 1_000_000_00 })),
    isStackable: flag(
      { zh: '可与其他券叠加', en: 'Combines with other coupons' },
      {
        byDefault: false,
        hint: { zh: '否则一次停车只用一张最优惠的', en: 'Otherwise the best one of a stay applies' },
      },
    ),
    stock: optional(integer({ zh: '发行量', en: 'Stock' }, { min: 1, max: 10_000_000, hint: noLimit })),
    perPlate: optional(integer({ zh: '每车每人限领', en: 'Per car and person' }, { min: 1, max: 1000, hint: noLimit })),
    isClaimable: flag(
      { zh: '可扫码领取', en: 'Can be claimed' },
      {
        byDefault: false,
        hint: {
          zh: '生成公开领取码，凭手机号和车牌领取，数量受发行量和每车每人限领限制',
          en: 'Anybody who scans its code gets one, within the stock and the limit for each car and mobile number',
        },
      },
    ),
    claimCode: readOnly(optional(text({ zh: '领取码', en: 'Claim code' }))),
    validFrom: optional(listField.validFrom),
    validUntil: optional(listField.validUntil),
    validDays: optional(
      integer(
        { zh: '领取后有效天数', en: 'Days from the grant' },
        { min: 1, max: 3660, hint: { zh: '与失效时间二选一', en: 'Either this or the end' } },
      ),
    ),
    grantedCount: readOnly(integer({ zh: '已发放', en: 'Granted' })),
    usedCount: readOnly(integer({ zh: '已使用', en: 'Used' })),
    usedFen: readOnly(money({ zh: '已优惠', en: 'Taken off' })),
    remark: listField.remark,
  },
  columns: [
    'name',
    'status',
    'grantType',
    'effect',
    'lotIds',
    'grantedCount',
    'stock',
    'usedCount',
    'usedFen',
    'validUntil',
  ],
  search: { name: 'contains', status: 'equals', grantType: 'equals', lotIds: 'has', validUntil: 'range' },
  computed: ['usedCount', 'usedFen'],
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** A coupon, as listed. */
export type Coupon = Listed<typeof coupon>;

/** Refusals of coupons. */
export const couponRefusal = refusals('coupon', {
  'value-needed': { status: 422, zh: '请填写“{field}”', en: 'Enter "{field}"' },
  'value-unused': {
    status: 422,
    zh: '该优惠方式不填写“{field}”',
    en: '"{field}" does not belong to this kind of discount',
  },
  'dates-needed': {
    status: 422,
    zh: '请填写失效时间，或领取后有效天数，二选一',
    en: 'Enter either the end or the days from the grant',
  },
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  'stock-below': {
    status: 422,
    zh: '发行量不能低于已发放的{count}张',
    en: 'The stock cannot be below the {count} granted',
  },
  granted: {
    status: 409,
    zh: '已发放{count}张，不能删除，请停用',
    en: '{count} were granted: disable the coupon instead',
  },
  disabled: { status: 409, zh: '优惠券已停用', en: 'The coupon is disabled' },
  over: { status: 409, zh: '优惠券已过期', en: 'The coupon is over' },
  'out-of-stock': { status: 409, zh: '优惠券只剩{left}张', en: 'Only {left} of the coupon are left' },
  'paper-claimed': {
    status: 422,
    zh: '纸质券不能扫码领取，请改为电子券',
    en: 'Only electronic coupons can be claimed',
  },
  'claimed-already': { status: 409, zh: '您已领取过{count}张', en: 'You have got {count} already' },
  'bad-mobile': { status: 422, zh: '请输入11位手机号', en: 'Enter a mobile number of 11 digits' },
  'not-paper': { status: 409, zh: '只有纸质券可以打印', en: 'Only paper coupons are printed' },
  'not-electronic': { status: 409, zh: '纸质券请按批次打印', en: 'Paper coupons are printed in batches' },
  'unknown-code': { status: 404, zh: '券码无效，或已使用、过期', en: 'The code is not valid, was used, or is over' },
  used: { status: 409, zh: '已使用的券不能撤销', en: 'A coupon that was used cannot be revoked' },
  'no-plates': { status: 422, zh: '没有有效的车牌', en: 'There is no valid plate' },
  'no-holder': { status: 422, zh: '请填写车牌或手机号', en: 'Enter a plate or a mobile number' },
  'not-for': { status: 409, zh: '{reason}', en: '{reason}' },
});
