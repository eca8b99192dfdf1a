import { choice, integer, type Listed, money, optional, refusals, resource, text } from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';

/** Whether a rule gives anything. */
export const GiftRuleStatus = {
  1: { zh: '停用', en: 'Disabled', tone: 'neutral' },
  2: { zh: '启用', en: 'Enabled', tone: 'good' },
} as const;

/** What a refund of the money takes of the gift that came with it. */
export const GiftOnRefund = {
  proportional: { zh: '按退款比例收回', en: 'In proportion' },
  whole: { zh: '剩余赠送全部收回', en: 'All that is left' },
} as const;

/** Rules of gifts: who tops up enough is given something for a time. Of several rules the one that gives most applies. */
export const giftRule = resource('gift-rule', {
  title: { zh: '充值赠送规则', en: 'Gift rules' },
  path: '/api/giftRule',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    status: choice({ zh: '状态', en: 'Status' }, GiftRuleStatus, { byDefault: 2 }),
    minimumFen: money({ zh: '充值满', en: 'Top-up from' }, { min: 1, max: 10_000_00 }),
    giftFen: money({ zh: '赠送', en: 'Gift' }, { min: 1, max: 10_000_00 }),
    validDays: integer(
      { zh: '有效天数', en: 'Valid for days' },
      {
        min: 1,
        max: 3660,
        byDefault: 90,
        hint: { zh: '从到账起算，到期未用收回', en: 'From the top-up; what is left then ends' },
      },
    ),
    onRefund: choice({ zh: '退款时赠送金', en: 'On a refund' }, GiftOnRefund, { byDefault: 'proportional' }),
    perWallet: optional(
      integer(
        { zh: '每人限享次数', en: 'Times per customer' },
        { min: 1, max: 1000, hint: { zh: '不填表示不限', en: 'Empty: no limit' } },
      ),
    ),
    lotIds: listField.lotIds,
    validFrom: optional(listField.validFrom),
    validUntil: optional(listField.validUntil),
    givenCount: { ...integer({ zh: '已赠送次数', en: 'Times given' }), isReadOnly: true },
    givenFen: { ...money({ zh: '已赠送', en: 'Given' }), isReadOnly: true },
    remark: listField.remark,
  },
  columns: [
    'name',
    'status',
    'minimumFen',
    'giftFen',
    'validDays',
    'onRefund',
    'lotIds',
    'validFrom',
    'validUntil',
    'givenCount',
    'givenFen',
    'remark',
  ],
  search: { name: 'contains', status: 'equals', lotIds: 'has' },
  computed: ['givenCount', 'givenFen'],
  lotField: 'lotIds',
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

/** A gift rule, as listed. */
export type GiftRuleRow = Listed<typeof giftRule>;

export const giftRuleRefusal = refusals('gift-rule', {
  'ends-before-start': { status: 422, zh: '开始时间不能大于结束时间!', en: 'The start may not be later than the end' },
  given: {
    status: 409,
    zh: '已按此规则赠送{count}次，不能删除，请停用',
    en: 'It gave {count} times: disable the rule instead',
  },
});
