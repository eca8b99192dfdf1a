import {
  choice,
  day,
  flag,
  group,
  instant,
  list,
  money,
  type Output,
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
import { SettlementCycle, ShareKind } from '../sub-merchant/sub-merchant.contract.ts';

/** How far a settlement is. */
export const SettlementState = {
  draft: { zh: '草稿', en: 'Draft', tone: 'info' },
  settled: { zh: '待付款', en: 'To be paid', tone: 'warn' },
  paying: { zh: '付款中', en: 'Being paid', tone: 'info' },
  paid: { zh: '已付款', en: 'Paid', tone: 'good' },
  carried: { zh: '已结转', en: 'Carried over', tone: 'neutral' },
} as const;
export type SettlementState = keyof typeof SettlementState;

const signed = { min: -100_000_000_00 };
const subMerchantId = reference({ zh: '子商户', en: 'Sub-merchant' }, 'sub-merchant');
const settlementId = rowId({ zh: '结算单', en: 'Settlement' });
const fromDay = day({ zh: '起始日', en: 'From' });
const toDay = day({ zh: '截止日', en: 'To' });
const state = choice({ zh: '状态', en: 'State' }, SettlementState);

/** The figures of days, lots and settlements. */
export const figureFields = {
  grossFen: money({ zh: '应收总额', en: 'Gross' }, signed),
  operatorFen: money({ zh: '运营方优惠', en: 'Reduced by the operator' }, signed),
  merchantFen: money({ zh: '商家承担', en: 'Borne by merchants' }, signed),
  owingFen: money({ zh: '未收变动', en: 'Change of unpaid' }, signed),
  receivedFen: money({ zh: '实收', en: 'Received' }, signed),
  refundedFen: money({ zh: '退款', en: 'Refunds' }, signed),
  feeFen: money({ zh: '渠道手续费', en: 'Channel fees' }, signed),
  netFen: money({ zh: '净额', en: 'Net' }, signed),
};
const shareFen = money({ zh: '分成', en: 'Share' }, signed);
const adjustedFen = money({ zh: '调整', en: 'Adjustments' }, signed);
const carriedFen = money({ zh: '上期结转', en: 'Carried over' }, signed);
const payableFen = money({ zh: '应付', en: 'Payable' }, signed);

const seeSettlements = permission('settlement.list', { zh: '查看子商户结算', en: 'View: Settlements' });
const mayPrepare = permission('settlement.prepare', { zh: '编制子商户结算', en: 'Prepare settlements' });

/** The settlements of sub-merchants; an account of a sub-merchant sees its own. */
export const settlementList = report('settlement', {
  title: { zh: '子商户结算', en: 'Settlements' },
  path: '/api/settlement/list',
  access: seeSettlements,
  filters: {
    subMerchantId: optional(subMerchantId),
    state: optional(state),
    from: optional(day({ zh: '截止日起', en: 'Ended from' })),
    to: optional(day({ zh: '截止日止', en: 'Ended until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    settlementNo: text({ zh: '结算单号', en: 'Number' }),
    subMerchantId,
    fromDay,
    toDay,
    state,
    receivedFen: figureFields.receivedFen,
    netFen: figureFields.netFen,
    shareFen,
    adjustedFen,
    carriedFen,
    payableFen,
    createdBy: text({ zh: '编制人', en: 'Prepared by' }),
    settledAt: optional(instant({ zh: '结算时间', en: 'Settled at' })),
    paidAt: optional(instant({ zh: '付款时间', en: 'Paid at' })),
    payoutNo: optional(text({ zh: '付款批次', en: 'Pay-out' })),
  },
  alwaysSortable: ['toDay'],
  totals: { shareFen, payableFen },
});

const lotFigures = list(
  { zh: '按车场', en: 'By lot' },
  group(
    { zh: '车场', en: 'Lot' },
    { lotId: reference({ zh: '车场', en: 'Parking lot' }, 'lot'), ...figureFields, shareFen },
  ),
);

/** What a settlement would be: nothing is written. Without a last day, that of the next cycle. */
export const previewSettlement = operation('preview-settlement', {
  title: { zh: '结算预览', en: 'Preview a settlement' },
  path: '/api/settlement/preview',
  access: mayPrepare,
  input: { subMerchantId, toDay: optional(toDay) },
  output: {
    subMerchantName: text({ zh: '子商户', en: 'Sub-merchant' }),
    cycle: choice({ zh: '结算周期', en: 'Settled' }, SettlementCycle),
    fromDay,
    toDay: optional(toDay),
    lastDay: optional(day({ zh: '可结算到', en: 'Can be settled up to' })),
    isWholeCycle: flag({ zh: '整周期', en: 'Whole cycle' }),
    terms: text({ zh: '分成条款', en: 'Terms' }),
    lots: lotFigures,
    ...figureFields,
    shareFen,
    carriedFen,
    payableFen,
  },
  isRead: true,
});

/** Makes the draft of a settlement: its days are in no other from now on. */
export const createSettlement = operation('create-settlement', {
  title: { zh: '编制结算单', en: 'Prepare a settlement' },
  path: '/api/settlement/create',
  access: mayPrepare,
  input: { subMerchantId, toDay },
  output: { settlementId: text({ zh: '编号', en: 'Id' }), settlementNo: text({ zh: '结算单号', en: 'Number' }) },
  audit: 'settlement.prepared',
});

/** A settlement with its lots, days and adjustments. */
export const getSettlement = operation('get-settlement', {
  title: { zh: '结算单', en: 'Settlement' },
  path: '/api/settlement/get',
  access: seeSettlements,
  input: { settlementId },
  output: {
    id: text({ zh: '编号', en: 'Id' }),
    settlementNo: text({ zh: '结算单号', en: 'Number' }),
    subMerchantName: text({ zh: '子商户', en: 'Sub-merchant' }),
    state,
    fromDay,
    toDay,
    shareKind: choice({ zh: '分成方式', en: 'Share' }, ShareKind),
    terms: text({ zh: '分成条款', en: 'Terms' }),
    bankName: optional(text({ zh: '开户行', en: 'Bank' })),
    accountName: optional(text({ zh: '账户名称', en: 'Account holder' })),
    accountNo: optional(text({ zh: '结算账号', en: 'Account number' })),
    ...figureFields,
    shareFen,
    adjustedFen,
    carriedFen,
    payableFen,
    createdBy: text({ zh: '编制人', en: 'Prepared by' }),
    createdAt: instant({ zh: '编制时间', en: 'Prepared at' }),
    settledBy: optional(text({ zh: '结算人', en: 'Settled by' })),
    settledAt: optional(instant({ zh: '结算时间', en: 'Settled at' })),
    reviewers: list({ zh: '审核人', en: 'Approved by' }, text({ zh: '审核人', en: 'Approver' })),
    paidAt: optional(instant({ zh: '付款时间', en: 'Paid at' })),
    payoutNo: optional(text({ zh: '付款批次', en: 'Pay-out' })),
    lots: lotFigures,
    days: list(
      { zh: '按天', en: 'By day' },
      group({ zh: '日期', en: 'Day' }, { day: day({ zh: '日期', en: 'Day' }), ...figureFields, shareFen }),
      { max: 400 },
    ),
    adjustments: list(
      { zh: '调整', en: 'Adjustments' },
      group(
        { zh: '调整', en: 'Adjustment' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          amountFen: money({ zh: '金额', en: 'Amount' }, signed),
          note: text({ zh: '说明', en: 'Note' }),
          createdBy: text({ zh: '经办人', en: 'By' }),
          createdAt: instant({ zh: '时间', en: 'Time' }),
        },
      ),
    ),
  },
  isRead: true,
});

/** A settlement as its page shows it. */
export type Settlement = Output<typeof getSettlement>;

/** The most adjustments of a settlement. */
export const MOST_ADJUSTMENTS = 100;

/** Adds an amount to a draft, or below zero takes it off. */
export const adjustSettlement = operation('adjust-settlement', {
  title: { zh: '调整', en: 'Adjust' },
  path: '/api/settlement/adjust',
  access: mayPrepare,
  input: {
    settlementId,
    amountFen: money(
      { zh: '调整金额', en: 'Amount' },
      { min: -100_000_000_00, max: 100_000_000_00, hint: { zh: '负数为扣减', en: 'Below zero it is taken off' } },
    ),
    note: text({ zh: '说明', en: 'Note' }, { min: 2, max: 255, isLong: true }),
  },
  output: { payableFen },
  audit: 'settlement.adjusted',
});

/** Takes an adjustment off a draft again. */
export const removeAdjustment = operation('remove-adjustment', {
  title: { zh: '撤销调整', en: 'Remove an adjustment' },
  path: '/api/settlement/removeAdjustment',
  access: mayPrepare,
  input: { settlementId, adjustmentId: rowId({ zh: '调整', en: 'Adjustment' }) },
  output: { payableFen },
  audit: 'settlement.adjustment-removed',
});

/** Discards a draft: its days can be settled again. */
export const discardSettlement = operation('discard-settlement', {
  title: { zh: '删除草稿', en: 'Discard the draft' },
  path: '/api/settlement/discard',
  access: mayPrepare,
  needsPassword: { zh: '是否删除该结算草稿？', en: 'Discard this draft?' },
  input: { settlementId },
  output: {},
  audit: 'settlement.discarded',
});

/** Settles a draft, after approval where the flow requires one: what is payable is booked. */
export const settleSettlement = operation('settle-settlement', {
  title: { zh: '提交结算', en: 'Settle' },
  path: '/api/settlement/settle',
  access: permission('settlement.settle', { zh: '提交子商户结算', en: 'Settle sub-merchants' }),
  needsPassword: { zh: '是否提交该结算单？', en: 'Settle this?' },
  input: {
    settlementId,
    note: text({ zh: '说明', en: 'Note' }, { min: 2, max: 255, isLong: true }),
  },
  output: reviewAnswer,
  audit: 'settlement.requested',
});

/** Kinds of files that a statement can be. */
export const StatementFormat = { xlsx: { zh: 'Excel 表格', en: 'Excel' }, pdf: { zh: 'PDF', en: 'PDF' } } as const;
export type StatementFormat = keyof typeof StatementFormat;

/** Makes the statement of a settlement as a file; the answer is its address. */
export const getStatement = operation('get-settlement-statement', {
  title: { zh: '下载结算单', en: 'Download the statement' },
  path: '/api/settlement/statement',
  access: seeSettlements,
  perMinute: 30,
  input: {
    settlementId,
    format: choice({ zh: '文件格式', en: 'File format' }, StatementFormat, { byDefault: 'xlsx' }),
  },
  output: { url: text({ zh: '下载地址', en: 'Address' }, { max: 1000 }) },
  isRead: true,
});

/** Refusals of settlements. */
export const settlementRefusal = refusals('settlement', {
  'has-draft': {
    status: 409,
    zh: '该子商户还有未提交的结算单{no}，请先提交或删除',
    en: '{no} of this sub-merchant is still a draft: settle or discard it first',
  },
  'not-yet': {
    status: 422,
    zh: '最多可结算到{day}：次日1时后才能结算当天',
    en: 'It can be settled up to {day}: a day is complete one hour after its end',
  },
  nothing: { status: 409, zh: '目前没有可结算的日期', en: 'There are no days to settle now' },
  'before-start': { status: 422, zh: '截止日不能早于{day}', en: 'The last day may not be before {day}' },
  'too-long': { status: 422, zh: '一次最多结算{days}天', en: 'At most {days} days are settled at once' },
  taken: {
    status: 409,
    zh: '车场“{lot}”在{day}已列入其他结算单',
    en: '{lot} is in another settlement on {day}',
  },
  'not-draft': { status: 409, zh: '该结算单已结算，不能再改', en: 'It is settled and can no longer be changed' },
  'under-review': { status: 409, zh: '该结算单正在审核', en: 'It is under review' },
  'zero-amount': { status: 422, zh: '调整金额不能为0', en: 'An adjustment of nothing' },
  'too-many': { status: 422, zh: '调整不能超过{count}条', en: 'There may be {count} adjustments at most' },
});
