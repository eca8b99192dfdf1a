import { daysAfter } from '@boyun/domain/reconcile';
import { zipSync } from 'fflate';

/** A payment as the double of Alipay keeps it; amounts are yuan as it writes them. */
export interface AlipayTrade {
  readonly no: string;
  readonly tradeNo: string;
  readonly total: string;
  readonly noticeUrl: string;
  /** Where its page leads afterwards; empty for trades that have none. */
  readonly returnUrl: string;
  /** When it was requested. */
  readonly at: Date;
  state: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED';
  paidAt: Date | null;
}

/** A refund as the double keeps it. */
export interface AlipayRefund {
  readonly no: string;
  readonly orderNo: string;
  readonly tradeNo: string;
  readonly amount: string;
  readonly at: Date;
}

const HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';

const time = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** The bill of a day as Alipay packs it: two tables, remarks before and behind, cells that end in tabs. Empty for a day without trades. */
export function alipayBill(day: string, trades: readonly AlipayTrade[], refunds: readonly AlipayRefund[]): Uint8Array {
  const line = (tradeNo: string, no: string, kind: string, at: Date, amount: string, request: string) =>
    [
      ...[tradeNo, no, kind, '停车费', time(at), time(at), '', '', '', '', '*三(138******00)', amount, amount],
      ...['0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00', request, '0.00', '0.00', ''],
    ]
      .map((cell) => `${cell}\t`)
      .join(',');
  const ofDay = trades.filter((one) => one.paidAt && time(one.paidAt).startsWith(day));
  const back = refunds.filter((one) => time(one.at).startsWith(day));
  const rows = [
    ...ofDay.map((one) => line(one.tradeNo, one.no, '交易', one.paidAt!, one.total, '')),
    ...back.map((one) => line(one.tradeNo, one.orderNo, '退款', one.at, `-${one.amount}`, one.no)),
  ];
  if (rows.length === 0) return new Uint8Array();
  const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, one) => sum + Number(one), 0).toFixed(2);
  const dayText = (text: string) => text.replace(/(....)-(..)-(..)/, '$1年$2月$3日 00:00:00');
  const detail = [
    '#支付宝业务明细查询',
    '#账号：[20880000000000000156]',
    `#起始日期：[${dayText(day)}]   终止日期：[${dayText(daysAfter(day, 1))}]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    HEAD,
    ...rows,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${ofDay.length}笔，商家实收共${sumOf(ofDay.map((one) => one.total))}元，商家优惠共0.00元`,
    `#退款合计：${back.length}笔，商家实收退款共${sumOf(back.map((one) => `-${one.amount}`))}元，商家优惠退款共0.00元`,
    '',
  ].join('\r\n');
  const sums = ['#支付宝业务汇总查询', '门店编号,门店名称,交易订单总笔数', `,,${rows.length}`, ''].join('\r\n');
  return zipSync({ 'detail.csv': encodeGbk(detail), 'summary.csv': encodeGbk(sums) });
}

/** GBK, which the platform can decode but not encode: the two bytes of each character are looked up by decoding all of them. */
const gbkOf = new Map<string, readonly [number, number]>();
function encodeGbk(content: string): Uint8Array {
  if (gbkOf.size === 0) {
    const decoder = new TextDecoder('gb18030');
    for (let high = 0x81; high <= 0xfe; high += 1)
      for (let low = 0x40; low <= 0xfe; low += 1)
        if (low !== 0x7f) gbkOf.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
  }
  return Uint8Array.from([...content].flatMap((one) => gbkOf.get(one) ?? [one.charCodeAt(0)]));
}
