import { deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';

/** A payment or refund as the double of UnionPay keeps it. */
export interface UnionpayTrade {
  readonly no: string;
  readonly txnTime: string;
  readonly fen: number;
  readonly kind: 'front' | 'qr' | 'code' | 'refund';
  readonly backUrl: string;
  readonly frontUrl: string;
  /** How its merchant reaches UnionPay, as its request said: `accessType`, the acquirer, the sub-merchant. */
  readonly access: Readonly<Record<string, string>>;
  /** Until when it can be paid, as UnionPay writes times; empty for no limit. */
  readonly timeout: string;
  /** The number of the payment that a refund comes from. */
  readonly refundOf: string | null;
  state: 'open' | 'done' | 'failed' | 'reversed';
  readonly queryId: string;
  /** When it was requested. */
  readonly at: Date;
  doneAt: Date | null;
}

/** An instant as UnionPay writes it, in Beijing's time. */
export const unionpayTime = (at: Date) =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replaceAll(/\D/g, '');

/** Widths of all columns of the file of transactions (ZM). */
const WIDTHS = [
  ...[3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6, 2, 4, 32, 1, 21, 15, 1, 15, 32],
  ...[13, 13, 8, 32, 13, 13, 12, 2, 1, 131],
];

const digits = (value: number, width: number) => String(value).padStart(width, '0');

function lineOf(trade: UnionpayTrade, merchant: string, trades: ReadonlyMap<string, UnionpayTrade>): string {
  const isRefund = trade.kind === 'refund';
  const fee = Math.round(trade.fen * 0.006);
  const origin = trade.refundOf ? trades.get(trade.refundOf) : null;
  const cells: Record<number, string> = {
    0: isRefund ? 'S30' : 'S22',
    1: '00049992',
    2: '00049992',
    3: trade.queryId.slice(-6),
    4: unionpayTime(trade.doneAt!).slice(4),
    5: '6216***********0018',
    6: digits(trade.fen, 12),
    7: '7523',
    8: '08',
    9: trade.queryId,
    11: trade.no,
    12: '01',
    15: `${isRefund ? 'C' : 'D'}${digits(fee, 12)}`,
    16: `${isRefund ? 'D' : 'C'}${digits(trade.fen - fee, 12)}`,
    17: '0001',
    19: isRefund ? '04' : '01',
    20: isRefund ? '00' : '01',
    21: '000201',
    26: origin?.queryId ?? '',
    27: merchant,
    29: trade.access.subMerId ?? '',
  };
  return WIDTHS.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' ');
}

/**
 * The file of a day as UnionPay sends it: an archive with the table of transactions (ZM) and that of errors (ZME), deflated once more, in
 * base64. Null for a day without transactions.
 */
export function unionpayBill(
  settleDate: string,
  merchant: string,
  trades: ReadonlyMap<string, UnionpayTrade>,
): string | null {
  const ofDay = [...trades.values()].filter(
    (one) => one.state === 'done' && unionpayTime(one.doneAt!).slice(4, 8) === settleDate,
  );
  if (ofDay.length === 0) return null;
  const table = ofDay.map((one) => `${lineOf(one, merchant, trades)}\r\n`).join('');
  const name = `INN26${settleDate}88`;
  const files = { [`${name}ZM_${merchant}`]: table, [`${name}ZME_${merchant}`]: '' };
  const archive = zipSync(Object.fromEntries(Object.entries(files).map(([key, text]) => [key, Buffer.from(text)])));
  return deflateSync(archive).toString('base64');
}
