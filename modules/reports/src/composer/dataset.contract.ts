import { plateColorLabel } from '@boyun/domain/plate';
import { reductionPayers, reductionSources } from '@boyun/domain/reduction';
import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import { carFlow, reductionSplit } from '@boyun/insight/contract';
import {
  type Access,
  choice,
  decimal,
  type Field,
  integer,
  type Label,
  money,
  optional,
  text,
  WeekDay,
} from '@boyun/kernel/contract';
import { standingField } from '@boyun/lists/contract';
import { PayChannel } from '@boyun/money/contract';
import { orderList, PayState } from '@boyun/orders/contract';
import { paymentList } from '@boyun/payments/contract';

const MOST_FEN = 100_000_000_00;
const signed = { min: -MOST_FEN };

/** How long cars stayed: minutes from which each span begins. */
const StayLength = {
  0: { zh: '15分钟内', en: 'Under 15 min' },
  15: { zh: '15–30分钟', en: '15–30 min' },
  30: { zh: '30–60分钟', en: '30–60 min' },
  60: { zh: '1–2小时', en: '1–2 h' },
  120: { zh: '2–4小时', en: '2–4 h' },
  240: { zh: '4–8小时', en: '4–8 h' },
  480: { zh: '8–24小时', en: '8–24 h' },
  1440: { zh: '超过24小时', en: 'Over 24 h' },
} as const;

const MovementKind = { payment: { zh: '收款', en: 'Payment' }, refund: { zh: '退款', en: 'Refund' } } as const;

/** What rows can be grouped by. */
export const DIMENSIONS = {
  day: text({ zh: '日期', en: 'Day' }, { max: 10 }),
  month: text({ zh: '月份', en: 'Month' }, { max: 7 }),
  weekDay: choice({ zh: '星期', en: 'Weekday' }, WeekDay),
  hour: text({ zh: '时段', en: 'Hour' }, { max: 5 }),
  lot: text({ zh: '车场', en: 'Parking lot' }, { max: 255 }),
  channel: choice({ zh: '支付方式', en: 'Pay method' }, PayChannel),
  movement: choice({ zh: '收退', en: 'Movement' }, MovementKind),
  standing: standingField as Field,
  vehicleKind: optional(text({ zh: '车型', en: 'Vehicle kind' }, { max: 40, labels: usualVehicleKinds })),
  plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
  payState: choice({ zh: '支付状态', en: 'Pay state' }, PayState),
  stayLength: choice({ zh: '停车时长', en: 'Length of stay' }, StayLength),
  source: choice({ zh: '优惠来源', en: 'Source' }, reductionSources),
  payer: choice({ zh: '承担方', en: 'Borne by' }, reductionPayers),
} as const satisfies Readonly<Record<string, Field>>;
export type Dimension = keyof typeof DIMENSIONS;

/** What can be counted or summed. */
export const MEASURES = {
  stays: integer({ zh: '离场车次', en: 'Stays' }),
  cars: integer({ zh: '车辆数', en: 'Cars' }),
  hours: decimal({ zh: '停车小时', en: 'Hours parked' }),
  feeFen: money({ zh: '应收', en: 'Fees' }, signed),
  reducedFen: money({ zh: '优惠', en: 'Reduced' }, signed),
  paidFen: money({ zh: '实收', en: 'Paid' }, signed),
  dueFen: money({ zh: '待收', en: 'Due' }, signed),
  payments: integer({ zh: '收款笔数', en: 'Payments' }),
  receivedFen: money({ zh: '收款金额', en: 'Taken' }, signed),
  refunds: integer({ zh: '退款笔数', en: 'Refunds' }),
  refundedFen: money({ zh: '退款金额', en: 'Refunded' }, signed),
  netFen: money({ zh: '净额', en: 'Net' }, signed),
  entries: integer({ zh: '入场车次', en: 'Entries' }, { min: -1_000_000_000 }),
  exits: integer({ zh: '出场车次', en: 'Exits' }, { min: -1_000_000_000 }),
  reductions: integer({ zh: '优惠次数', en: 'Reductions' }),
  reductionFen: money({ zh: '优惠金额', en: 'Reduced' }, signed),
} as const satisfies Readonly<Record<string, Field>>;
export type Measure = keyof typeof MEASURES;

/** Measures whose values of several rows do not add up. */
export const NOT_ADDITIVE: readonly Measure[] = ['cars'];

/** Where the rows come from: what it offers, and the right to see it. */
export interface DatasetWords extends Label {
  readonly access: Access;
  readonly measures: readonly Measure[];
  readonly dimensions: readonly Dimension[];
}

const TIMES = ['day', 'month', 'weekDay', 'hour', 'lot'] as const;

/** The data that reports can be composed of. */
export const DATASETS = {
  stay: {
    zh: '停车（离场）',
    en: 'Stays that ended',
    access: orderList.access,
    measures: ['stays', 'cars', 'hours', 'feeFen', 'reducedFen', 'paidFen', 'dueFen'],
    dimensions: [...TIMES, 'standing', 'vehicleKind', 'plateColor', 'payState', 'stayLength'],
  },
  money: {
    zh: '收款与退款',
    en: 'Payments and refunds',
    access: paymentList.access,
    measures: ['payments', 'receivedFen', 'refunds', 'refundedFen', 'netFen'],
    dimensions: [...TIMES, 'channel', 'movement'],
  },
  flow: {
    zh: '车流',
    en: 'Flow of cars',
    access: carFlow.access,
    measures: ['entries', 'exits'],
    dimensions: [...TIMES, 'vehicleKind'],
  },
  reduction: {
    zh: '优惠',
    en: 'Reductions',
    access: reductionSplit.access,
    measures: ['reductions', 'reductionFen'],
    dimensions: [...TIMES, 'source', 'payer', 'vehicleKind'],
  },
} as const satisfies Readonly<Record<string, DatasetWords>>;
export type Dataset = keyof typeof DATASETS;
