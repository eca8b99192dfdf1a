import { alarmClaimed, alarmClosed, alarmRaised } from '@boyun/alarms/contract';
import { commandChanged, deviceOffline, deviceOnline } from '@boyun/devices/contract';
import { liveChannel, liveKinds, type Output } from '@boyun/kernel/contract';
import { CallFailure, now, useCommitted, useLanguage, useLive } from '@boyun/kernel/web';
import { paymentRefunded, paymentSucceeded } from '@boyun/money/contract';
import { passingRecorded, passingSettled } from '@boyun/passings/contract';
import { useEffect, useRef, useState } from 'react';
import type { getWallScreen } from '../screen-data/screen-data.contract.ts';

/** What a screen shows. */
export type WallData = Output<typeof getWallScreen>;
/** What changes by the hour. */
export type WallSlow = NonNullable<WallData['slow']>;

/** What a layout is given. */
export interface BodyProps {
  readonly data: WallData;
  readonly slow: WallSlow | null;
  readonly isStale: boolean;
}

/** A screen and where its data comes from. */
export interface WallSource {
  /** The same for as long as the same is asked. */
  readonly key: string;
  ask(isFull: boolean): Promise<WallData>;
}

/** What is on a screen now. */
export interface WallState {
  readonly data: WallData | null;
  readonly slow: WallSlow | null;
  /** When the data was last complete, if asking for it failed since; null while it is up to date. */
  readonly staleSince: Date | null;
  readonly error: Error | null;
  /** Asks again soon. */
  readonly hurry: () => void;
}

/** How often a screen asks without being told of anything, after news, and for what changes by the hour. */
const POLL_MS = 5000;
const SOON_MS = 1200;
const FULL_MS = 300_000;

/**
 * Whether nothing may be shown any longer: the server refused, because the link was revoked, the screen deleted or the right taken. Refusals
 * come with status 200, unlike a lost line or a server that fails.
 */
function isFinal(error: unknown): boolean {
  return error instanceof CallFailure && [200, 401, 403].includes(error.status);
}

const nothing = (key: string): Held => ({ key, data: null, slow: null, okAt: null, error: null });

interface Held {
  readonly key: string;
  readonly data: WallData | null;
  readonly slow: WallSlow | null;
  readonly okAt: Date | null;
  readonly error: Error | null;
}

/**
 * Keeps a screen up to date: one call at a time, the next one a few seconds after the last answered, so that a slow line is not flooded. It
 * holds the latest answer only.
 */
export function useWallData({ key, ask }: WallSource): WallState {
  const language = useLanguage();
  const [held, setHeld] = useState<Held>(() => nothing(key));
  const latest = useCommitted(ask);
  const hurry = useRef<() => void>(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another question
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    /** A call is under way, or the next one comes soon: further news change nothing. */
    let isBusy = false;
    let hasNews = false;
    let fullMs = Number.NEGATIVE_INFINITY;
    const run = async () => {
      isBusy = true;
      hasNews = false;
      const startMs = performance.now();
      const isFull = startMs - fullMs >= FULL_MS;
      try {
        const data = await latest.current(isFull);
        if (isOver) return;
        if (isFull) fullMs = startMs;
        setHeld((last) => ({
          key,
          data,
          slow: data.slow ?? (last.key === key ? last.slow : null),
          okAt: now(),
          error: null,
        }));
      } catch (error) {
        if (isOver) return;
        setHeld((last) => ({ ...(last.key === key && !isFinal(error) ? last : nothing(key)), error: error as Error }));
      }
      isBusy = hasNews;
      timer = setTimeout(() => void run(), hasNews ? SOON_MS : POLL_MS);
    };
    hurry.current = () => {
      hasNews = true;
      if (isBusy) return;
      isBusy = true;
      clearTimeout(timer);
      timer = setTimeout(() => void run(), SOON_MS);
    };
    void run();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, language, latest]);
  const isSame = held.key === key;
  return {
    data: isSame ? held.data : null,
    slow: isSame ? held.slow : null,
    error: isSame ? held.error : null,
    staleSince: isSame && held.error ? held.okAt : null,
    hurry: () => hurry.current(),
  };
}

/** Events that change what is on a screen. */
const KINDS = liveKinds(
  passingRecorded,
  passingSettled,
  paymentSucceeded,
  paymentRefunded,
  alarmRaised,
  alarmClaimed,
  alarmClosed,
  commandChanged,
  deviceOnline,
  deviceOffline,
);

/** Asks for a screen as soon as the live channel tells of something, for those signed in. */
export function useWallNews(hurry: () => void): void {
  useLive(liveChannel, KINDS, hurry);
}
