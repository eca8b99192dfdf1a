import { unzipSync } from 'fflate';
import { type BillLine, ProviderUnreachable } from '../provider/provider.service.ts';

const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Reads the bill of trades of a day: an archive of two tables in GBK, of which the one with each trade counts. Lines that begin with `#`
 * are remarks; cells end in tabs. https://opendocs.alipay.com/open/028woc
 */
export function readAlipayBill(archive: Uint8Array): BillLine[] {
  const files = unzipSync(archive, { filter: ({ originalSize }) => originalSize < MAX_BYTES });
  const lines = Object.values(files)
    .map((bytes) => new TextDecoder('gb18030').decode(bytes).split(/\r?\n/))
    .find((one) => one.some((line) => line.startsWith('支付宝交易号,')));
  if (!lines) throw new ProviderUnreachable('the archive has no table of trades');
  const start = lines.findIndex((line) => line.startsWith('支付宝交易号,'));
  const head = cellsOf(lines[start]!);
  return lines
    .slice(start + 1)
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => lineOf(Object.fromEntries(cellsOf(line).map((cell, at) => [head[at], cell]))));
}

const cellsOf = (line: string) => line.split(',').map((cell) => cell.trim());

function lineOf(row: Readonly<Record<string, string | undefined>>): BillLine {
  const isRefund = row.业务类型 === '退款';
  return {
    paymentNo: (isRefund ? row['退款批次号/请求号'] : row.商户订单号) ?? '',
    tradeNo: row.支付宝交易号 ?? '',
    // Refunds are below zero in the bill too.
    amountFen: Math.round(Number(row['订单金额（元）']) * 100),
    at: new Date(`${row.完成时间?.replace(' ', 'T')}+08:00`),
  };
}
