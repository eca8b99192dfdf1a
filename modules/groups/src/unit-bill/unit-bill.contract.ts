import {
  choice,
  group,
  instant,
  integer,
  list,
  money,
  month,
  operation,
  optional,
  permission,
  reference,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { type BillPurpose, HandChannel, PayChannel, refundableFen, refundInput } from '@boyun/money/contract';
import { reviewAnswer } from '@boyun/reviews/contract';

/** Whether a bill of a unit is paid. */
export const UnitBillState = {
  open: { zh: '待付', en: 'Open', tone: 'warn' },
  overdue: { zh: '逾期', en: 'Overdue', tone: 'bad' },
  paid: { zh: '已付清', en: 'Paid', tone: 'good' },
} as const;

/** What payments of units are for. */
export const unitPurpose: BillPurpose = {
  kind: 'unit',
  name: 'unit',
  payment: { zh: '单位月账单', en: 'Monthly bill of a unit' },
  refund: { zh: '单位账单退款', en: 'Refund of a unit' },
};

const unitId = reference({ zh: '单位', en: 'Unit' }, 'unit');
const lotId = reference({ zh: '车场', en: 'Parking lot' }, 'lot');
const monthField = month({ zh: '月份', en: 'Month' });
const state = choice({ zh: '状态', en: 'State' }, UnitBillState);

/** The filters of bills besides the unit. */
export const billFilters = { month: optional(monthField), state: optional(state) };
/** The columns of bills besides the unit. */
export const billColumns = {
  id: text({ zh: '编号', en: 'Id' }),
  billNo: text({ zh: '账单号', en: 'Bill number' }),
  month: text({ zh: '月份', en: 'Month' }),
  lotName: text({ zh: '车场', en: 'Parking lot' }),
  spots: integer({ zh: '车位数', en: 'Spots' }),
  spotFeeFen: money({ zh: '每车位月租', en: 'Rent per spot' }),
  contractDays: integer({ zh: '计租天数', en: 'Days of the contract' }),
  rentFen: money({ zh: '车位租金', en: 'Rent' }),
  visitorCount: integer({ zh: '访客次数', en: 'Visits' }),
  visitorFen: money({ zh: '访客停车费', en: 'Parking of visitors' }),
  amountFen: money({ zh: '应付', en: 'To pay' }),
  creditFen: money({ zh: '减免', en: 'Credited' }),
  paidFen: money({ zh: '已付', en: 'Paid' }),
  refundedFen: money({ zh: '已退', en: 'Refunded' }),
  dueFen: money({ zh: '待付', en: 'Due' }),
  state,
  dueAt: instant({ zh: '到期日', en: 'Due' }),
  paidAt: optional(instant({ zh: '付清时间', en: 'Paid at' })),
};
/** The totals of bills. */
export const billTotals = {
  amountFen: money({ zh: '应付合计', en: 'To pay in all' }),
  paidFen: money({ zh: '已付合计', en: 'Paid in all' }),
  dueFen: money({ zh: '待付合计', en: 'Due in all' }),
};

/** The monthly bills of units: rent of their spots, and the parking of their visitors. */
export const unitBillList = report('unit-bill', {
  title: { zh: '单位账单', en: 'Bills of units' },
  path: '/api/unitBill/list',
  access: permission('unit-bill.list', { zh: '查看单位账单', en: 'View: Bills of units' }),
  filters: { unitId: optional(unitId), lotId: optional(lotId), ...billFilters },
  columns: { unitId, ...billColumns },
  totals: billTotals,
});

/** Makes the bills of a month that has ended and that were not made yet; the sweep does the same by itself. */
export const makeUnitBills = operation('make-unit-bills', {
  title: { zh: '出账', en: 'Make bills' },
  path: '/api/unitBill/make',
  access: permission('unit-bill.make', { zh: '单位出账', en: 'Make bills of units' }),
  input: { month: monthField, unitId: optional(unitId) },
  output: { madeCount: integer({ zh: '新账单', en: 'New bills' }) },
  audit: 'unit-bill.made',
});

/** The permission to take the money of units. */
export const mayCollectBills = permission('unit-bill.collect', { zh: '单位账单收款', en: 'Take money of units' });

/** Takes the money for bills of one unit. */
export const collectUnitBills = operation('collect-unit-bills', {
  title: { zh: '收款', en: 'Take the money' },
  path: '/api/unitBill/collect',
  access: mayCollectBills,
  needsPassword: { zh: '是否确认收款？', en: 'Book this payment?' },
  input: {
    ids: list({ zh: '账单', en: 'Bills' }, rowId({ zh: '账单', en: 'Bill' }), { min: 1, max: 50 }),
    channel: choice({ zh: '收款方式', en: 'Paid by' }, HandChannel, { byDefault: 'transfer' }),
  },
  output: {
    paymentNo: text({ zh: '流水号', en: 'Payment number' }),
    amountFen: money({ zh: '收款金额', en: 'Amount' }),
  },
  isOnce: true,
  audit: 'unit-bill.collected',
});

const billId = rowId({ zh: '账单', en: 'Bill' });

/** Refunds money that a unit paid for a bill, after approval where the flow requires one; `refundableFen` is what the caller saw. */
export const refundUnitBill = operation('refund-unit-bill', {
  title: { zh: '退款', en: 'Refund' },
  path: '/api/unitBill/refund',
  access: permission('unit-bill.refund', { zh: '单位账单退款', en: 'Refund bills of units' }),
  needsPassword: { zh: '是否退款？', en: 'Refund?' },
  input: { id: billId, refundableFen, ...refundInput },
  output: reviewAnswer,
  audit: 'unit-bill.refund-requested',
});

/** Takes an amount off what a unit still owes for a bill, after approval where the flow requires one. */
export const creditUnitBill = operation('credit-unit-bill', {
  title: { zh: '减免', en: 'Credit' },
  path: '/api/unitBill/credit',
  access: permission('unit-bill.credit', { zh: '减免单位账单', en: 'Credit bills of units' }),
  needsPassword: { zh: '是否减免？', en: 'Credit this amount?' },
  input: {
    id: billId,
    amountFen: money({ zh: '减免金额', en: 'Amount' }, { min: 1 }),
    reason: refundInput.reason,
  },
  output: reviewAnswer,
  audit: 'unit-bill.credit-requested',
});

/** The input of a statement. */
export const statementInput = { id: billId };
/** A bill with what it is made of, and the money that was paid for it. */
export const statementOutput = {
  unitName: text({ zh: '单位', en: 'Unit' }),
  visits: list(
    { zh: '访客明细', en: 'Visits' },
    group(
      { zh: '访客', en: 'Visit' },
      {
        id: text({ zh: '编号', en: 'Id' }),
        plate: text({ zh: '车牌', en: 'Plate' }),
        hostName: text({ zh: '被访人', en: 'Host' }),
        enteredAt: instant({ zh: '入场时间', en: 'Entered' }),
        leftAt: instant({ zh: '出场时间', en: 'Left' }),
        amountFen: money({ zh: '金额', en: 'Amount' }),
      },
    ),
  ),
  moves: list(
    { zh: '收退款', en: 'Payments and refunds' },
    group(
      { zh: '收退款', en: 'Payment or refund' },
      {
        id: text({ zh: '编号', en: 'Id' }),
        number: text({ zh: '流水号', en: 'Number' }),
        channel: choice({ zh: '支付方式', en: 'Pay method' }, PayChannel),
        at: instant({ zh: '时间', en: 'Time' }),
        amountFen: money({ zh: '金额', en: 'Amount' }, { min: -1_000_000_000_00 }),
      },
    ),
  ),
};

/** A bill as a statement. */
export const getUnitBill = operation('get-unit-bill', {
  title: { zh: '对账单', en: 'Statement' },
  path: '/api/unitBill/get',
  access: unitBillList.access,
  input: statementInput,
  output: statementOutput,
  isRead: true,
});
