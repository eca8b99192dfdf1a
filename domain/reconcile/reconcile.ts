/**
 * Comparing a day of a payment channel: what we received, what the provider's bill says, what the bank got. Readers turn files of providers,
 * acquirers and banks into lines; `pairUp` merges both sides with flat memory, `classOf` says how the two sides of a record differ.
 */
export { AlipayBillReader } from './alipay-bill.ts';
export { type DayFacts, type DayState, dayState, settledBy, type UnsettledDay } from './balance.ts';
export {
  type BankLine,
  BillFault,
  type BillFaultRule,
  type BillLine,
  type BillReader,
  beijingText,
  billFaults,
} from './bill-line.ts';
export { channelDayOf, channelDaySpan, daysAfter, daysFrom } from './channel-day.ts';
export {
  type Batches,
  byAmountAndTime,
  byNumber,
  type ClassSum,
  classOf,
  countedFen,
  type DifferenceKind,
  differenceKinds,
  type OurRecord,
  type Pair,
  type PairClass,
  pairClasses,
  pairUp,
  type SideSum,
  Tally,
} from './compare.ts';
export {
  AcquirerBillReader,
  type AcquirerColumns,
  type BankColumns,
  BankStatementReader,
  type Cell,
  cellText,
} from './mapped-table.ts';
export { type BillMerchant, UnionpayBillReader, unionpayFileDay } from './unionpay-bill.ts';
export { WechatBillReader, type WechatBillRow, writeWechatBill } from './wechat-bill.ts';
