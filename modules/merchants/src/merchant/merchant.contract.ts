import {
  choice,
  instant,
  type Listed,
  list,
  money,
  optional,
  phone,
  readOnly,
  reference,
  refusals,
  remark,
  resource,
  text,
} from '@boyun/kernel/contract';
import { noEnd } from '@boyun/lists/contract';

/** Whether a merchant, or a discount of one, is in use. */
export const MerchantStatus = {
  1: { zh: '停用', en: 'Disabled', tone: 'neutral' },
  2: { zh: '启用', en: 'Enabled', tone: 'good' },
} as const;

/** How a merchant pays. */
export const CreditKind = {
  prepaid: { zh: '预付', en: 'Prepaid' },
  monthly: { zh: '月结', en: 'Monthly' },
} as const;
export type CreditKind = keyof typeof CreditKind;

const yuan = { min: 1, max: 100_000_000_00 };

/** Merchants that pay for the parking of their customers. */
export const merchant = resource('merchant', {
  title: { zh: '商家优惠', en: 'Merchants' },
  path: '/api/merchant',
  fields: {
    name: text({ zh: '商家名称', en: 'Name' }, { max: 64 }),
    status: choice({ zh: '状态', en: 'Status' }, MerchantStatus, { byDefault: 2 }),
    lotIds: list({ zh: '合作车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), {
      min: 1,
      max: 200,
    }),
    contact: optional(text({ zh: '联系人', en: 'Contact' }, { max: 32 })),
    mobile: optional(phone({ zh: '联系电话', en: 'Phone' }, { max: 32 })),
    address: optional(text({ zh: '地址', en: 'Address' }, { max: 120 })),
    validFrom: instant({ zh: '合同开始', en: 'Contract from' }),
    validUntil: optional(instant({ zh: '合同到期', en: 'Contract until' }), noEnd),
    creditKind: choice({ zh: '结算方式', en: 'Pays' }, CreditKind, { byDefault: 'prepaid' }),
    limitFen: optional(
      money(
        { zh: '授信额度', en: 'Credit limit' },
        { ...yuan, hint: { zh: '月结商家最多可欠的金额', en: 'The most a monthly merchant may owe' } },
      ),
    ),
    lowCreditFen: optional(
      money(
        { zh: '余额提醒', en: 'Remind below' },
        { ...yuan, hint: { zh: '可用额度低于该金额时提醒', en: 'Told when less than this is available' } },
      ),
    ),
    balanceFen: readOnly(money({ zh: '余额', en: 'Balance' }, { min: -100_000_000_00 })),
    reservedFen: readOnly(money({ zh: '已发未用', en: 'Held by grants' })),
    availableFen: readOnly(money({ zh: '可用额度', en: 'Available' }, { min: -100_000_000_00 })),
    remark,
  },
  columns: ['name', 'status', 'lotIds', 'contact', 'creditKind', 'balanceFen', 'availableFen', 'validUntil'],
  search: { name: 'contains', status: 'equals', creditKind: 'equals', lotIds: 'has', validUntil: 'range' },
  computed: ['reservedFen', 'availableFen'],
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** A merchant, as listed. */
export type Merchant = Listed<typeof merchant>;

/** Refusals of merchants, their credit and their accounts. */
export const merchantRefusal = refusals('merchant', {
  'limit-needed': { status: 422, zh: '月结商家请填写授信额度', en: 'Enter the credit limit of a monthly merchant' },
  'limit-unused': { status: 422, zh: '预付商家没有授信额度', en: 'A prepaid merchant has no credit limit' },
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  'in-use': {
    status: 409,
    zh: '该商家已有优惠、账号或账目，不能删除，请停用',
    en: 'It has discounts, accounts or entries: disable it instead',
  },
  disabled: { status: 409, zh: '商家已停用', en: 'The merchant is disabled' },
  over: { status: 409, zh: '商家合同未生效或已到期', en: 'The contract of the merchant is not in force' },
  short: {
    status: 409,
    zh: '可用额度不足：可用{available}元，需要{needed}元，请先充值',
    en: 'Not enough credit: {available} of {needed} is available. Top it up first',
  },
  'nothing-left': { status: 409, zh: '没有可退的余额', en: 'There is no balance to refund' },
  'more-than-balance': {
    status: 422,
    zh: '退款不能超过未占用的余额{available}元',
    en: 'At most {available}, which no grant holds, can be refunded',
  },
  'not-staff': { status: 409, zh: '您的账号不属于任何商家', en: 'Your account belongs to no merchant' },
  'not-manager': { status: 409, zh: '只有商家负责人可以这样做', en: 'Only managers of the merchant may do this' },
  'own-account': { status: 409, zh: '不能停用自己的账号', en: 'You cannot freeze your own account' },
  'no-role': {
    status: 409,
    zh: '没有“商户”角色，请先在角色中恢复',
    en: 'The role "Merchant" does not exist: add it again first',
  },
});
