import { inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { type BillLine, ProviderUnreachable } from '../provider/provider.service.ts';

const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Widths of the columns that count in the file of a merchant's transactions (ZM), in order; a blank stands between two.
 * https://open.unionpay.com/tjweb/acproduct/list?apiservId=448 (file interface)
 */
const COLUMNS = [
  ['code', 3],
  ['agency', 11],
  ['sender', 11],
  ['traceNo', 6],
  ['traceTime', 10],
  ['account', 19],
  ['amount', 12],
  ['category', 4],
  ['terminalKind', 2],
  ['queryId', 21],
  ['formerPayKind', 2],
  ['orderId', 32],
  ['cardKind', 2],
  ['formerTraceNo', 6],
  ['formerTime', 10],
  ['fee', 13],
  ['settled', 13],
  ['payKind', 4],
  ['group', 15],
  ['txnType', 2],
] as const;
type Column = (typeof COLUMNS)[number][0];

/** Kinds of transactions that give money back: a cancellation of a payment, a refund. */
const BACK = ['31', '04'];

/** Reads the content of a downloaded file of a day of settlement, as `2026-03-04`: deflated, then an archive with tables of fixed width. */
export function readUnionpayBill(content: string, day: string): BillLine[] {
  const archive = inflateSync(Buffer.from(content, 'base64'), { maxOutputLength: MAX_BYTES });
  const files = unzipSync(archive, { filter: ({ name, originalSize }) => isTable(name) && originalSize < MAX_BYTES });
  const tables = Object.values(files);
  if (tables.length === 0) throw new ProviderUnreachable('the archive has no table of transactions');
  return tables
    .flatMap((bytes) => new TextDecoder('latin1').decode(bytes).split(/\r?\n/))
    .filter((line) => line.trim() !== '')
    .flatMap((line) => lineOf(cellsOf(line), day));
}

/** The tables of transactions; that of what went wrong (ZME) is another. */
const isTable = (name: string) => /ZM_/.test(name);

function cellsOf(line: string): Record<Column, string> {
  let at = 0;
  const cells = COLUMNS.map(([name, width]) => {
    const cell = line.slice(at, at + width).trim();
    at += width + 1;
    return [name, cell];
  });
  return Object.fromEntries(cells) as Record<Column, string>;
}

function lineOf({ txnType, amount, orderId, queryId, traceTime }: Record<Column, string>, day: string): BillLine[] {
  if (txnType !== '01' && !BACK.includes(txnType)) return [];
  const sign = txnType === '01' ? 1 : -1;
  return [{ paymentNo: orderId, tradeNo: queryId, amountFen: sign * Number(amount), at: timeOf(traceTime, day) }];
}

/** The time of a transaction, written as month, day and time of Beijing; the day of settlement may be the first of the next year. */
function timeOf(text: string, day: string): Date {
  const [, month, date, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const year = Number(day.slice(0, 4)) - (month === '12' && day.slice(5, 7) === '01' ? 1 : 0);
  return new Date(`${year}-${month}-${date}T${hour}:${minute}:${second}+08:00`);
}
