import type { Label } from '@boyun/kernel/contract';
import { ActButton, call, countText, listLink, moneyText, timeText, useText } from '@boyun/kernel/web';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { retryFailure } from './verify.contract.ts';

type Row = Readonly<Record<string, unknown>>;

const LABELS: Readonly<Record<string, Label>> = {
  lotName: { zh: '车场', en: 'Lot' },
  lotId: { zh: '车场编号', en: 'Lot id' },
  day: { zh: '日期', en: 'Day' },
  entries: { zh: '入场', en: 'Entries' },
  exits: { zh: '出场', en: 'Exits' },
  closed: { zh: '无出场关闭', en: 'Closed' },
  corrected: { zh: '作废与更正', en: 'Corrected' },
  byEvents: { zh: '按过车', en: 'By passings' },
  byOrders: { zh: '按订单', en: 'By orders' },
  counter: { zh: '计数', en: 'Counter' },
  plate: { zh: '车牌', en: 'Plate' },
  orders: { zh: '订单数', en: 'Orders' },
  isListed: { zh: '在场车辆表', en: 'Listed inside' },
  isWaiting: { zh: '等待中', en: 'Waiting' },
  records: { zh: '记录数', en: 'Records' },
  isClaimed: { zh: '已登记', en: 'Claimed' },
  cameraId: { zh: '相机编号', en: 'Camera id' },
  eventKey: { zh: '设备事件', en: 'Device event' },
  eventId: { zh: '事件编号', en: 'Event id' },
  consumer: { zh: '处理程序', en: 'Consumer' },
  orderNo: { zh: '订单号', en: 'Order number' },
  orderId: { zh: '订单编号', en: 'Order id' },
  parkingState: { zh: '停车状态', en: 'Parking state' },
  payState: { zh: '支付状态', en: 'Pay state' },
  feeFen: { zh: '应收', en: 'Fee' },
  eventFeeFen: { zh: '事件中的应收', en: 'Fee in the event' },
  linesFen: { zh: '明细之和', en: 'Sum of lines' },
  paidFen: { zh: '实收', en: 'Paid' },
  reducedFen: { zh: '优惠', en: 'Reduced' },
  reductionsFen: { zh: '优惠明细之和', en: 'Sum of reductions' },
  refundedFen: { zh: '已退', en: 'Refunded' },
  dueFen: { zh: '待收', en: 'Due' },
  appliedFen: { zh: '抵扣', en: 'Applied' },
  excessFen: { zh: '多付', en: 'Excess' },
  amountFen: { zh: '支付金额', en: 'Amount' },
  eventFen: { zh: '事件金额', en: 'In the event' },
  sumFen: { zh: '借贷之和', en: 'Sum' },
  paymentNo: { zh: '流水号', en: 'Payment number' },
  paymentId: { zh: '支付编号', en: 'Payment id' },
  transactionId: { zh: '交易编号', en: 'Transaction id' },
  passingId: { zh: '过车编号', en: 'Passing id' },
  error: { zh: '错误', en: 'Error' },
  kind: { zh: '事件', en: 'Event' },
  at: { zh: '时间', en: 'Time' },
  decision: { zh: '处理结果', en: 'Decision' },
  answered: { zh: '答复', en: 'Answered' },
  commandId: { zh: '指令编号', en: 'Command id' },
  events: { zh: '事件数', en: 'Events' },
  transactions: { zh: '交易数', en: 'Transactions' },
  channelFen: { zh: '渠道入账', en: 'Channel' },
  askedFen: { zh: '请求抵扣', en: 'Asked' },
  receivableFen: { zh: '总账应收', en: 'Receivable' },
  billId: { zh: '账单编号', en: 'Bill id' },
  billFen: { zh: '账单待收', en: 'Due of the bill' },
  subjectId: { zh: '账单对象编号', en: 'Subject id' },
  grossFen: { zh: '账单应收', en: 'Gross' },
  paymentsFen: { zh: '支付之和', en: 'Payments' },
  refundId: { zh: '退款编号', en: 'Refund id' },
  refundNo: { zh: '退款流水号', en: 'Refund number' },
  refundsFen: { zh: '退款之和', en: 'Refunds' },
  owedFen: { zh: '应退', en: 'Owed' },
  enteredAt: { zh: '入场时间', en: 'Entered' },
  leftAt: { zh: '离场时间', en: 'Left' },
  happenedAt: { zh: '过车时间', en: 'Passed at' },
  openedEvents: { zh: '入场事件', en: 'Entry events' },
  leftEvents: { zh: '出场事件', en: 'Exit events' },
  closedEvents: { zh: '关闭事件', en: 'Closing events' },
  voidedEvents: { zh: '作废事件', en: 'Void events' },
  openedEventAt: { zh: '入场事件时间', en: 'Entry event at' },
  endedEventAt: { zh: '结束事件时间', en: 'End event at' },
  state: { zh: '状态', en: 'State' },
  entryCount: { zh: '分录数', en: 'Entries' },
  side: { zh: '来源', en: 'Side' },
  hour: { zh: '小时', en: 'Hour' },
  metric: { zh: '指标', en: 'Metric' },
  dimension: { zh: '分类', en: 'Split by' },
  count: { zh: '数量', en: 'Count' },
};

const SIDES: Readonly<Record<string, Label>> = {
  live: { zh: '当前', en: 'Live' },
  rebuilt: { zh: '重算', en: 'Rebuilt' },
};

/** Rows that break an equation, with both sides of it; orders are linked, and an event that was set aside can be tried again. */
export function BrokenRows({ rows, total, onRetried }: { rows: readonly Row[]; total: number; onRetried: () => void }) {
  const t = useText();
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (key) => key !== 'tenantId' && key !== 'failureId',
  );
  const canRetry = rows.some((row) => typeof row.failureId === 'string');
  const retry = async (failureId: string) => {
    await call(retryFailure, { failureId });
    onRetried();
  };
  return (
    <div className="verify-rows">
      <table>
        <thead>
          <tr>
            {keys.map((key) => (
              <th key={key}>{LABELS[key] ? t(LABELS[key]) : key}</th>
            ))}
            {canRetry && <th />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never move
            <tr key={index}>
              {keys.map((key) => (
                <td key={key} className={String(row[key] ?? '').length > 60 ? 'by-figure is-long' : 'by-figure'}>
                  {key === 'side'
                    ? t(SIDES[String(row.side)] ?? { zh: String(row.side), en: String(row.side) })
                    : cellOf(key, row)}
                </td>
              ))}
              {typeof row.failureId === 'string' && (
                <td>
                  <ActButton size="small" access={retryFailure.access} onAct={() => retry(row.failureId as string)}>
                    {t({ zh: '重试', en: 'Try again' })}
                  </ActButton>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <p className="by-faint by-small">
          {t({ zh: '另有{n}行未列出', en: '{n} more rows are not shown' }, { n: countText(total - rows.length) })}
        </p>
      )}
    </div>
  );
}

function cellOf(key: string, row: Row): ReactNode {
  const value = row[key];
  if (value === null || value === undefined) return <span className="by-faint">—</span>;
  if (key === 'orderNo' && typeof row.orderId === 'string')
    return <Link to={listLink('/_cloud_operation/order', { orderId: row.orderId })}>{String(value)}</Link>;
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  if (typeof value === 'number') return /fen$/i.test(key) ? moneyText(value) : countText(value);
  if (typeof value === 'string' && /At$|^at$|^hour$/.test(key)) return timeText(new Date(value));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
