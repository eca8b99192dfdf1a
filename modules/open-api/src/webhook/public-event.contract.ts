import {
  decimal,
  type Fields,
  flag,
  instant,
  integer,
  type Label,
  money,
  optional,
  text,
} from '@boyun/kernel/contract';

/** A published event: its name and its data. */
export interface PublicEvent {
  readonly label: Label;
  /** Kinds of the event log it is published for. */
  readonly from: readonly string[];
  readonly fields: Fields;
}

const id = (label: Label) => text(label, { max: 36 });
const orderId = id({ zh: '订单编号', en: 'Order' });
const orderNo = text({ zh: '订单号', en: 'Order number' }, { max: 32 });
const plate = text({ zh: '车牌', en: 'Plate' }, { max: 16 });
const plateColor = integer({ zh: '车牌颜色', en: 'Plate colour' }, { max: 6 });
const laneId = optional(id({ zh: '车道编号', en: 'Lane' }));
const isLate = flag({ zh: '补传', en: 'Arrived late' });
const feeFen = money({ zh: '应收金额', en: 'Fee' });
const reducedFen = money({ zh: '优惠金额', en: 'Reduced' });
const paidFen = money({ zh: '实收金额', en: 'Paid' });
const dueFen = money({ zh: '待收金额', en: 'Due' });
const enteredAt = instant({ zh: '入场时间', en: 'Entered' });

const payment = {
  paymentId: id({ zh: '支付编号', en: 'Payment' }),
  paymentNo: text({ zh: '流水号', en: 'Payment number' }, { max: 64 }),
  orderId,
  channel: text({ zh: '渠道', en: 'Channel' }, { max: 32 }),
  amountFen: money({ zh: '金额', en: 'Amount' }),
  excessFen: money({ zh: '多付', en: 'Paid too much' }),
  plate,
} as const;

const alarm = {
  alarmId: id({ zh: '报警编号', en: 'Alarm' }),
  kind: text({ zh: '类型', en: 'Kind' }, { max: 64 }),
  severity: text({ zh: '级别', en: 'Severity' }, { max: 16 }),
  plate: optional(plate),
  laneId,
} as const;

const device = {
  cameraId: id({ zh: '相机编号', en: 'Camera' }),
  laneId,
  name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
} as const;

/** Version of the payload; a breaking change increments it. */
export const PAYLOAD_VERSION = 1;

/** The published events and their data. */
export const PUBLIC_EVENTS = {
  'order.opened': {
    label: { zh: '车辆入场', en: 'A stay began' },
    from: ['stay.opened'],
    fields: {
      orderId,
      orderNo,
      plate,
      plateColor,
      standing: text({ zh: '车辆类别', en: 'Standing' }, { max: 32 }),
      laneId,
      enteredAt,
      isLate,
    },
  },
  'order.closed': {
    label: { zh: '订单结束', en: 'A stay ended' },
    from: ['stay.left', 'stay.closed'],
    fields: {
      orderId,
      orderNo,
      plate,
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
  'order.voided': {
    label: { zh: '订单作废', en: 'An order was voided' },
    from: ['stay.voided'],
    fields: { orderId, plate, feeFen, paidFen, reason: text({ zh: '原因', en: 'Reason' }, { max: 255 }) },
  },
  'payment.succeeded': {
    label: { zh: '支付成功', en: 'A payment succeeded' },
    from: ['payment.succeeded'],
    fields: payment,
  },
  'payment.failed': {
    label: { zh: '支付失败', en: 'A payment failed' },
    from: ['payment.failed'],
    fields: payment,
  },
  'alarm.raised': {
    label: { zh: '产生报警', en: 'An alarm was raised' },
    from: ['alarm.raised'],
    fields: {
      ...alarm,
      titleZh: text({ zh: '标题（中文）', en: 'Title (Chinese)' }, { max: 120 }),
      titleEn: text({ zh: '标题（英文）', en: 'Title' }, { max: 120 }),
      descriptionZh: text({ zh: '说明（中文）', en: 'Description (Chinese)' }, { max: 500 }),
      descriptionEn: text({ zh: '说明（英文）', en: 'Description' }, { max: 500 }),
    },
  },
  'alarm.closed': {
    label: { zh: '报警处理完成', en: 'An alarm was dealt with' },
    from: ['alarm.closed'],
    fields: { ...alarm, outcome: text({ zh: '结果', en: 'Outcome' }, { max: 32 }) },
  },
  'passing.recorded': {
    label: { zh: '过车记录', en: 'A car passed a lane' },
    from: ['passing.recorded'],
    fields: {
      passingId: id({ zh: '过车编号', en: 'Passing record' }),
      laneId,
      laneName: text({ zh: '车道', en: 'Lane name' }, { max: 64 }),
      direction: text({ zh: '方向', en: 'Direction' }, { max: 16 }),
      plate,
      plateColor,
      confidence: optional(decimal({ zh: '置信度', en: 'Confidence' })),
      standing: text({ zh: '车辆类别', en: 'Standing' }, { max: 32 }),
      decision: text({ zh: '处理结果', en: 'Decision' }, { max: 32 }),
      reasonZh: text({ zh: '原因（中文）', en: 'Reason (Chinese)' }, { max: 255 }),
      reasonEn: text({ zh: '原因（英文）', en: 'Reason' }, { max: 255 }),
      orderId: optional(orderId),
      happenedAt: instant({ zh: '过车时间', en: 'Passed at' }),
      isLate,
    },
  },
  'device.offline': {
    label: { zh: '设备离线', en: 'A device fell silent' },
    from: ['device.offline'],
    fields: device,
  },
  'device.online': {
    label: { zh: '设备恢复在线', en: 'A device was heard again' },
    from: ['device.online'],
    fields: device,
  },
  'push.sent': {
    label: { zh: '推送通知', en: 'A notice by a push rule' },
    from: ['push.sent'],
    fields: {
      event: text({ zh: '事件', en: 'Event' }, { max: 64 }),
      titleZh: text({ zh: '标题（中文）', en: 'Title (Chinese)' }, { max: 255 }),
      titleEn: text({ zh: '标题（英文）', en: 'Title' }, { max: 255 }),
      bodyZh: text({ zh: '内容（中文）', en: 'Text (Chinese)' }, { max: 1000 }),
      bodyEn: text({ zh: '内容（英文）', en: 'Text' }, { max: 1000 }),
    },
  },
} as const satisfies Readonly<Record<string, PublicEvent>>;
export type PublicEventKind = keyof typeof PUBLIC_EVENTS;

/** Common fields of every event. */
export const payloadFields = {
  id: text({ zh: '事件编号，重复投递时不变', en: 'Id of the event, the same when it is sent again' }, { max: 36 }),
  kind: text({ zh: '事件', en: 'Event' }, { max: 64 }),
  version: integer({ zh: '数据版本', en: 'Version of the data' }),
  at: instant({ zh: '发生时间', en: 'When it happened' }),
  lotId: optional(id({ zh: '车场编号', en: 'Parking lot' })),
  lotName: optional(text({ zh: '车场', en: 'Name of the lot' })),
} as const;
