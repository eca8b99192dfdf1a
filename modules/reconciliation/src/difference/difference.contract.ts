import { differenceKinds } from '@boyun/domain/reconcile';
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
  rowId,
  text,
} from '@boyun/kernel/contract';
import { reviewAnswer } from '@boyun/reviews/contract';
import { actNote, channelDayId, channelDayList, PairClassLabel } from '../channel-day/channel-day.contract.ts';

/** Kinds of differences. */
export const DifferenceKindLabel = Object.fromEntries(
  differenceKinds.map((kind) => [kind, PairClassLabel[kind]]),
) as Pick<typeof PairClassLabel, (typeof differenceKinds)[number]>;

/** The side of the bank is one of its own. */
export const DifferenceSide = { bill: { zh: '账单', en: 'Bill' }, bank: { zh: '银行', en: 'Bank' } } as const;

/** States of a difference. */
export const DifferenceState = {
  open: { zh: '待处理', en: 'Open', tone: 'bad' },
  resolved: { zh: '已处理', en: 'Resolved', tone: 'good' },
  gone: { zh: '已自动消除', en: 'Gone by itself', tone: 'neutral' },
} as const;
export type DifferenceState = keyof typeof DifferenceState;

/** How differences are resolved. */
export const Resolution = {
  post: { zh: '补记入账', en: 'Posted' },
  refund: { zh: '退回付款人', en: 'Given back' },
  move: { zh: '移到另一天', en: 'Moved to another day' },
  fee: { zh: '按账单手续费', en: "Bill's fee accepted" },
  'write-off': { zh: '核销', en: 'Written off' },
} as const;
export type Resolution = keyof typeof Resolution;

const SIGNED = { min: -100_000_000_00 };

const columns = {
  id: text({ zh: '编号', en: 'Id' }),
  channelDayId,
  day: day({ zh: '日期', en: 'Day' }),
  side: choice({ zh: '对象', en: 'Side' }, DifferenceSide),
  kind: choice({ zh: '类别', en: 'Kind' }, DifferenceKindLabel),
  number: text({ zh: '流水号', en: 'Number' }, { min: 0 }),
  tradeNo: text({ zh: '渠道单号', en: "Channel's number" }, { min: 0 }),
  isRefund: flag({ zh: '退款', en: 'Refund' }),
  oursFen: optional(money({ zh: '我方金额', en: 'Ours' }, SIGNED)),
  theirsFen: optional(money({ zh: '账单金额', en: 'Bill' }, SIGNED)),
  gapFen: money({ zh: '差额', en: 'Gap' }, SIGNED),
  oursFeeFen: optional(money({ zh: '我方手续费', en: 'Our fee' }, SIGNED)),
  theirsFeeFen: optional(money({ zh: '账单手续费', en: "Bill's fee" }, SIGNED)),
  oursState: optional(text({ zh: '我方状态', en: 'Our state' })),
  oursAt: optional(instant({ zh: '我方时间', en: 'Our time' })),
  oursDay: optional(day({ zh: '我方日期', en: 'Our day' })),
  theirsAt: optional(instant({ zh: '账单时间', en: "Bill's time" })),
  theirsDay: optional(day({ zh: '账单日期', en: "Bill's day" })),
  state: choice({ zh: '状态', en: 'State' }, DifferenceState),
  resolution: optional(choice({ zh: '处理方式', en: 'Resolved by' }, Resolution)),
  note: optional(text({ zh: '说明', en: 'Note' })),
  resolvedBy: optional(text({ zh: '处理人', en: 'By' })),
  resolvedAt: optional(instant({ zh: '处理时间', en: 'Resolved' })),
};

/** What differs on days: those of the last comparison, the open ones first. */
export const differenceList = report('day-difference', {
  title: { zh: '对账差异', en: 'Differences' },
  path: '/api/reconciliation/getDifferencePage',
  access: channelDayList.access,
  filters: {
    channelDayId: optional(channelDayId),
    kind: optional(choice({ zh: '类别', en: 'Kind' }, DifferenceKindLabel)),
    state: optional(choice({ zh: '状态', en: 'State' }, DifferenceState)),
    number: optional(text({ zh: '流水号', en: 'Number' }, { max: 64 })),
  },
  columns,
  totals: { gapFen: columns.gapFen },
});

const differenceId = reference({ zh: '差异', en: 'Difference' }, 'day-difference');

/** One difference with the record behind it, and orders that a lost payment may be for. */
export const getDifference = operation('get-difference', {
  title: { zh: '差异详情', en: 'Difference' },
  path: '/api/reconciliation/getDifference',
  access: channelDayList.access,
  input: { differenceId },
  output: {
    ...columns,
    sourceName: text({ zh: '来源', en: 'Source' }),
    recordId: optional(rowId({ zh: '支付记录', en: 'Record' })),
    orderId: optional(rowId({ zh: '订单', en: 'Order' })),
    plate: text({ zh: '车牌', en: 'Plate' }, { min: 0 }),
    lotName: text({ zh: '车场', en: 'Lot' }, { min: 0 }),
    /** What the record was paid for, as the list of payments names it. */
    billKind: text({ zh: '用途', en: 'For' }, { min: 0 }),
    acts: list({ zh: '可用处理', en: 'Acts' }, choice({ zh: '处理', en: 'Act' }, Resolution)),
    candidates: list(
      { zh: '可能的订单', en: 'Orders it may be for' },
      group(
        { zh: '订单', en: 'Order' },
        {
          billId: rowId({ zh: '账单', en: 'Bill' }),
          orderId: rowId({ zh: '订单', en: 'Order' }),
          orderNo: text({ zh: '订单号', en: 'Order number' }),
          plate: text({ zh: '车牌', en: 'Plate' }, { min: 0 }),
          lotName: text({ zh: '车场', en: 'Lot' }),
          leftAt: optional(instant({ zh: '离场时间', en: 'Left' })),
          dueFen: money({ zh: '欠费', en: 'Due' }),
        },
      ),
    ),
  },
  isRead: true,
});

const reason = text({ zh: '说明', en: 'Note' }, { min: 2, max: 255, isLong: true });
const moneyAccess = permission('reconciliation.resolve-money', {
  zh: '处理对账差异（涉及资金）',
  en: 'Resolve differences that move money',
});

/**
 * Books a payment that the provider collected and that we have not booked: that which it names, or a new one for an order, else as money owed
 * to an unknown payer. After approval where the flow requires one.
 */
export const postLost = operation('post-lost-payment', {
  title: { zh: '补记入账', en: 'Post' },
  path: '/api/reconciliation/post',
  access: moneyAccess,
  needsPassword: { zh: '是否补记这笔款项？', en: 'Post this money?' },
  input: {
    differenceId,
    billId: optional(rowId({ zh: '用于订单', en: 'For the order' })),
    lotId: optional(
      reference({ zh: '车场', en: 'Parking lot' }, 'lot', {
        hint: { zh: '不对应任何订单时，记在该车场名下', en: 'Where it is for no order, it is booked there' },
      }),
    ),
    reason,
  },
  output: reviewAnswer,
  audit: 'day-difference.post-requested',
});

/** Gives a payment that nobody here knows back to its payer, by its channel. */
export const refundLost = operation('refund-lost-payment', {
  title: { zh: '退回付款人', en: 'Give back' },
  path: '/api/reconciliation/refund',
  access: moneyAccess,
  needsPassword: { zh: '是否把这笔款项退回付款人？', en: 'Give this money back?' },
  input: { differenceId, lotId: optional(reference({ zh: '车场', en: 'Parking lot' }, 'lot')), reason },
  output: reviewAnswer,
  audit: 'day-difference.refund-requested',
});

/** Books the gap of a difference as written off. */
export const writeOff = operation('write-off-difference', {
  title: { zh: '核销', en: 'Write off' },
  path: '/api/reconciliation/writeOff',
  access: moneyAccess,
  needsPassword: { zh: '是否核销该差异？', en: 'Write this difference off?' },
  input: { differenceId, reason },
  output: reviewAnswer,
  audit: 'day-difference.write-off-requested',
});

const noteAccess = permission('reconciliation.resolve', { zh: '处理对账差异', en: 'Resolve differences' });
const differenceIds = list({ zh: '差异', en: 'Differences' }, differenceId, { min: 1, max: 200 });
const outcome = { doneCount: integer({ zh: '处理笔数', en: 'Resolved' }) };

/** Counts records of ours for the day in whose bill they are or, where they are in none, for the next day. */
export const moveRecords = operation('move-records', {
  title: { zh: '移到另一天', en: 'Move to the other day' },
  path: '/api/reconciliation/move',
  access: noteAccess,
  input: { differenceIds, note: actNote },
  output: outcome,
  audit: 'day-difference.moved',
});

/** Takes the fees of the bill over. */
export const acceptFees = operation('accept-fees', {
  title: { zh: '按账单手续费', en: "Accept the bill's fee" },
  path: '/api/reconciliation/acceptFees',
  access: noteAccess,
  input: { differenceIds, note: actNote },
  output: outcome,
  audit: 'day-difference.fees-accepted',
});

export const differenceRefusal = refusals('day-difference', {
  'not-possible': {
    status: 409,
    zh: '该差异不能这样处理：{reason}',
    en: 'This difference cannot be resolved so: {reason}',
  },
  resolved: { status: 409, zh: '该差异已处理', en: 'This difference is resolved already' },
  'closed-day': { status: 409, zh: '{day}已关账', en: '{day} is closed' },
  'no-lot': { status: 422, zh: '请选择订单或车场', en: 'Choose an order or a lot' },
  'no-bill': { status: 409, zh: '该订单已不欠费，请重新选择', en: 'This order owes nothing any more: choose again' },
  'not-booked': {
    status: 409,
    zh: '系统无法补记该流水（金额不同，或退款已失败），请核销',
    en: 'It cannot be posted: its amount differs, or the refund has failed. Write it off',
  },
  'no-excess': {
    status: 409,
    zh: '补记后这笔款项抵了欠费，没有可退金额；如需退款请在订单中办理',
    en: 'Posted, it pays what was owed and nothing is left to give back; refund it from the order',
  },
});
