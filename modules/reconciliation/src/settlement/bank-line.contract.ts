import {
  choice,
  day,
  flag,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { sourceId } from '../bill-source/bill-source.contract.ts';
import { actNote, channelDayId, channelDayList } from '../channel-day/channel-day.contract.ts';

/** What became of an entry of a bank statement. */
export const BankLineState = {
  open: { zh: '未核对', en: 'Open', tone: 'warn' },
  part: { zh: '部分核对', en: 'In part', tone: 'warn' },
  settled: { zh: '已核对', en: 'Settled', tone: 'good' },
  other: { zh: '非结算款', en: 'Other money', tone: 'neutral' },
} as const;

const SIGNED = { min: -100_000_000_00 };

/** Entries of bank statements, the newest first. */
export const bankLineList = report('bank-line', {
  title: { zh: '银行流水', en: 'Bank entries' },
  path: '/api/reconciliation/getBankPage',
  access: channelDayList.access,
  filters: {
    from: optional(day({ zh: '开始日期', en: 'From' })),
    to: optional(day({ zh: '结束日期', en: 'To' })),
    sourceId: optional(sourceId),
    settleSourceId: optional(reference({ zh: '结算渠道', en: 'Settles' }, 'bill-source')),
    state: optional(choice({ zh: '状态', en: 'State' }, BankLineState)),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    day: day({ zh: '入账日', en: 'Booked' }),
    sourceId,
    amountFen: money({ zh: '金额', en: 'Amount' }, SIGNED),
    settledFen: money({ zh: '已核对', en: 'Settled' }, SIGNED),
    state: choice({ zh: '状态', en: 'State' }, BankLineState),
    settleSourceId: optional(reference({ zh: '结算渠道', en: 'Settles' }, 'bill-source')),
    counterparty: text({ zh: '对方户名', en: 'Counterparty' }, { min: 0 }),
    memo: text({ zh: '摘要', en: 'Memo' }, { min: 0 }),
    serialNo: text({ zh: '流水号', en: 'Number' }, { min: 0 }),
  },
  totals: {
    amountFen: money({ zh: '金额', en: 'Amount' }, SIGNED),
    settledFen: money({ zh: '已核对', en: 'Settled' }, SIGNED),
  },
});

const bankLineId = reference({ zh: '银行流水', en: 'Entry' }, 'bank-line');
const access = permission('reconciliation.settle', { zh: '核对银行到账', en: 'Settle with the bank' });

/** Takes an entry of a bank statement for the money of days of a channel, the first ones in full. */
export const settleEntry = operation('settle-bank-line', {
  title: { zh: '核对到账', en: 'Settle' },
  path: '/api/reconciliation/settle',
  access,
  input: {
    bankLineId,
    channelDayIds: list({ zh: '对账日', en: 'Days' }, channelDayId, { min: 1, max: 31 }),
    note: actNote,
  },
  output: { settledCount: integer({ zh: '对账日', en: 'Days' }) },
  audit: 'bank-line.settled',
});

/** Takes back what an entry settled. */
export const releaseEntry = operation('release-bank-line', {
  title: { zh: '撤销核对', en: 'Release' },
  path: '/api/reconciliation/release',
  access,
  input: { bankLineId, note: actNote },
  output: {},
  audit: 'bank-line.released',
});

/** Says that an entry settles no channel, or that it may. */
export const markEntry = operation('mark-bank-line', {
  title: { zh: '标记非结算款', en: 'Mark as other money' },
  path: '/api/reconciliation/mark',
  access,
  input: { bankLineId, isOther: flag({ zh: '非结算款', en: 'Other money' }) },
  output: {},
  audit: 'bank-line.marked',
});

export const bankLineRefusal = refusals('bank-line', {
  settled: { status: 409, zh: '该流水已核对，请先撤销', en: 'This entry is settled: release it first' },
  other: { status: 409, zh: '该流水已标记为非结算款', en: 'This entry is marked as other money' },
  'not-compared': { status: 409, zh: '{day}还没有账单，不能核对', en: '{day} has no bill yet' },
  'one-channel': { status: 422, zh: '请选择同一渠道的日期', en: 'Choose days of one channel' },
});
