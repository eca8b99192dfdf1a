import {
  choice,
  day,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  refusals,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';

/** How far a pay-out is. */
export const PayoutState = {
  made: { zh: '待确认', en: 'To be confirmed', tone: 'warn' },
  paid: { zh: '已付款', en: 'Paid', tone: 'good' },
  cancelled: { zh: '已撤销', en: 'Cancelled', tone: 'neutral' },
} as const;
export type PayoutState = keyof typeof PayoutState;

const payoutId = rowId({ zh: '付款批次', en: 'Pay-out' });
const seePayouts = permission('payout.list', { zh: '查看付款批次', en: 'View: Pay-outs' });
const mayPay = permission('payout.make', { zh: '子商户付款', en: 'Pay sub-merchants' });

/** The pay-outs to sub-merchants. */
export const payoutList = report('payout', {
  title: { zh: '付款批次', en: 'Pay-outs' },
  path: '/api/payout/list',
  access: seePayouts,
  filters: {
    state: optional(choice({ zh: '状态', en: 'State' }, PayoutState)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'Until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    payoutNo: text({ zh: '批次号', en: 'Number' }),
    state: choice({ zh: '状态', en: 'State' }, PayoutState),
    payeeCount: integer({ zh: '收款方', en: 'Payees' }),
    amountFen: money({ zh: '金额', en: 'Amount' }),
    createdAt: instant({ zh: '生成时间', en: 'Made at' }),
    createdBy: text({ zh: '经办人', en: 'Made by' }),
    paidDay: optional(day({ zh: '付款日', en: 'Paid on' })),
    bankNo: optional(text({ zh: '银行流水号', en: 'Number of the bank' })),
    endedBy: optional(text({ zh: '确认人', en: 'Confirmed by' })),
    note: optional(text({ zh: '说明', en: 'Note' })),
  },
  totals: { amountFen: money({ zh: '金额合计', en: 'Amount' }) },
});

/** The most settlements of a pay-out. */
export const MOST_PAID = 500;

/** Puts settlements into one file for the bank. */
export const makePayout = operation('make-payout', {
  title: { zh: '生成付款批次', en: 'Pay out' },
  path: '/api/payout/make',
  access: mayPay,
  needsPassword: { zh: '是否为所选结算单生成付款批次？', en: 'Pay these settlements out?' },
  input: {
    settlementIds: list({ zh: '结算单', en: 'Settlements' }, rowId({ zh: '结算单', en: 'Settlement' }), {
      min: 1,
      max: MOST_PAID,
    }),
  },
  output: {
    payoutId: text({ zh: '编号', en: 'Id' }),
    payoutNo: text({ zh: '批次号', en: 'Number' }),
    payeeCount: integer({ zh: '收款方', en: 'Payees' }),
    amountFen: money({ zh: '金额', en: 'Amount' }),
  },
  audit: 'payout.made',
});

/** Returns the file of a pay-out for the bank: its address. */
export const getPayoutFile = operation('get-payout-file', {
  title: { zh: '下载付款文件', en: 'Download the file' },
  path: '/api/payout/file',
  access: mayPay,
  perMinute: 30,
  input: { payoutId },
  output: { url: text({ zh: '下载地址', en: 'Address' }, { max: 1000 }) },
  audit: 'payout.downloaded',
});

/** The payees of a pay-out with their settlements. */
export const getPayout = operation('get-payout', {
  title: { zh: '付款明细', en: 'Payees' },
  path: '/api/payout/get',
  access: seePayouts,
  input: { payoutId },
  output: {
    payees: list(
      { zh: '收款方', en: 'Payees' },
      group(
        { zh: '收款方', en: 'Payee' },
        {
          settlementId: rowId({ zh: '结算单', en: 'Settlement' }),
          settlementNo: text({ zh: '结算单号', en: 'Settlement' }),
          name: text({ zh: '子商户', en: 'Sub-merchant' }),
          accountNo: optional(text({ zh: '结算账号', en: 'Account number' })),
          amountFen: money({ zh: '金额', en: 'Amount' }),
        },
      ),
      { max: MOST_PAID },
    ),
  },
  isRead: true,
});

/** Records that the bank has paid a pay-out: its settlements are paid. */
export const confirmPayout = operation('confirm-payout', {
  title: { zh: '确认已付款', en: 'Confirm the payment' },
  path: '/api/payout/confirm',
  access: mayPay,
  needsPassword: { zh: '是否确认银行已付款？', en: 'Has the bank paid it?' },
  input: {
    payoutId,
    paidDay: day({ zh: '付款日', en: 'Paid on' }),
    bankNo: optional(text({ zh: '银行流水号', en: 'Number of the bank' }, { max: 64 })),
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 255 })),
  },
  output: {},
  audit: 'payout.confirmed',
});

/** Cancels a pay-out that the bank did not carry out: its settlements can be paid again. */
export const cancelPayout = operation('cancel-payout', {
  title: { zh: '撤销批次', en: 'Cancel the pay-out' },
  path: '/api/payout/cancel',
  access: mayPay,
  needsPassword: { zh: '是否撤销该付款批次？', en: 'Cancel this pay-out?' },
  input: { payoutId, note: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }) },
  output: {},
  audit: 'payout.cancelled',
});

/** Refusals of pay-outs. */
export const payoutRefusal = refusals('payout', {
  'not-payable': {
    status: 409,
    zh: '结算单{no}不是待付款状态，或没有应付金额',
    en: '{no} is not to be paid, or nothing is payable',
  },
  'no-account': {
    status: 422,
    zh: '子商户“{name}”没有完整的结算账户，请先在子商户中补充',
    en: 'The account of {name} is not complete: add it to the sub-merchant first',
  },
  ended: { status: 409, zh: '该批次已付款或已撤销', en: 'It is paid or cancelled' },
  'paid-later': { status: 422, zh: '付款日不能晚于今天', en: 'It cannot have been paid after today' },
});
