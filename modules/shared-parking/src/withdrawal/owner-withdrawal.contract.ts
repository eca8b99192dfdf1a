import {
  choice,
  day,
  instant,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { reviewAnswer } from '@boyun/reviews/contract';

/** How far a withdrawal is. */
export const WithdrawalState = {
  asked: { zh: '业主申请', en: 'Asked by the owner', tone: 'warn' },
  pending: { zh: '审核中', en: 'Under review', tone: 'warn' },
  approved: { zh: '待付款', en: 'To be paid', tone: 'info' },
  paid: { zh: '已付款', en: 'Paid', tone: 'good' },
  rejected: { zh: '已退回', en: 'Returned', tone: 'neutral' },
} as const;
export type WithdrawalState = keyof typeof WithdrawalState;

/** Kinds of movements of an owner's money. */
export const OwnerEntryKind = {
  booking: { zh: '预订分成', en: 'Booking' },
  overstay: { zh: '超时分成', en: 'Overstay' },
  'overstay-back': { zh: '超时退款扣回', en: 'Overstay refunded' },
  withdrawal: { zh: '提现', en: 'Withdrawal' },
  'withdrawal-back': { zh: '提现退回', en: 'Withdrawal returned' },
} as const;

const seeIncome = permission('shared-income.list', { zh: '查看共享收益', en: 'View: Income of spot owners' });
const mayAsk = permission('owner-withdrawal.ask', { zh: '申请业主提现', en: 'Ask for withdrawals of spot owners' });
const mayPay = permission('owner-withdrawal.pay', { zh: '业主提现付款', en: 'Pay withdrawals of spot owners' });
const ownerId = reference({ zh: '业主', en: 'Owner' }, 'spot-owner');
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const period = {
  from: optional(instant({ zh: '开始时间', en: 'From' })),
  to: optional(instant({ zh: '结束时间', en: 'Until' })),
};
const amountFen = money({ zh: '金额', en: 'Amount' });
const signed = (zh: string, en: string) => money({ zh, en }, { min: -100_000_000_00 });

/** Every movement of owners' money. */
export const ownerEntryList = report('shared-income', {
  title: { zh: '共享收益', en: 'Income of spot owners' },
  path: '/api/sharedIncome/list',
  access: seeIncome,
  filters: {
    ownerId: optional(ownerId),
    lotId: optional(lotId),
    kind: optional(choice({ zh: '类型', en: 'Kind' }, OwnerEntryKind)),
    ...period,
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    ownerName: text({ zh: '业主', en: 'Owner' }),
    kind: choice({ zh: '类型', en: 'Kind' }, OwnerEntryKind),
    amountFen: signed('金额', 'Amount'),
    balanceFen: signed('余额', 'Balance'),
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    number: text({ zh: '单号', en: 'Number' }),
    plate: optional(text({ zh: '车牌', en: 'Plate' })),
  },
  totals: {
    earnedFen: signed('收益合计', 'Earned'),
    withdrawnFen: signed('提现合计', 'Withdrawn'),
  },
});

/** What owners asked to be paid out. */
export const withdrawalList = report('owner-withdrawal', {
  title: { zh: '业主提现', en: 'Withdrawals' },
  path: '/api/ownerWithdrawal/list',
  access: permission('owner-withdrawal.list', { zh: '查看业主提现', en: 'View: Withdrawals' }),
  filters: {
    ownerId: optional(ownerId),
    lotId: optional(lotId),
    state: optional(choice({ zh: '状态', en: 'State' }, WithdrawalState)),
    ...period,
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    withdrawalNo: text({ zh: '提现单号', en: 'Number' }),
    ownerName: text({ zh: '业主', en: 'Owner' }),
    state: choice({ zh: '状态', en: 'State' }, WithdrawalState),
    amountFen,
    bankName: text({ zh: '开户行', en: 'Bank' }),
    accountName: text({ zh: '账户名称', en: 'Account holder' }),
    accountNo: text({ zh: '收款账号', en: 'Account number' }),
    lotName: text({ zh: '车场', en: 'Parking lot' }),
    askedAt: instant({ zh: '申请时间', en: 'Asked at' }),
    askedBy: text({ zh: '申请人', en: 'Asked by' }),
    approvedAt: optional(instant({ zh: '审核时间', en: 'Approved at' })),
    reviewers: list({ zh: '审核人', en: 'Approved by' }, text({ zh: '审核人', en: 'Approved by' })),
    paidDay: optional(day({ zh: '付款日', en: 'Paid on' })),
    bankNo: optional(text({ zh: '银行流水号', en: 'Number of the bank' })),
    endedBy: optional(text({ zh: '经办人', en: 'Done by' })),
    note: optional(text({ zh: '说明', en: 'Note' })),
  },
  totals: { amountFen: money({ zh: '金额合计', en: 'Amount' }) },
});

const withdrawalId = rowId({ zh: '提现单', en: 'Withdrawal' });
const reason = text({ zh: '说明', en: 'Note' }, { min: 2, max: 255 });

/** Asks that an owner is paid an amount of the balance; after approval where the flow requires one. */
export const askWithdrawal = operation('ask-withdrawal', {
  title: { zh: '申请提现', en: 'Ask for a withdrawal' },
  path: '/api/ownerWithdrawal/ask',
  access: mayAsk,
  input: { ownerId, amountFen: money({ zh: '金额', en: 'Amount' }, { min: 1, max: 1_000_000_00 }), reason },
  output: { withdrawalId: text({ zh: '编号', en: 'Id' }), ...reviewAnswer },
  audit: 'owner-withdrawal.asked',
});

/** Hands a withdrawal that the owner asked for by phone to the approvers. */
export const acceptWithdrawal = operation('accept-withdrawal', {
  title: { zh: '受理提现', en: 'Accept a withdrawal' },
  path: '/api/ownerWithdrawal/accept',
  access: mayAsk,
  input: { withdrawalId, reason },
  output: reviewAnswer,
  audit: 'owner-withdrawal.accepted',
});

/** Returns the file of withdrawals for the bank: its address. */
export const getWithdrawalFile = operation('get-withdrawal-file', {
  title: { zh: '下载付款文件', en: 'Download the file' },
  path: '/api/ownerWithdrawal/file',
  access: mayPay,
  perMinute: 30,
  input: { withdrawalIds: list({ zh: '提现单', en: 'Withdrawals' }, withdrawalId, { min: 1, max: 500 }) },
  output: { url: text({ zh: '下载地址', en: 'Address' }, { max: 1000 }) },
  audit: 'owner-withdrawal.downloaded',
});

/** The bank has paid a withdrawal. */
export const confirmWithdrawal = operation('confirm-withdrawal', {
  title: { zh: '确认付款', en: 'Confirm the payment' },
  path: '/api/ownerWithdrawal/confirm',
  access: mayPay,
  needsPassword: { zh: '银行是否已付款？', en: 'Has the bank paid?' },
  input: {
    withdrawalId,
    paidDay: day({ zh: '付款日', en: 'Paid on' }),
    bankNo: optional(text({ zh: '银行流水号', en: 'Number of the bank' }, { max: 64 })),
    note: optional(text({ zh: '说明', en: 'Note' }, { max: 255 })),
  },
  output: {},
  audit: 'owner-withdrawal.paid',
});

/** Returns the amount of a withdrawal to the balance: the account was wrong, or the owner has changed their mind. */
export const returnWithdrawal = operation('return-withdrawal', {
  title: { zh: '退回', en: 'Return' },
  path: '/api/ownerWithdrawal/return',
  access: mayPay,
  input: { withdrawalId, note: reason },
  output: {},
  audit: 'owner-withdrawal.returned',
});

export const withdrawalRefusal = refusals('owner-withdrawal', {
  'too-much': { status: 409, zh: '可提现余额为{balance}元', en: 'The balance is {balance}' },
  'no-account': {
    status: 422,
    zh: '业主“{name}”没有收款账户，请先补充',
    en: '{name} has no bank account: add it first',
  },
  'not-open': { status: 409, zh: '该提现单当前不能这样处理', en: 'This cannot be done with the withdrawal now' },
  'paid-later': { status: 422, zh: '付款日不能晚于今天', en: 'The day of payment is in the future' },
});
