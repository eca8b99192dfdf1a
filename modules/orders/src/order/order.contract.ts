import { orderWords } from '@boyun/domain/order-life';
import { plateColorLabel } from '@boyun/domain/plate';
import { reductionKinds, reductionPayers, reductionSources } from '@boyun/domain/reduction';
import { usualSpotKinds } from '@boyun/domain/spot-kind';
import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import {
  choice,
  file,
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
  sortableKeys,
  text,
} from '@boyun/kernel/contract';
import { standingField } from '@boyun/lists/contract';
import { PayMethod, PayScene } from '@boyun/money/contract';

/** Where the car of an order is. */
export const ParkingState = {
  inside: { zh: '在场', en: 'Inside', tone: 'info' },
  left: { zh: '已离场', en: 'Left', tone: 'neutral' },
  'no-exit': { zh: '无出场关闭', en: 'Closed without exit', tone: 'warn' },
  void: { zh: '已作废', en: 'Void', tone: 'bad' },
} as const;
export type ParkingState = keyof typeof ParkingState;

/** What is paid of an order. */
export const PayState = {
  unpaid: { zh: '未支付', en: 'Unpaid', tone: 'warn' },
  paying: { zh: '支付中', en: 'Paying', tone: 'info' },
  'part-paid': { zh: '部分支付', en: 'Part paid', tone: 'warn' },
  paid: { zh: '已支付', en: 'Paid', tone: 'good' },
  free: { zh: '免费', en: 'Free', tone: 'neutral' },
  arrears: { zh: '欠费', en: 'Arrears', tone: 'bad' },
  settled: { zh: '已补缴', en: 'Settled later', tone: 'good' },
  'part-refunded': { zh: '部分退款', en: 'Part refunded', tone: 'neutral' },
  refunded: { zh: '已退款', en: 'Refunded', tone: 'neutral' },
} as const;
export type PayState = keyof typeof PayState;

const orderAccess = permission('order.list', { zh: '查看停车订单', en: 'View: Parking orders' });
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const plateText = text({ zh: '车牌', en: 'Plate' }, { max: 16 });

/** What an order shows in lists. */
export const orderColumns = {
  id: text({ zh: '编号', en: 'Id' }),
  orderNo: text({ zh: '订单号', en: 'Order number' }),
  plate: plateText,
  plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
  lotId,
  standing: standingField,
  spotNumber: optional(text({ zh: '车位号', en: 'Spot' })),
  spotKind: optional(choice({ zh: '车位类型', en: 'Spot kind' }, usualSpotKinds)),
  vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40, labels: usualVehicleKinds })),
  enteredAt: instant({ zh: '入场时间', en: 'Entered' }),
  leftAt: optional(instant({ zh: '离场时间', en: 'Left' })),
  parkedMinutes: optional(integer({ zh: '停车时长（分）', en: 'Minutes parked' })),
  parkingState: choice({ zh: '停车状态', en: 'Parking state' }, ParkingState),
  payState: choice({ zh: '支付状态', en: 'Pay state' }, PayState),
  feeFen: money({ zh: '应收金额', en: 'Fee' }),
  reducedFen: money({ zh: '优惠金额', en: 'Reduced' }),
  paidFen: money({ zh: '实收金额', en: 'Paid' }),
  dueFen: money({ zh: '待收金额', en: 'Due' }),
  overpaidFen: money({ zh: '多收金额', en: 'Overpaid' }),
  refundedFen: money({ zh: '已退金额', en: 'Refunded' }),
  payMethod: optional(choice({ zh: '支付方式', en: 'Pay method' }, PayMethod)),
  paidAt: optional(instant({ zh: '支付时间', en: 'Paid at' })),
};

/** What coupons and discounts of merchants took off an order, and the merchants that bear it. */
const couponColumns = {
  couponFen: money({ zh: '优惠券金额', en: 'Coupons' }),
  couponMerchant: optional(text({ zh: '优惠商家', en: 'Merchant' }, { max: 255 })),
};

const PRESENT = {
  zh: '时段内入场、离场或付款的停车，以及当时在场的停车',
  en: 'Stays that began, ended or were paid in this period, and those that went on through it',
};

/** Parking orders, newest first. */
export const orderList = report('order', {
  title: { zh: '停车订单', en: 'Parking orders' },
  path: '/api/order/getOrderPage',
  access: orderAccess,
  filters: {
    lotId: optional(lotId),
    plate: optional(plateText),
    orderNo: optional(text({ zh: '订单号', en: 'Order number' }, { max: 40 })),
    parkingState: optional(choice({ zh: '停车状态', en: 'Parking state' }, ParkingState)),
    payState: optional(choice({ zh: '支付状态', en: 'Pay state' }, PayState)),
    isOverpaid: optional(flag({ zh: '多收款', en: 'Overpaid' })),
    standing: optional(standingField),
    vehicleKind: optional(choice({ zh: '车型', en: 'Vehicle kind' }, usualVehicleKinds)),
    presentFrom: optional(instant({ zh: '在场时段起', en: 'In the lot from' }, { hint: PRESENT })),
    presentTo: optional(instant({ zh: '在场时段止', en: 'In the lot to' })),
    from: optional(instant({ zh: '入场起', en: 'Entered from' })),
    to: optional(instant({ zh: '入场止', en: 'Entered to' })),
    leftFrom: optional(instant({ zh: '离场起', en: 'Left from' })),
    leftTo: optional(instant({ zh: '离场止', en: 'Left to' })),
    minMinutes: optional(integer({ zh: '停车时长≥（分）', en: 'Stayed at least (min)' }, { max: 10_000_000 })),
    underMinutes: optional(integer({ zh: '停车时长＜（分）', en: 'Stayed less than (min)' }, { max: 10_000_000 })),
    chargeRuleId: optional(reference({ zh: '收费规则', en: 'Charge rule' }, 'charge-rule')),
    isFree: optional(flag({ zh: '免费', en: 'Free' })),
    isEnded: optional(flag({ zh: '已结束', en: 'Ended' })),
    isCorrected: optional(flag({ zh: '有作废或更正', en: 'Voided or corrected' })),
    hasLeftOwing: optional(flag({ zh: '离场时欠费', en: 'Left owing' })),
    spotNumber: optional(text({ zh: '车位号', en: 'Spot' }, { max: 32 })),
    entryLaneId: optional(reference({ zh: '入场车道', en: 'Entry lane' }, 'lane')),
    exitLaneId: optional(reference({ zh: '出场车道', en: 'Exit lane' }, 'lane')),
    source: optional(choice({ zh: '优惠来源', en: 'Reduced by' }, reductionSources)),
    payer: optional(choice({ zh: '优惠承担方', en: 'Reduction borne by' }, reductionPayers)),
    reason: optional(text({ zh: '优惠内容', en: 'Reduced for' }, { max: 512 })),
  },
  columns: { ...orderColumns, ...couponColumns },
  // What is left to pay of a car inside is only known once it is priced.
  sortable: sortableKeys({ columns: orderColumns }).filter(
    (key) => key !== 'reducedFen' && key !== 'dueFen',
  ) as (keyof typeof orderColumns)[],
  alwaysSortable: ['enteredAt', 'leftAt', 'feeFen', 'orderNo', 'plate'],
  // Cars inside are left out: what they owe changes by the minute, see `inLotList`.
  totals: {
    feeFen: money({ zh: '应收合计（不含在场车辆）', en: 'Fees (ended stays)' }),
    reducedFen: money({ zh: '优惠合计（不含在场车辆）', en: 'Reduced (ended stays)' }),
    paidFen: money({ zh: '实收合计（不含在场车辆）', en: 'Paid (ended stays)' }),
    dueFen: money({ zh: '待收合计（不含在场车辆）', en: 'Due (ended stays)' }),
  },
});

/** One priced line of a fee. */
export const feeLine = group(
  { zh: '计费明细', en: 'Fee line' },
  {
    from: instant({ zh: '起', en: 'From' }),
    to: instant({ zh: '止', en: 'To' }),
    rule: text({ zh: '规则', en: 'Rule' }),
    units: integer({ zh: '数量', en: 'Units' }),
    unitPriceFen: money({ zh: '单价', en: 'Unit price' }, { min: -100_000_000_00 }),
    amountFen: money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 }),
    zh: text({ zh: '说明', en: 'In Chinese' }, { max: 1000 }),
    en: text({ zh: '英文说明', en: 'In words' }, { max: 1000 }),
  },
);

/** One step by which the fee of an order is reduced. */
export const reductionLine = group(
  { zh: '优惠明细', en: 'Reduction' },
  {
    source: choice({ zh: '来源', en: 'Source' }, reductionSources),
    payer: choice({ zh: '承担方', en: 'Borne by' }, reductionPayers),
    kind: choice({ zh: '方式', en: 'Kind' }, reductionKinds),
    // Minutes, fen or percent, by its kind.
    value: optional(integer({ zh: '数值', en: 'Value' })),
    amountFen: money({ zh: '金额', en: 'Amount' }),
    zh: text({ zh: '说明', en: 'In Chinese' }, { max: 1000 }),
    en: text({ zh: '英文说明', en: 'In words' }, { max: 1000 }),
  },
);

const inWords = {
  zh: text({ zh: '中文', en: 'In Chinese' }, { max: 512 }),
  en: text({ zh: '英文', en: 'In English' }, { max: 512 }),
};

/** What people did to orders afterwards. */
export const OrderChangeKind = {
  void: { zh: '作废', en: 'Voided', tone: 'bad' },
  restore: { zh: '恢复', en: 'Restored', tone: 'good' },
  close: { zh: '人工关闭', en: 'Closed by hand', tone: 'warn' },
  times: { zh: '更正时间', en: 'Times corrected', tone: 'info' },
  plate: { zh: '更正车牌', en: 'Plate corrected', tone: 'info' },
  picture: { zh: '更换图片', en: 'Picture replaced', tone: 'info' },
  waive: { zh: '减免', en: 'Waived', tone: 'info' },
  refund: { zh: '退款', en: 'Refunded', tone: 'info' },
} as const;

/** One correction of an order: what changed, who asked, why, and who agreed. */
const orderChange = group(
  { zh: '更正', en: 'Correction' },
  {
    at: instant({ zh: '时间', en: 'Time' }),
    kind: choice({ zh: '类型', en: 'Kind' }, OrderChangeKind),
    reason: text({ zh: '原因', en: 'Reason' }, { max: 512 }),
    requestedByName: text({ zh: '申请人', en: 'Requested by' }),
    reviewers: list({ zh: '审核人', en: 'Agreed by' }, text({ zh: '审核人', en: 'Agreed by' })),
    lines: list(
      { zh: '变更内容', en: 'Changes' },
      group(
        { zh: '变更', en: 'Change' },
        {
          label: group({ zh: '项目', en: 'What' }, inWords),
          before: group({ zh: '变更前', en: 'Before' }, inWords),
          after: group({ zh: '变更后', en: 'After' }, inWords),
          pictureBefore: optional(file({ zh: '变更前图片', en: 'Picture before' })),
          pictureAfter: optional(file({ zh: '变更后图片', en: 'Picture after' })),
        },
      ),
    ),
  },
);

/** One order with everything that belongs to it. */
export const getOrder = operation('get-order', {
  title: { zh: '订单详情', en: 'Order detail' },
  path: '/api/order/getOrder',
  access: orderAccess,
  input: { orderId: reference({ zh: '订单', en: 'Order' }, 'parking-order') },
  output: {
    order: group(
      { zh: '订单', en: 'Order' },
      {
        ...orderColumns,
        entryLaneName: optional(text({ zh: '入场车道', en: 'Entry lane' })),
        exitLaneName: optional(text({ zh: '出场车道', en: 'Exit lane' })),
        entryPicture: optional(file({ zh: '入场图片', en: 'Entry picture' })),
        exitPicture: optional(file({ zh: '出场图片', en: 'Exit picture' })),
        ruleName: optional(text({ zh: '收费规则', en: 'Charge rule' })),
        ruleVersion: optional(integer({ zh: '规则版本', en: 'Rule version' })),
        lockedUntil: optional(instant({ zh: '锁定至', en: 'Locked until' })),
        graceUntil: optional(instant({ zh: '免费离场至', en: 'May leave until' })),
        voidReason: optional(text({ zh: '作废原因', en: 'Why void' }, { max: 512 })),
        timeZone: text({ zh: '时区', en: 'Time zone' }),
        debtFen: money({ zh: '以往欠费', en: 'Owed of earlier stays' }),
        hasDebtCollection: flag({ zh: '离场追缴欠费', en: 'Debts collected at the exit' }),
        payPath: optional(text({ zh: '支付地址', en: 'Pay address' })),
        // Null where its lot issues no invoices.
        invoicePath: optional(text({ zh: '开票地址', en: 'Address for an invoice' })),
      },
    ),
    feeLines: list({ zh: '计费明细', en: 'Fee lines' }, feeLine),
    reductions: list({ zh: '优惠明细', en: 'Reductions' }, reductionLine),
    payments: list(
      { zh: '支付流水', en: 'Payments' },
      group(
        { zh: '支付', en: 'Payment' },
        {
          id: text({ zh: '编号', en: 'Id' }),
          paymentNo: text({ zh: '流水号', en: 'Payment number' }),
          channel: text({ zh: '支付方式', en: 'Pay method' }),
          scene: optional(choice({ zh: '支付场景', en: 'How it was paid' }, PayScene)),
          state: text({ zh: '状态', en: 'State' }),
          amountFen: money({ zh: '金额', en: 'Amount' }),
          excessFen: money({ zh: '多付', en: 'Paid too much' }),
          actorName: optional(text({ zh: '收款人', en: 'Collected by' })),
          createdAt: instant({ zh: '创建时间', en: 'Created' }),
          paidAt: optional(instant({ zh: '支付时间', en: 'Paid at' })),
        },
      ),
    ),
    changes: list({ zh: '更正记录', en: 'Corrections' }, orderChange),
    timeline: list(
      { zh: '时间线', en: 'Timeline' },
      group(
        { zh: '事件', en: 'Event' },
        {
          at: instant({ zh: '时间', en: 'Time' }),
          kind: text({ zh: '事件', en: 'Event' }),
          zh: text({ zh: '说明', en: 'In Chinese' }, { max: 1000 }),
          en: text({ zh: '英文说明', en: 'In words' }, { max: 1000 }),
          tone: text({ zh: '颜色', en: 'Colour' }),
          actorName: text({ zh: '操作人', en: 'By' }),
          picture: optional(file({ zh: '图片', en: 'Picture' })),
          isLate: flag({ zh: '补传', en: 'Arrived late' }),
        },
      ),
    ),
  },
  isRead: true,
});

export const orderRefusal = refusals('order', {
  'not-possible': { status: 409, zh: '{reason}', en: '{reason}' },
  locked: { status: 409, ...orderWords.locked },
  'has-payment': { status: 409, ...orderWords['has-payment'] },
  'nothing-due': { status: 409, ...orderWords['nothing-due'] },
  'times-wrong': {
    status: 422,
    zh: '入场时间须早于离场时间，且都不能晚于现在',
    en: 'The entry must come before the exit, and neither may be later than now',
  },
  'times-overlap': {
    status: 409,
    zh: '该车辆在本车场另有停车订单{orderNo}（{from} 至 {to}），时间不能重叠，请先更正该订单',
    en: 'The car has another stay in this lot, order {orderNo} ({from} to {to}); they cannot overlap, correct that one first',
  },
  'no-exit-picture': {
    status: 422,
    zh: '车辆仍在场内，没有出场图片可更换',
    en: 'The car is still inside, there is no exit picture to replace',
  },
  'no-exit-yet': {
    status: 422,
    zh: '车辆仍在场内，没有离场时间可更正',
    en: 'The car is still inside, there is no exit to correct',
  },
  'nothing-changed': { status: 422, zh: '没有任何变更', en: 'Nothing would change' },
  'paid-more': {
    status: 409,
    zh: '更正后费用{fee}元低于已收{paid}元，请先退款',
    en: 'The fee would be {fee}, less than the {paid} paid; refund first',
  },
  'waive-too-much': {
    status: 422,
    zh: '减免金额不能超过待收{due}元',
    en: 'No more than the {due} due can be waived',
  },
  'plate-inside': {
    status: 409,
    zh: '{plate}在该车场已有在场订单{orderNo}，请先处理该订单',
    en: '{plate} is inside this lot already under order {orderNo}; settle that one first',
  },
  'amount-changed': {
    status: 409,
    zh: '应收金额已变为{amount}元，请确认后重试',
    en: 'The amount due is now {amount}, please confirm and try again',
  },
});
