import type { pairClasses } from '@boyun/domain/reconcile';
import {
  choice,
  day,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  type Transitions,
  text,
} from '@boyun/kernel/contract';
import { reviewAnswer } from '@boyun/reviews/contract';
import { BilledChannel, sourceId } from '../bill-source/bill-source.contract.ts';

/** States of a day. */
export const DayState = {
  open: { zh: '待账单', en: 'No bill yet', tone: 'neutral' },
  differences: { zh: '有差异', en: 'Differences', tone: 'bad' },
  compared: { zh: '待到账', en: 'Bank awaited', tone: 'info' },
  balanced: { zh: '已平', en: 'Balanced', tone: 'good' },
  closed: { zh: '已关账', en: 'Closed', tone: 'neutral' },
} as const;
export type DayState = keyof typeof DayState;

const CLOSED = { zh: '当天已关账，只能查看', en: 'The day is closed and can only be read' };

/** What can be done with a day in each state. */
export const dayTransitions = {
  resolve: { from: ['open', 'differences', 'compared', 'balanced'], to: null, otherwise: CLOSED },
  fetch: { from: ['open', 'differences', 'compared', 'balanced'], to: null, otherwise: CLOSED },
  close: {
    from: ['balanced'],
    to: 'closed',
    otherwise: { zh: '平账后才能关账', en: 'A day is closed once it balances' },
  },
  reopen: { from: ['closed'], to: 'balanced', otherwise: { zh: '当天没有关账', en: 'The day is not closed' } },
} as const satisfies Transitions<DayState, 'resolve' | 'fetch' | 'close' | 'reopen'>;

/** Classes of records in a comparison. */
export const PairClassLabel = {
  matched: { zh: '相符', en: 'Matched', tone: 'good' },
  idle: { zh: '双方未动账', en: 'Moved on neither side', tone: 'neutral' },
  'ours-only': { zh: '我方有、对方无', en: 'Ours only', tone: 'bad' },
  'theirs-only': { zh: '对方有、我方无', en: 'Theirs only', tone: 'bad' },
  amount: { zh: '金额不符', en: 'Amount', tone: 'bad' },
  state: { zh: '状态不符', en: 'State', tone: 'bad' },
  fee: { zh: '手续费不符', en: 'Fee', tone: 'warn' },
  day: { zh: '跨日', en: 'Day boundary', tone: 'warn' },
} as const satisfies Readonly<Record<(typeof pairClasses)[number], { zh: string; en: string; tone: string }>>;

const SIGNED = { min: -100_000_000_00 };
const ACCESS = permission('reconciliation.list', { zh: '查看对账', en: 'View: Reconciliation' });

const dayColumns = {
  id: text({ zh: '编号', en: 'Id' }),
  day: day({ zh: '日期', en: 'Day' }),
  sourceId,
  channel: choice({ zh: '渠道', en: 'Channel' }, BilledChannel),
  merchantNo: text({ zh: '商户号', en: 'Merchant number' }, { min: 0 }),
  state: choice({ zh: '状态', en: 'State' }, DayState),
  oursCount: integer({ zh: '我方笔数', en: 'Our records' }),
  oursFen: money({ zh: '我方金额', en: 'Ours' }, SIGNED),
  theirsCount: integer({ zh: '账单笔数', en: 'Bill lines' }),
  theirsFen: money({ zh: '账单金额', en: 'Bill' }, SIGNED),
  // What is left between both sides, after what acts on differences changed.
  gapFen: money({ zh: '差额', en: 'Gap' }, SIGNED),
  theirsFeeFen: money({ zh: '手续费', en: 'Fees' }, SIGNED),
  netFen: money({ zh: '应到账', en: 'Net' }, SIGNED),
  settledFen: money({ zh: '银行到账', en: 'Bank' }, SIGNED),
  hasBankSide: flag({ zh: '核对银行', en: 'With the bank' }),
  openCount: integer({ zh: '待处理差异', en: 'Open' }),
  differenceCount: integer({ zh: '差异', en: 'Differences' }),
  comparedAt: optional(instant({ zh: '比对时间', en: 'Compared' })),
  fetchError: optional(text({ zh: '取账单失败原因', en: 'Fetch failed' }, { max: 500 })),
  closedBy: optional(text({ zh: '关账人', en: 'Closed by' })),
};

/** Days of channels, the newest first. */
export const channelDayList = report('channel-day', {
  title: { zh: '对账', en: 'Reconciliation' },
  path: '/api/reconciliation/getDayPage',
  access: ACCESS,
  filters: {
    from: optional(day({ zh: '开始日期', en: 'From' })),
    to: optional(day({ zh: '结束日期', en: 'To' })),
    sourceId: optional(sourceId),
    channel: optional(choice({ zh: '渠道', en: 'Channel' }, BilledChannel)),
    state: optional(choice({ zh: '状态', en: 'State' }, DayState)),
    isUnbalanced: optional(flag({ zh: '未平', en: 'Not balanced' })),
  },
  columns: dayColumns,
  totals: {
    oursFen: dayColumns.oursFen,
    theirsFen: dayColumns.theirsFen,
    gapFen: dayColumns.gapFen,
    theirsFeeFen: dayColumns.theirsFeeFen,
    settledFen: dayColumns.settledFen,
    openCount: dayColumns.openCount,
    unbalancedCount: integer({ zh: '未平天数', en: 'Days not balanced' }),
  },
});

/** Sums of the days of each source. */
export const channelSumList = report('channel-sum', {
  title: { zh: '渠道对账汇总', en: 'Reconciliation by channel' },
  path: '/api/reconciliation/getSumPage',
  access: ACCESS,
  filters: { from: channelDayList.filters.from, to: channelDayList.filters.to },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    sourceId,
    channel: dayColumns.channel,
    dayCount: integer({ zh: '天数', en: 'Days' }),
    unbalancedCount: integer({ zh: '未平天数', en: 'Days not balanced' }),
    openCount: dayColumns.openCount,
    oursFen: dayColumns.oursFen,
    theirsFen: dayColumns.theirsFen,
    gapFen: dayColumns.gapFen,
    theirsFeeFen: dayColumns.theirsFeeFen,
    settledFen: dayColumns.settledFen,
  },
});

/** The id of a day. */
export const channelDayId = reference({ zh: '对账日', en: 'Day' }, 'channel-day');
const note = text({ zh: '说明', en: 'Note' }, { min: 2, max: 255, isLong: true });

/** A day with its three sides, its classes and its bills. */
export const getChannelDay = operation('get-channel-day', {
  title: { zh: '对账日', en: 'Day of a channel' },
  path: '/api/reconciliation/getDay',
  access: ACCESS,
  input: { channelDayId },
  output: {
    ...dayColumns,
    sourceName: text({ zh: '来源', en: 'Source' }),
    isTrial: flag({ zh: '模拟', en: 'Simulated' }),
    startsAt: instant({ zh: '起', en: 'Begins' }),
    endsAt: instant({ zh: '止', en: 'Ends' }),
    billedAt: optional(instant({ zh: '取得账单', en: 'Bill there since' })),
    fetchAfter: optional(instant({ zh: '下次获取', en: 'Next attempt' })),
    oursFeeFen: money({ zh: '我方手续费', en: 'Our fees' }, SIGNED),
    adjustedFen: money({ zh: '差异处理', en: 'Resolved' }, SIGNED),
    settledOffFen: money({ zh: '到账核销', en: 'Bank, written off' }, SIGNED),
    feeBookedFen: money({ zh: '已入账手续费', en: 'Fees booked' }, SIGNED),
    closedAt: optional(instant({ zh: '关账时间', en: 'Closed' })),
    closeNote: optional(text({ zh: '关账说明', en: 'Note' })),
    reopenedAt: optional(instant({ zh: '反关账时间', en: 'Reopened' })),
    classes: list(
      { zh: '分类', en: 'Classes' },
      group(
        { zh: '分类', en: 'Class' },
        {
          kind: choice({ zh: '类别', en: 'Class' }, PairClassLabel),
          count: integer({ zh: '笔数', en: 'Records' }),
          oursFen: money({ zh: '我方', en: 'Ours' }, SIGNED),
          theirsFen: money({ zh: '账单', en: 'Bill' }, SIGNED),
          openCount: integer({ zh: '待处理', en: 'Open' }),
        },
      ),
    ),
    bills: list(
      { zh: '账单文件', en: 'Bills' },
      group(
        { zh: '账单文件', en: 'Bill' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          fileName: text({ zh: '文件', en: 'File' }),
          total: integer({ zh: '行数', en: 'Rows' }),
          at: instant({ zh: '时间', en: 'Taken' }),
        },
      ),
    ),
    settlements: list(
      { zh: '银行到账', en: 'Settlements' },
      group(
        { zh: '到账', en: 'Settlement' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          bankName: text({ zh: '银行账户', en: 'Account' }),
          day: day({ zh: '入账日', en: 'Booked' }),
          counterparty: text({ zh: '对方户名', en: 'Counterparty' }, { min: 0 }),
          memo: text({ zh: '摘要', en: 'Memo' }, { min: 0 }),
          amountFen: money({ zh: '金额', en: 'Amount' }, SIGNED),
          lineFen: money({ zh: '流水金额', en: 'Entry' }, SIGNED),
        },
      ),
    ),
  },
  isRead: true,
});

/** Fetches the bill of a day from its provider once more, and compares it again. */
export const fetchBill = operation('fetch-bill', {
  title: { zh: '重新取账单', en: 'Fetch the bill' },
  path: '/api/reconciliation/fetchBill',
  access: permission('reconciliation.import', { zh: '取得与导入账单', en: 'Fetch and import bills' }),
  input: { channelDayId },
  output: {},
  audit: 'channel-day.fetch-requested',
});

/** Closes a day that balances: it can only be read from then on. */
export const closeDay = operation('close-day', {
  title: { zh: '关账', en: 'Close' },
  path: '/api/reconciliation/closeDay',
  access: permission('reconciliation.close', { zh: '关账与反关账', en: 'Close and reopen days' }),
  input: { channelDayId, note: optional(text({ zh: '说明', en: 'Note' }, { max: 255, isLong: true })) },
  output: {},
  audit: 'channel-day.closed',
});

/** Opens a closed day again, after approval where the flow requires one. */
export const reopenDay = operation('reopen-day', {
  title: { zh: '反关账', en: 'Reopen' },
  path: '/api/reconciliation/reopenDay',
  access: closeDay.access,
  needsPassword: { zh: '是否重新打开已关账的对账日？', en: 'Open the closed day again?' },
  input: { channelDayId, reason: note },
  output: reviewAnswer,
  audit: 'channel-day.reopen-requested',
});

/** Kinds of differences that bills of the sandbox can have on purpose. */
export const Planted = {
  missing: PairClassLabel['ours-only'],
  unknown: PairClassLabel['theirs-only'],
  amount: PairClassLabel.amount,
  state: PairClassLabel.state,
  fee: PairClassLabel.fee,
  day: PairClassLabel.day,
} as const;

/** Gives the bill of a day of a trial differences on purpose, and fetches it again. */
export const plantInBill = operation('plant-in-bill', {
  title: { zh: '模拟差异', en: 'Simulate differences' },
  path: '/api/reconciliation/plant',
  access: fetchBill.access,
  input: {
    channelDayId,
    kinds: list({ zh: '差异', en: 'Differences' }, choice({ zh: '差异', en: 'Difference' }, Planted), {
      min: 1,
      max: 6,
    }),
  },
  output: {
    kinds: list({ zh: '已模拟', en: 'Simulated' }, choice({ zh: '差异', en: 'Difference' }, Planted)),
  },
  audit: 'channel-day.planted',
});

export const channelDayRefusal = refusals('channel-day', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  'no-provider': { status: 422, zh: '该来源的账单需要导入', en: 'The bills of this source are imported' },
  'only-in-trial': {
    status: 422,
    zh: '只有试用租户的模拟支付可以模拟差异',
    en: 'Only simulated payments of a trial can have these',
  },
  'not-over': { status: 422, zh: '当天还没有结束', en: 'The day is not over' },
});

/** A note on an act. */
export const actNote = note;
