import { formatYuan } from '@boyun/domain/money';
import {
  choice,
  type EventData,
  event,
  file,
  flag,
  instant,
  integer,
  json,
  type Label,
  list,
  money,
  optional,
  plate,
  reference,
  text,
} from '@boyun/kernel/contract';
import { orderList } from './order.contract.ts';

const orderId = reference({ zh: '订单编号', en: 'Order' }, 'order');
const orderNo = text({ zh: '订单号', en: 'Order number' }, { max: 32 });
const plateColor = integer({ zh: '车牌颜色', en: 'Plate colour' }, { max: 6 });
const vehicleKind = optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40 }));
const laneId = optional(reference({ zh: '车道编号', en: 'Lane' }, 'lane'));
const passType = text({ zh: '通行方式', en: 'How it passed' }, { max: 32 });
const isLate = flag({ zh: '补传', en: 'Arrived late' });
const feeFen = money({ zh: '应收金额', en: 'Fee' }, { byDefault: 0 });
const reducedFen = money({ zh: '优惠金额', en: 'Reduced' }, { byDefault: 0 });
const paidFen = money({ zh: '实收金额', en: 'Paid' }, { byDefault: 0 });
const dueFen = money({ zh: '待收金额', en: 'Due' }, { byDefault: 0 });
const wasInside = flag({ zh: '当时在场', en: 'Was inside' }, { byDefault: false });
const live = { access: [orderList.access] };

const enteredAt = instant({ zh: '入场时间', en: 'Entered' });
const standing = text({ zh: '车辆类别', en: 'Standing' }, { max: 32 });

/** A stay began. */
export const stayOpened = event('stay.opened', {
  label: { zh: '车辆入场', en: 'A stay began' },
  fields: {
    orderId,
    orderNo,
    plate: plate(),
    plateColor: { ...plateColor, byDefault: 0 },
    vehicleKind,
    standing,
    listKind: optional(text({ zh: '名单类型', en: 'Kind of list' }, { max: 32 })),
    listEntryId: optional(text({ zh: '名单编号', en: 'List entry' }, { max: 36 })),
    passType,
    laneId,
    isLate,
  },
  live,
  publishedAs: {
    name: 'order.opened',
    label: { zh: '车辆入场', en: 'A stay began' },
    fields: { orderId, orderNo, plate: plate(), plateColor, standing, laneId, enteredAt, isLate },
  },
  publicValues: (_, at) => ({ enteredAt: at }),
  timeline: (data) => ({
    zh: `${data.plate} 入场，订单开始`,
    en: `${data.plate} entered, the order was opened`,
    tone: 'info',
  }),
});

const ended = {
  orderId,
  orderNo,
  plate: plate(),
  plateColor,
  vehicleKind,
  laneId,
  feeFen,
  reducedFen,
  paidFen,
  dueFen,
  passType,
  /** The car drove out, so the stay is in the duration histogram. */
  isPhysical: flag({ zh: '经出口离场', en: 'Left by an exit' }, { byDefault: false }),
  parkedSeconds: integer({ zh: '停车时长（秒）', en: 'Seconds parked' }, { byDefault: 0 }),
  isLate,
  enteredAt: optional(enteredAt),
};

const published = {
  publishedAs: {
    name: 'order.closed',
    label: { zh: '订单结束', en: 'A stay ended' },
    fields: {
      orderId,
      orderNo,
      plate: plate(),
      plateColor,
      laneId,
      enteredAt,
      leftAt: instant({ zh: '离场时间', en: 'Left' }),
      parkedMinutes: integer({ zh: '停车时长（分）', en: 'Minutes parked' }),
      hasLeft: flag({ zh: '经出口离场', en: 'Left by an exit' }),
      feeFen,
      reducedFen,
      paidFen,
      dueFen,
      isLate,
    },
  },
  publicValues: (data: EventData<typeof ended>, at: Date) => {
    // Earlier ends were recorded without the entry.
    const since = data.enteredAt ?? new Date(at.getTime() - data.parkedSeconds * 1000);
    return {
      enteredAt: since,
      leftAt: at,
      parkedMinutes: Math.max(0, Math.floor((at.getTime() - since.getTime()) / 60_000)),
      hasLeft: data.isPhysical,
    };
  },
};

/** A car left by an exit. */
export const stayLeft = event('stay.left', {
  label: { zh: '车辆离场', en: 'A car left' },
  fields: ended,
  live,
  ...published,
  timeline: (data) => ({
    zh: `车辆离场，费用${formatYuan(data.feeFen)}元，已付${formatYuan(data.paidFen)}元`,
    en: `The car left; fee ${formatYuan(data.feeFen)}, paid ${formatYuan(data.paidFen)}`,
    tone: 'info',
  }),
});

/** A stay ended without an exit. */
export const stayClosed = event('stay.closed', {
  label: { zh: '订单关闭', en: 'A stay was closed without an exit' },
  fields: ended,
  live,
  ...published,
  timeline: (data) => ({
    zh: `未见离场，订单关闭，费用${formatYuan(data.feeFen)}元`,
    en: `Closed without an exit; fee ${formatYuan(data.feeFen)}`,
    tone: 'warn',
  }),
});

/** The exit of a stay that had been closed arrived late. */
export const stayExitFound = event('stay.exit-found', {
  label: { zh: '补传出场记录', en: 'The exit of a closed stay arrived late' },
  fields: {
    orderId,
    plate: plate(),
    leftAt: instant({ zh: '离场时间', en: 'Left' }),
    feeFen,
    reducedFen,
    paidFen,
    feeBeforeFen: money({ zh: '原费用', en: 'Fee before' }),
  },
  timeline: (data) => ({
    zh: `补传的出场记录：车辆已于当时离场，费用由${formatYuan(data.feeBeforeFen)}元更正为${formatYuan(data.feeFen)}元`,
    en: `An exit arrived late: it had left there; the fee of ${formatYuan(data.feeBeforeFen)} became ${formatYuan(data.feeFen)}`,
    tone: 'info',
  }),
});

/** A car has been inside for longer than its lot allows. */
export const stayOverstayed = event('stay.overstayed', {
  label: { zh: '超时停放', en: 'A car has been inside for too long' },
  fields: {
    orderId,
    plate: plate(),
    laneId,
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    hours: text({ zh: '停放小时数', en: 'Hours inside' }, { max: 8 }),
  },
});

/** The figures of a stay that a correction can move. */
const CountedFigure = {
  entry: { zh: '入场', en: 'Entry' },
  exit: { zh: '出场', en: 'Exit' },
  close: { zh: '无出场关闭', en: 'Closed without exit' },
  stay: { zh: '停车时长', en: 'Length of the stay' },
  reduced: { zh: '优惠金额', en: 'Reduced' },
  unpaid: { zh: '未付金额', en: 'Not paid' },
} as const;
export type CountedFigure = keyof typeof CountedFigure;

/** Statistics that a correction subtracts at one moment and adds at another. */
export const stayRecounted = event('stay.recounted', {
  label: { zh: '统计更正', en: 'The statistics of a stay were corrected' },
  fields: {
    orderId,
    metric: choice({ zh: '指标', en: 'Metric' }, CountedFigure),
    dimension: text({ zh: '维度', en: 'Dimension' }, { max: 32 }),
    count: integer({ zh: '数量', en: 'Count' }, { min: -1_000_000 }),
    amountFen: money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 }),
    insideChange: integer({ zh: '在场变化', en: 'Change of the cars inside' }, { min: -1_000_000, byDefault: 0 }),
    seconds: optional(integer({ zh: '停车时长（秒）', en: 'Seconds parked' })),
    laneId,
    plateColor: optional(plateColor),
    vehicleKind,
  },
});

/** What every correction of an order records. */
export type Corrected = typeof corrected;

const corrected = {
  orderId,
  plate: plate(),
  reason: text({ zh: '原因', en: 'Reason' }, { max: 255 }),
  requestedBy: text({ zh: '申请人', en: 'Requested by' }),
  requestedById: optional(reference({ zh: '申请人编号', en: 'Requester id' }, 'account')),
  reviewers: list({ zh: '审核人', en: 'Reviewers' }, text({ zh: '审核人', en: 'Reviewer' })),
  changes: json<readonly { readonly label: Label; readonly before: Label; readonly after: Label }[]>({
    zh: '变更',
    en: 'Changes',
  }),
};

/** Values before and after, requester, reason and approver. */
function changed(data: EventData<typeof corrected>, what: Label): Label {
  const words = (language: 'zh' | 'en') =>
    (data.changes ?? []).map((one) => `${one.label[language]} ${one.before[language]} → ${one.after[language]}`);
  const names = (data.reviewers ?? []).join('、');
  return {
    zh: `${what.zh}：${[...words('zh'), data.reason].join('；')}（${data.requestedBy}${names ? `，审核：${names}` : ''}）`,
    en: `${what.en}: ${[...words('en'), data.reason].join('; ')} (${data.requestedBy}${names ? `, agreed by ${names}` : ''})`,
  };
}

/** A stay was voided. */
export const stayVoided = event('stay.voided', {
  label: { zh: '订单作废', en: 'An order was voided' },
  fields: {
    ...corrected,
    wasInside,
    wasLeft: flag({ zh: '当时已离场', en: 'Had left' }, { byDefault: false }),
    feeFen,
    paidFen,
    reducedFen,
  },
  live,
  publishedAs: {
    name: 'order.voided',
    label: { zh: '订单作废', en: 'An order was voided' },
    fields: { orderId, plate: plate(), feeFen, paidFen, reason: corrected.reason },
  },
  timeline: (data) => ({ ...changed(data, { zh: '订单作废', en: 'Voided' }), tone: 'bad' }),
});

/** A void stay was restored. */
export const stayRestored = event('stay.restored', {
  label: { zh: '订单恢复', en: 'An order was restored' },
  fields: { ...corrected, wasInside, feeFen, paidFen, reducedFen },
  live,
  timeline: (data) => ({ ...changed(data, { zh: '订单恢复', en: 'Restored' }), tone: 'good' }),
});

/** A person ended the stay of a car. */
export const orderClosedByHand = event('order.closed-by-hand', {
  label: { zh: '人工关闭订单', en: 'An order was closed by hand' },
  fields: corrected,
  timeline: (data) => ({ ...changed(data, { zh: '人工关闭订单', en: 'Closed by hand' }), tone: 'warn' }),
});

const repriced = {
  ...corrected,
  feeBeforeFen: optional(money({ zh: '原费用', en: 'Fee before' })),
  feeFen: optional(money({ zh: '应收金额', en: 'Fee' })),
  paidFen: optional(money({ zh: '实收金额', en: 'Paid' })),
};

/** The moments a car came and left were corrected. */
export const orderTimesCorrected = event('order.times-corrected', {
  label: { zh: '更正进出时间', en: 'The times of an order were corrected' },
  fields: repriced,
  timeline: (data) => ({ ...changed(data, { zh: '更正进出时间', en: 'Times corrected' }), tone: 'info' }),
});

/** The plate of an order was corrected. */
export const orderPlateCorrected = event('order.plate-corrected', {
  label: { zh: '更正车牌', en: 'The plate of an order was corrected' },
  fields: repriced,
  live,
  timeline: (data) => ({ ...changed(data, { zh: '更正车牌', en: 'Plate corrected' }), tone: 'info' }),
});

/** A picture of an order was replaced. */
export const orderPictureCorrected = event('order.picture-corrected', {
  label: { zh: '更换订单图片', en: 'A picture of an order was replaced' },
  fields: { ...corrected, picture: optional(file({ zh: '图片', en: 'Picture' })) },
  picture: 'picture',
  timeline: (data) => ({ ...changed(data, { zh: '更换图片', en: 'Picture replaced' }), tone: 'info' }),
});

/** Arrears were waived. */
export const orderWaived = event('order.waived', {
  label: { zh: '减免欠费', en: 'Arrears were waived' },
  fields: { ...corrected, amountFen: money({ zh: '减免金额', en: 'Waived' }), dueFen },
  timeline: (data) => ({ ...changed(data, { zh: '减免欠费', en: 'Waived' }), tone: 'info' }),
});

/** A refund of an order was approved. */
export const orderRefundAgreed = event('order.refund-agreed', {
  label: { zh: '同意退款', en: 'A refund was agreed' },
  fields: { ...corrected, amountFen: money({ zh: '退款金额', en: 'Refund' }) },
  timeline: (data) => ({ ...changed(data, { zh: '同意退款', en: 'Refund approved' }), tone: 'info' }),
});

/** Cars got reductions of their fees: quotes that are held for them are renewed. */
export const reductionOffered = event('order.reduction-offered', {
  label: { zh: '发放优惠', en: 'Reductions were offered' },
  fields: { plates: list({ zh: '车牌', en: 'Plates' }, plate(), { max: 1000 }) },
});

/** A reduction lowered the quote of a car inside. */
export const orderReduced = event('order.reduced', {
  label: { zh: '优惠抵扣', en: 'A quote was reduced' },
  fields: { orderId, plate: plate(), dueFen },
  live,
});

/** A payment left nothing due. */
export const orderSettled = event('order.settled', {
  label: { zh: '费用结清', en: 'An order was settled' },
  fields: {
    orderId,
    plate: plate(),
    paidFen,
    method: text({ zh: '方式', en: 'Method' }, { max: 32 }),
    scene: optional(text({ zh: '场景', en: 'How it was paid' }, { max: 32 })),
  },
  live,
  timeline: (data) => ({
    zh: `费用结清，累计${formatYuan(data.paidFen)}元`,
    en: `Settled, ${formatYuan(data.paidFen)} in all`,
    tone: 'good',
  }),
});
