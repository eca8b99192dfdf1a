import { moneyText, shareText, timeText } from '@boyun/kernel/web';

/** Returns `11-01 – 11-30`, with the year where the end is in another year than the start. */
export function rangeText(from: Date, to: Date): string {
  // The end is exclusive.
  const [first, last] = [timeText(from, 'day'), timeText(new Date(to.getTime() - 1), 'day')];
  return `${first.slice(5)} – ${first.slice(0, 4) === last.slice(0, 4) ? last.slice(5) : last}`;
}

/** Returns an amount with its sign: `+12.00`, `−3.50`, `0.00`. */
export function signedText(fen: number): string {
  return fen === 0 ? moneyText(0) : `${fen > 0 ? '+' : '−'}${moneyText(Math.abs(fen))}`;
}

/** The colour for an increase or decrease, the same everywhere in a replay. */
export function moveTone(fen: number): string {
  return fen > 0 ? 'replay-up' : fen < 0 ? 'replay-down' : 'by-faint';
}

/** Returns a share with its sign: `+5.2%`, `−3.0%`. */
export function signedShare(share: number): string {
  return share === 0 ? shareText(0) : `${share > 0 ? '+' : '−'}${shareText(Math.abs(share))}`;
}
