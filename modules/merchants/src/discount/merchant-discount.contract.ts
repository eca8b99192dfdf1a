import {
  choice,
  flag,
  integer,
  type Listed,
  list,
  money,
  operation,
  optional,
  permission,
  readOnly,
  reference,
  refusals,
  resource,
  text,
  WeekDay,
} from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';
import { MerchantStatus } from '../merchant/merchant.contract.ts';

/** What a discount takes off. */
export const DiscountEffect = {
  amount: { zh: '减金额', en: 'Amount off' },
  percent: { zh: '打折', en: 'Percentage off' },
  minutes: { zh: '减时长', en: 'Free minutes' },
  'fixed-price': { zh: '一口价', en: 'Fixed price' },
  free: { zh: '全免', en: 'Free' },
} as const;
export type DiscountEffect = keyof typeof DiscountEffect;

/** What a merchant pays for a discount. */
export const DiscountCharging = {
  actual: { zh: '按实际减免扣额度', en: 'What was taken off' },
  package: { zh: '套餐（先买张数）', en: 'Packages bought in advance' },
} as const;

const noLimit = { zh: '不填表示不限', en: 'Empty: no limit' };
const yuan = { min: 1, max: 1_000_000_00 };

/** What merchants may grant to the cars of their customers. */
export const merchantDiscount = resource('merchant-discount', {
  title: { zh: '商家优惠方案', en: 'Merchant discounts' },
  path: '/api/merchantDiscount',
  fields: {
    merchantId: reference({ zh: '商家', en: 'Merchant' }, 'merchant'),
    name: text(
      { zh: '方案名称', en: 'Name' },
      { max: 64, hint: { zh: '司机在账单上看到的名称', en: 'Drivers see it on their bill' } },
    ),
    status: choice({ zh: '状态', en: 'Status' }, MerchantStatus, { byDefault: 2 }),
    effect: choice({ zh: '优惠方式', en: 'Discount' }, DiscountEffect, { byDefault: 'minutes' }),
    amountFen: optional(money({ zh: '优惠金额', en: 'Amount off' }, yuan)),
    percent: optional(
      integer(
        { zh: '优惠比例（%）', en: 'Percent off' },
        { min: 1, max: 99, hint: { zh: '20即八折', en: '20 takes a fifth off' } },
      ),
    ),
    minutes: optional(integer({ zh: '优惠时长（分）', en: 'Free minutes' }, { min: 1, max: 14_400 })),
    priceFen: optional(money({ zh: '一口价', en: 'Fixed price' }, { min: 0, max: 1_000_000_00 })),
    charging: choice({ zh: '商家付费', en: 'The merchant pays' }, DiscountCharging, { byDefault: 'actual' }),
    reserveFen: optional(
      money(
        { zh: '每张预占额度', en: 'Held per grant' },
        {
          ...yuan,
          hint: {
            zh: '发放时预占、使用后按实际减免扣除；减金额时默认为优惠金额',
            en: 'Held of the credit until the grant is used, then what was taken off is charged',
          },
        },
      ),
    ),
    packageCount: optional(
      integer(
        { zh: '每份套餐张数', en: 'Grants per package' },
        {
          min: 1,
          max: 10_000,
          hint: {
            zh: '与套餐价一起填写后，商家可自助购买',
            en: 'With a price, merchants buy packages by themselves',
          },
        },
      ),
    ),
    packagePriceFen: optional(money({ zh: '每份套餐价', en: 'Price of a package' }, yuan)),
    lotIds: {
      ...listField.lotIds,
      hint: { zh: '不选表示商家的全部合作车场', en: 'Empty: all lots of the merchant' },
      whenEmpty: { zh: '全部合作车场', en: 'All its lots' },
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
      hint: { zh: '不选表示每天', en: 'Empty: every day' },
      whenEmpty: { zh: '每天', en: 'Every day' },
    },
    dailyFrom: listField.dailyFrom,
    dailyTo: listField.dailyTo,
    minimumFeeFen: optional(money({ zh: '最低消费', en: 'Smallest fee' }, yuan)),
    validHours: integer({ zh: '发放后有效（小时）', en: 'Valid for hours' }, { min: 1, max: 8784, byDefault: 24 }),
    perPlateDay: optional(integer({ zh: '每车每天限领', en: 'Per car and day' }, { min: 1, max: 100, hint: noLimit })),
    dailyLimit: optional(integer({ zh: '每天限发', en: 'Grants per day' }, { min: 1, max: 1_000_000, hint: noLimit })),
    isStackable: flag(
      { zh: '可与商家其他优惠叠加', en: 'Combines with other merchant discounts' },
      {
        byDefault: false,
        hint: { zh: '否则一次停车只用一张最优惠的', en: 'Otherwise the best one of a stay applies' },
      },
    ),
    stock: readOnly(integer({ zh: '套餐余量', en: 'Grants left' })),
    remark: listField.remark,
  },
  columns: ['merchantId', 'name', 'status', 'effect', 'charging', 'stock', 'validHours', 'lotIds'],
  search: { merchantId: 'equals', name: 'contains', status: 'equals', charging: 'equals', lotIds: 'has' },
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** A discount of a merchant, as listed. */
export type MerchantDiscount = Listed<typeof merchantDiscount>;

const merchantDiscountId = reference({ zh: '优惠方案', en: 'Discount' }, 'merchant-discount');

/** Sells grants of a package discount to its merchant, out of its credit. */
export const sellPackage = operation('sell-merchant-package', {
  title: { zh: '售卖套餐', en: 'Sell a package' },
  path: '/api/merchantDiscount/sellPackage',
  access: permission('merchant-discount.sell', { zh: '售卖商家套餐', en: 'Sell packages to merchants' }),
  needsPassword: { zh: '是否从商家额度扣款并增加张数？', en: 'Charge the merchant and add these grants?' },
  input: {
    merchantDiscountId,
    count: integer({ zh: '张数', en: 'Grants' }, { min: 1, max: 100_000 }),
    priceFen: money({ zh: '套餐价', en: 'Price' }, { min: 0, max: 1_000_000_00 }),
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 255 })),
  },
  output: {
    stock: integer({ zh: '套餐余量', en: 'Grants left' }),
    balanceFen: money({ zh: '余额', en: 'Balance' }, { min: -100_000_000_00 }),
  },
  isOnce: true,
  audit: 'merchant-discount.package-sold',
});

/** Refusals of discounts of merchants. */
export const discountRefusal = refusals('merchant-discount', {
  'value-needed': { status: 422, zh: '请填写“{field}”', en: 'Enter "{field}"' },
  'value-unused': {
    status: 422,
    zh: '该方式不填写“{field}”',
    en: '"{field}" does not belong to this choice',
  },
  'other-lots': {
    status: 422,
    zh: '适用车场须为商家的合作车场',
    en: 'The lots must be among those of the merchant',
  },
  'has-open': {
    status: 409,
    zh: '还有{count}张未使用，不能更改优惠内容，请停用后新建',
    en: '{count} grants are open: disable the discount and add another instead of changing what it takes off',
  },
  granted: { status: 409, zh: '已发放过，不能删除，请停用', en: 'It was granted: disable it instead' },
  'not-package': { status: 409, zh: '该方案按实际减免扣额度，不售套餐', en: 'This discount is not sold in packages' },
  disabled: { status: 409, zh: '优惠方案已停用', en: 'The discount is disabled' },
});
