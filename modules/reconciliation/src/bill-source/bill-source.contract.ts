import {
  choice,
  description,
  flag,
  inUse,
  list,
  optional,
  reference,
  refusals,
  resource,
  text,
} from '@boyun/kernel/contract';
import { PayChannel } from '@boyun/money/contract';

/** Kinds of sources of bills. */
export const SourceKind = {
  provider: { zh: '支付渠道', en: 'Payment channel' },
  acquirer: { zh: '收单机构', en: 'Acquirer' },
  bank: { zh: '银行账户', en: 'Bank account' },
} as const;
export type SourceKind = keyof typeof SourceKind;

const { qr, transfer, sandbox, wechat, alipay, unionpay } = PayChannel;
/** The channels whose days are compared. */
export const BilledChannel = { wechat, alipay, unionpay, sandbox, qr, transfer } as const;
export type BilledChannel = keyof typeof BilledChannel;

const title = (zh: string, en: string, hint?: { zh: string; en: string }) =>
  optional(text({ zh, en }, { max: 64, ...(hint ? { hint } : {}) }));

/** Sources of bills. Those of payment channels follow from their configuration; acquirers and banks are added by people. */
export const billSource = resource('bill-source', {
  title: { zh: '对账来源', en: 'Bill sources' },
  path: '/api/billSource',
  fields: {
    kind: choice({ zh: '类型', en: 'Kind' }, SourceKind, { byDefault: 'acquirer' }),
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    channel: optional(choice({ zh: '渠道', en: 'Channel' }, BilledChannel)),
    merchantNo: text(
      { zh: '商户号', en: 'Merchant number' },
      { max: 129, min: 0, byDefault: '', hint: { zh: '银行账户填账号', en: 'The account number of a bank account' } },
    ),
    lotIds: {
      ...list({ zh: '车场', en: 'Lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'), { max: 500 }),
      hint: {
        zh: '同一渠道有多家收单机构时，选择由该机构收款的车场；不选则为其余全部车场',
        en: 'Where a channel has several acquirers: the lots whose money goes through this one; none for all others',
      },
    },
    isEnabled: inUse,
    hasBankSide: flag(
      { zh: '核对银行到账', en: 'Compare with the bank' },
      {
        byDefault: false,
        hint: {
          zh: '开启后，银行到账金额也相符时当天才能平账',
          en: 'Days then balance only when the bank has received their money',
        },
      },
    ),
    settleWords: optional(
      text(
        { zh: '到账关键词', en: 'Settlement words' },
        {
          max: 255,
          hint: {
            zh: '银行流水的对方户名或摘要含其一即视为该渠道的结算款，用空格分隔',
            en: 'An entry of a bank statement with one of them is taken for its settlement; separate with spaces',
          },
        },
      ),
    ),
    amountColumn: title('金额列', 'Column: amount', {
      zh: '银行流水为收入列；收支同列时按正负',
      en: 'Of a bank: money in; by sign where it has one column for both',
    }),
    dateColumn: title('日期列', 'Column: date'),
    timeColumn: title('时间列', 'Column: time', {
      zh: '日期与时间分两列时填写',
      en: 'Where it is a column of its own',
    }),
    numberColumn: title('商户订单号列', 'Column: our number', {
      zh: '系统流水号；没有时按金额和时间匹配',
      en: 'Our payment number; without it records are matched by amount and time',
    }),
    tradeColumn: title('交易单号列', 'Column: their number'),
    feeColumn: title('手续费列', 'Column: fee'),
    kindColumn: title('交易类型列', 'Column: type'),
    refundWords: title('退款字样', 'Words of refunds', { zh: '如：退货 撤销', en: 'Separated by spaces' }),
    outColumn: title('支出列', 'Column: money out'),
    counterpartyColumn: title('对方户名列', 'Column: counterparty'),
    memoColumn: title('摘要列', 'Column: memo'),
    remark: description,
  },
  columns: ['name', 'kind', 'channel', 'merchantNo', 'hasBankSide', 'settleWords', 'isEnabled', 'remark'],
  search: { name: 'contains', kind: 'equals', channel: 'equals', isEnabled: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'export'],
  subject: (row) => row.name,
  nameField: 'name',
  order: [{ field: 'kind' }, { field: 'channel' }, { field: 'merchantNo' }],
});

/** The id of a source of bills. */
export const sourceId = reference({ zh: '来源', en: 'Source' }, 'bill-source');

export const billSourceRefusal = refusals('bill-source', {
  'by-configuration': {
    status: 422,
    zh: '支付渠道的来源由支付配置产生，不能新增，也不能修改渠道和商户号',
    en: 'Sources of payment channels follow from the payment configuration; none is added, and channel and merchant stay',
  },
  'no-channel': { status: 422, zh: '请选择收单机构的渠道', en: 'Choose the channel of the acquirer' },
  'lot-taken': {
    status: 422,
    zh: '“{name}”已包含所选车场，或同样未选车场',
    en: '"{name}" has some of these lots, or names none either',
  },
  'bank-channel': { status: 422, zh: '银行账户没有渠道', en: 'A bank account has no channel' },
  'no-columns': {
    status: 422,
    zh: '请填写{columns}',
    en: 'Enter {columns}',
  },
  'whole-tenant': {
    status: 403,
    zh: '对账涉及全部车场，您的账号只能查看部分车场',
    en: 'Reconciliation covers all lots, and your account sees only some of them',
  },
});
