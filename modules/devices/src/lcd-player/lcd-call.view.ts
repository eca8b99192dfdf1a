import { CallFailure, now, post } from '@boyun/kernel/web';
import type { WaitingShow, WireContent } from './lcd-wire.view.ts';

const KEY = 'lcd-token';
const TIMEOUT_MS = 15_000;

/** The token of this browser as a display; null where it is not paired. */
export const tokenHere = (): string | null => localStorage.getItem(KEY);

/** Forgets the pairing. */
export const forgetToken = (): void => localStorage.removeItem(KEY);

/** Makes this browser the display with the pairing code. */
export async function join(code: string): Promise<void> {
  const { data } = await post('/api/lcd/player/join', { Code: code }, { isQuiet: true, timeoutMs: TIMEOUT_MS });
  localStorage.setItem(KEY, (data as { Token: string }).Token);
}

/** Whether the server says that this browser is no display any more. */
export const isUnpaired = (error: unknown): boolean =>
  error instanceof CallFailure && error.code === 'lcd.unknown-player';

/** Reports the display, with a batch of shows; returns what to show where that is not of this revision any more. */
export async function report(state: {
  readonly revision: string | null;
  readonly programmeId: string | null;
  readonly waitingFiles: number;
  readonly batch: number;
  readonly shows: readonly WaitingShow[];
}): Promise<{ At: string; Content: WireContent | null }> {
  const size = (length: number) => Math.round(length * devicePixelRatio);
  const iso = (ms: number) => new Date(ms).toISOString();
  const body = {
    Token: tokenHere(),
    Revision: state.revision,
    SentAt: now().toISOString(),
    ProgrammeId: state.programmeId,
    ScreenSize: `${size(innerWidth)}×${size(innerHeight)}`,
    WaitingFiles: state.waitingFiles,
    Batch: state.batch,
    Plays: state.shows.map((one) => ({
      ProgrammeId: one.programmeId,
      PlayCount: one.playCount,
      Seconds: one.seconds,
      FirstAt: iso(one.firstMs),
      LastAt: iso(one.lastMs),
    })),
  };
  const { data } = await post('/api/lcd/player/sync', body, { isQuiet: true, timeoutMs: TIMEOUT_MS });
  return data as { At: string; Content: WireContent | null };
}
