import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

/** Speeds of playback. */
export const RATES = [1, 2, 4, 8] as const;
export type Rate = (typeof RATES)[number];

/** Where a recording is, and what moves it. */
export interface Playhead {
  readonly atMs: number;
  readonly isPlaying: boolean;
  readonly rate: Rate;
  /** Changes with each jump: a stream begins anew there. */
  readonly jump: number;
  seek(atMs: number): void;
  toggle(): void;
  setRate(rate: Rate): void;
  /** The player says where it is; the playhead then moves with it. */
  follow(atMs: number): void;
  /** The moment right now, between two renderings. */
  readonly clock: () => number;
}

/** How often the page is drawn while a recording plays. */
const STEP_MS = 100;

/**
 * The playhead of a period. It moves by itself for pictures that are drawn or shown one by one; `isFollowing` leaves that to a player.
 */
export function usePlayhead(
  { fromMs, toMs, startMs }: { fromMs: number; toMs: number; startMs: number },
  isFollowing: boolean,
): Playhead {
  const [atMs, setAt] = useState(startMs);
  const [isPlaying, setPlaying] = useState(true);
  const [rate, setRate] = useState<Rate>(1);
  const [jump, setJump] = useState(0);
  const anchor = useRef({ atMs: startMs, sinceMs: 0 });
  const within = (ms: number) => Math.min(toMs, Math.max(fromMs, ms));
  const clock = useEffectEvent(() => {
    const { atMs: from, sinceMs } = anchor.current;
    if (!isPlaying || isFollowing || sinceMs === 0) return from;
    return within(from + (performance.now() - sinceMs) * rate);
  });
  const place = useEffectEvent((ms: number) => {
    anchor.current = { atMs: within(ms), sinceMs: performance.now() };
    setAt(within(ms));
  });
  useEffect(() => {
    place(anchor.current.atMs);
    if (!isPlaying || isFollowing) return;
    const timer = setInterval(() => {
      const next = clock();
      setAt(next);
      if (next >= toMs) setPlaying(false);
    }, STEP_MS);
    return () => {
      clearInterval(timer);
      place(clock());
    };
  }, [isPlaying, isFollowing, toMs]);
  const stable = useMemo(() => ({ clock: () => clock() }), []);
  return {
    atMs,
    isPlaying,
    rate,
    jump,
    seek(ms) {
      place(ms);
      setJump(jump + 1);
    },
    toggle() {
      place(clock());
      // At the end, playing begins again from the start.
      if (!isPlaying && atMs >= toMs) {
        place(fromMs);
        setJump(jump + 1);
      }
      setPlaying(!isPlaying);
    },
    setRate(next) {
      place(clock());
      setRate(next);
    },
    follow: place,
    clock: stable.clock,
  };
}
