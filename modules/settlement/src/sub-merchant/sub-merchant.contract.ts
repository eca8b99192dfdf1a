import type { ShareTier } from '@boyun/domain/settlement';
import {
  choice,
  day,
  decimal,
  group,
  integer,
  json,
  type Listed,
  list,
  money,
  optional,
  phone,
  reference,
  refusals,
  remark,
  resource,
  text,
} from '@boyun/kernel/contract';
import { noEnd } from '@boyun/lists/contract';

/** Whether a sub-merchant is in use. */
export const SubMerchantStatus = {
  1: { zh: '停用', en: 'Disabled', tone: 'neutral' },
  2: { zh: '启用', en: 'Enabled', tone: 'good' },
} as const;

/** What a sub-merchant gets. */
export const ShareKind = {
  percent: { zh: '固定比例', en: 'Percentage' },
  tiers: { zh: '阶梯比例', en: 'Bands' },
  rent: { zh: '固定租金', en: 'Fixed rent' },
} as const;
export type ShareKind = keyof typeof ShareKind;

/** How often a sub-merchant is settled. */
export const SettlementCycle = {
  week: { zh: '周结', en: 'Weekly' },
  'half-month': { zh: '半月结', en: 'Half-monthly' },
  month: { zh: '月结', en: 'Monthly' },
} as const;
export type SettlementCycle = keyof typeof SettlementCycle;

const tiersLabel = { zh: '阶梯', en: 'Bands' };
const tier = group(tiersLabel, {
  fromFen: money({ zh: '净额起', en: 'From' }),
  basisPoints: integer({ zh: '比例（万分之一）', en: 'Hundredths of a percent' }, { max: 100_00 }),
});
/** The most bands of a share. */
export const MOST_TIERS = 10;

/** Companies that get a part of what their lots bring. */
export const subMerchant = resource('sub-merchant', {
  title: { zh: '子商户', en: 'Sub-merchants' },
  path: '/api/subBusiness',
  fields: {
    name: text({ zh: '子商户名称', en: 'Name' }, { max: 64 }),
    status: choice({ zh: '状态', en: 'State' }, SubMerchantStatus, { byDefault: 2 }),
    lotIds: list({ zh: '参与结算的车场', en: 'Lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), {
      min: 1,
      max: 200,
    }),
    contact: optional(text({ zh: '联系人', en: 'Contact' }, { max: 32 })),
    mobile: optional(phone({ zh: '联系电话', en: 'Phone' }, { max: 32 })),
    validFrom: day({ zh: '合同开始', en: 'Contract from' }),
    validUntil: optional(day({ zh: '合同到期', en: 'Contract until' }), noEnd),
    shareKind: choice({ zh: '分成方式', en: 'Share' }, ShareKind, { byDefault: 'percent' }),
    sharePercent: optional(
      decimal(
        { zh: '分成比例（%）', en: 'Percentage' },
        { min: 0, max: 100, hint: { zh: '子商户所得占净额的比例', en: 'What it gets of the net' } },
      ),
    ),
    tiers: optional({
      ...json<ShareTier[]>(tiersLabel, list(tiersLabel, tier, { min: 1, max: MOST_TIERS }).schema),
      hint: { zh: '按自然月累计净额分段计算', en: 'Each band applies to its part of the net of a calendar month' },
    }),
    rentFen: optional(
      money(
        { zh: '月租金', en: 'Rent a month' },
        { min: 1, max: 100_000_000_00, hint: { zh: '不足月按天折算', en: 'Parts of a month by the day' } },
      ),
    ),
    cycle: choice({ zh: '结算周期', en: 'Settled' }, SettlementCycle, { byDefault: 'month' }),
    bankName: optional(text({ zh: '开户行', en: 'Bank' }, { max: 64 })),
    accountName: optional(text({ zh: '账户名称', en: 'Account holder' }, { max: 64 })),
    accountNo: optional(text({ zh: '结算账号', en: 'Account number' }, { min: 8, max: 32, pattern: /^\d[\d ]*\d$/ })),
    remark,
  },
  columns: ['name', 'status', 'lotIds', 'shareKind', 'cycle', 'bankName', 'accountNo', 'validUntil'],
  search: { name: 'contains', status: 'equals', shareKind: 'equals', cycle: 'equals', lotIds: 'has' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  lotField: 'lotIds',
  subject: (row) => row.name,
});

/** A sub-merchant, as listed. */
export type SubMerchant = Listed<typeof subMerchant>;

/** Refusals of sub-merchants and their accounts. */
export const subMerchantRefusal = refusals('sub-merchant', {
  'percent-needed': { status: 422, zh: '请填写分成比例', en: 'Enter the percentage' },
  'tiers-needed': { status: 422, zh: '请填写阶梯', en: 'Enter the bands' },
  'tiers-order': {
    status: 422,
    zh: '阶梯须从0元开始，金额依次递增',
    en: 'The bands begin at zero and their amounts rise',
  },
  'rent-needed': { status: 422, zh: '请填写月租金', en: 'Enter the rent' },
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  'lot-taken': {
    status: 409,
    zh: '车场“{lot}”在该合同期内已属于子商户“{name}”',
    en: '{lot} belongs to {name} at that time',
  },
  unsettled: {
    status: 409,
    zh: '车场“{lot}”自{day}起还有未结算的收入，请先结算再移出',
    en: '{lot} has brought money since {day} that is not settled: settle it before the lot is taken out',
  },
  'begins-settled': {
    status: 409,
    zh: '已结算到{day}，合同不能早于该日结束，也不能改到该日之后开始',
    en: 'It is settled up to {day}: its contract cannot end before that day or begin after it',
  },
  'in-use': {
    status: 409,
    zh: '该子商户已有结算或账号，不能删除，请停用',
    en: 'It has settlements or accounts: disable it instead',
  },
  disabled: { status: 409, zh: '子商户已停用', en: 'The sub-merchant is disabled' },
  'own-account': { status: 409, zh: '不能停用自己的账号', en: 'You cannot freeze your own account' },
});
