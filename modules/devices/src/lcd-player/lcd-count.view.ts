import { MOST_PLAYS } from '../lcd/lcd-limit.contract.ts';
import type { WaitingShow } from './lcd-wire.view.ts';

/** Shows that wait: those of a batch that was sent and not yet confirmed, and those since. */
export interface Waiting {
  readonly batch: number;
  readonly sent: readonly WaitingShow[];
  readonly open: readonly WaitingShow[];
}

/** Nothing waits. */
export const NONE: Waiting = { batch: 0, sent: [], open: [] };
const HOUR_MS = 3_600_000;
/** Sums of hours that a display without a line keeps; older ones give way. */
const MOST_KEPT = 5000;
/** Numbers of batches rise with the time, also after a display has lost its store. */
const FIRST_MS = Date.UTC(2026, 0, 1);

/** Adds a show to the sum of its hour. */
export function addShow(waiting: Waiting, programmeId: string, fromMs: number, untilMs: number): Waiting {
  const hour = Math.floor(fromMs / HOUR_MS);
  const isSame = (one: WaitingShow) =>
    one.programmeId === programmeId && Math.floor(one.firstMs / HOUR_MS) === hour && one.playCount < 3600;
  const seconds = Math.round((untilMs - fromMs) / 1000);
  const before = waiting.open.find(isSame);
  const sum = before
    ? {
        ...before,
        playCount: before.playCount + 1,
        seconds: Math.min(7200, before.seconds + seconds),
        lastMs: Math.max(before.lastMs, untilMs),
      }
    : { programmeId, playCount: 1, seconds, firstMs: fromMs, lastMs: untilMs };
  return { ...waiting, open: [...waiting.open.filter((one) => one !== before), sum].slice(-MOST_KEPT) };
}

/** Returns what is sent next: the batch that was not confirmed, or else the shows since. */
export function nextBatch(waiting: Waiting, nowMs: number): Waiting {
  if (waiting.sent.length > 0 || waiting.open.length === 0) return waiting;
  return {
    batch: Math.max(waiting.batch + 1, Math.floor((nowMs - FIRST_MS) / 1000)),
    sent: waiting.open.slice(0, MOST_PLAYS),
    open: waiting.open.slice(MOST_PLAYS),
  };
}
