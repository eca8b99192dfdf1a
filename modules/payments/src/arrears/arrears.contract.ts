import { pattern } from '@boyun/domain/pattern';
import { plateColorLabel } from '@boyun/domain/plate';
import {
  choice,
  instant,
  integer,
  money,
  operation,
  optional,
  permission,
  phone,
  plate,
  type RowsAt,
  reference,
  refusals,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { standingField } from '@boyun/lists/contract';
import { ParkingState, PayState } from '@boyun/orders/contract';
import { collectCash } from '../payment/payment.contract.ts';

/** The age of a debt. */
export const ArrearsAge = {
  week: { zh: '7天内', en: 'Up to 7 days' },
  month: { zh: '8–30天', en: '8 to 30 days' },
  quarter: { zh: '31–90天', en: '31 to 90 days' },
  older: { zh: '90天以上', en: 'Over 90 days' },
} as const;

const access = permission('arrears.list', { zh: '查看欠费', en: 'View: Arrears' });
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const plateText = text({ zh: '车牌', en: 'Plate' }, { max: 16 });
const filters = {
  plate: optional(plateText),
  lotId: optional(lotId),
  age: optional(choice({ zh: '账龄', en: 'Age' }, ArrearsAge)),
  from: optional(instant({ zh: '离场起', en: 'Left from' })),
  to: optional(instant({ zh: '离场止', en: 'Left to' })),
  minDueFen: optional(money({ zh: '每笔欠费不少于', en: 'At least, per order' }, { min: 0 })),
};
const dueFen = money({ zh: '欠费金额', en: 'Owed' });
const ages = {
  weekFen: money(ArrearsAge.week),
  monthFen: money(ArrearsAge.month),
  quarterFen: money(ArrearsAge.quarter),
  olderFen: money(ArrearsAge.older),
};
const oldestAt = instant({ zh: '最早欠费', en: 'Oldest' });
const orderCount = integer({ zh: '订单数', en: 'Orders' });

/** Unpaid amounts of ended stays by order, the oldest debt first. */
export const arrearsList = report('arrears', {
  title: { zh: '欠费管理', en: 'Arrears' },
  path: '/api/arrears/getArrearsPage',
  access,
  filters,
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    plate: plateText,
    plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
    standing: standingField,
    lotId,
    enteredAt: instant({ zh: '入场时间', en: 'Entered' }),
    leftAt: instant({ zh: '离场时间', en: 'Left' }),
    ageDays: integer({ zh: '欠费天数', en: 'Days owed' }),
    feeFen: money({ zh: '应收金额', en: 'Fee' }),
    reducedFen: money({ zh: '优惠金额', en: 'Reduced' }),
    paidFen: money({ zh: '实收金额', en: 'Paid' }),
    dueFen,
    parkingState: choice({ zh: '停车状态', en: 'Parking state' }, ParkingState),
    payState: choice({ zh: '支付状态', en: 'Pay state' }, PayState),
    orderNo: text({ zh: '订单号', en: 'Order number' }),
  },
  alwaysSortable: ['leftAt', 'ageDays', 'dueFen'],
  totals: { dueFen, ...ages },
});

/** The orders that make up some figures. */
const rowsAt = (figures: RowsAt['figures']) => ({
  figures,
  list: arrearsList,
  page: '/_cloud_operation/arrears',
  period: ['from', 'to'] as const,
});

/** The total debt of each plate. */
export const arrearsByPlate = report('arrears-by-plate', {
  title: { zh: '欠费（按车牌）', en: 'Arrears by plate' },
  path: '/api/arrears/getByPlate',
  access,
  filters,
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    plate: plateText,
    plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
    // The oldest unpaid order: what is collected for it may take the others along.
    orderId: rowId({ zh: '最早欠费订单', en: 'Oldest unpaid order' }),
    orderCount,
    lotCount: integer({ zh: '涉及车场', en: 'Lots' }),
    dueFen,
    oldestAt,
    latestAt: instant({ zh: '最近欠费', en: 'Latest' }),
    remindedAt: optional(instant({ zh: '最近催缴', en: 'Last reminded' })),
  },
  totals: { dueFen },
  rowsAt: [{ ...rowsAt({ orderCount: null, dueFen: 'dueFen' }), same: ['plate', 'lotId', 'age', 'minDueFen'] }],
});

/** The total debt in each lot, by age. */
export const arrearsByLot = report('arrears-by-lot', {
  title: { zh: '欠费（按车场）', en: 'Arrears by lot' },
  path: '/api/arrears/getByLot',
  access,
  filters,
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    lotId,
    orderCount,
    plateCount: integer({ zh: '车辆数', en: 'Cars' }),
    dueFen,
    ...ages,
    oldestAt,
  },
  totals: { dueFen, ...ages },
  chart: { by: 'lotId', figures: ['weekFen', 'monthFen', 'quarterFen', 'olderFen'], isStacked: true },
  compared: { by: ['id'] },
  rowsAt: [
    { ...rowsAt({ orderCount: null, dueFen: 'dueFen' }), same: ['lotId', 'plate', 'age', 'minDueFen'] },
    ...Object.keys(ArrearsAge).map((age) => ({
      ...rowsAt({ [`${age}Fen`]: 'dueFen' }),
      same: ['lotId', 'plate', 'minDueFen'],
      fixed: { age },
    })),
  ],
});

/** Takes cash for all debts of a plate; refused when their sum is no longer the amount given. */
export const collectArrears = operation('collect-arrears', {
  title: { zh: '现金补缴', en: 'Collect arrears' },
  path: '/api/arrears/collect',
  access: collectCash.access,
  input: { plate: plate(), amountFen: money({ zh: '金额', en: 'Amount' }, { min: 1 }) },
  output: { orderCount },
  audit: 'order.arrears-collected',
});

const mobile = phone(
  { zh: '手机号', en: 'Mobile' },
  { max: 11, rule: pattern.mobile, hint: { zh: '11位手机号', en: 'A mobile of 11 digits' } },
);

/** The debt of a plate, its owner as far as lists contain one, and the last reminder. */
export const getDebtor = operation('get-debtor', {
  title: { zh: '欠费车主', en: 'Whose debt it is' },
  path: '/api/arrears/getDebtor',
  access,
  input: { plate: plateText },
  output: {
    ownerName: optional(text({ zh: '车主', en: 'Owner' })),
    mobile: optional(mobile),
    dueFen,
    orderCount,
    remindedAt: optional(instant({ zh: '最近催缴', en: 'Last reminded' })),
  },
  isRead: true,
});

/** Sends an SMS reminder of all debts of a plate, at most once a day; in quiet hours it is sent when they end. */
export const remindArrears = operation('remind-arrears', {
  title: { zh: '短信催缴', en: 'Remind by SMS' },
  path: '/api/arrears/remind',
  access: permission('arrears.remind', { zh: '短信催缴欠费', en: 'Remind of arrears' }),
  input: {
    plate: plate(),
    mobile: optional(mobile, { zh: '已登记的手机号', en: 'The mobile that is known' }),
  },
  output: {},
  audit: 'arrears.reminded',
});

/** Why a reminder is not sent. */
export const arrearsRefusal = refusals('arrears', {
  'reminded-already': {
    status: 409,
    zh: '24小时内已催缴过该车牌，请稍后再发',
    en: 'This plate was reminded within 24 hours, send it later',
  },
  'no-mobile': {
    status: 422,
    zh: '没有该车的手机号，请填写',
    en: 'No mobile of this car is known, enter one',
  },
  'no-public-url': {
    status: 409,
    zh: '系统未设置公网地址（PUBLIC_URL），短信中的支付链接无法打开，请联系系统管理员',
    en: 'The server has no public address (PUBLIC_URL), so the payment link of an SMS would not open. Ask the system administrator',
  },
});
