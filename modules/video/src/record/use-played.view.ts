import type { Input, Output } from '@boyun/kernel/contract';
import { CallFailure, call } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import { keepViewing, stopViewing } from '../player/keeper.view.ts';
import { playCamera } from '../viewing/viewing.contract.ts';

/** A recording that is open. */
export type Played = Output<typeof playCamera>;

/** What is asked for: a camera and a period, or a passing. */
export type PlayedInput = Partial<Input<typeof playCamera>>;

/** A recording, or why there is none. */
export interface PlayState {
  readonly played: Played | null;
  readonly fault: string | null;
}

/** Opens a recording while the component is shown; null opens none. Its token is renewed meanwhile. */
export function usePlayed(asked: PlayedInput | null): PlayState {
  const [state, setState] = useState<PlayState>({ played: null, fault: null });
  const key = JSON.stringify(asked);
  useEffect(() => {
    const input = JSON.parse(key, (name, value) => (name === 'from' || name === 'to' ? new Date(value) : value));
    if (!input) return;
    let isLeft = false;
    let release: (() => void) | null = null;
    setState({ played: null, fault: null });
    const begin = async () => {
      try {
        const played = await call(playCamera, input as PlayedInput, { isQuiet: true });
        if (isLeft) return stopViewing(played.viewingId);
        setState({ played, fault: null });
        release = keepViewing(played.viewingId, (next) => {
          if (next?.token)
            setState((last) => (last.played ? { ...last, played: { ...last.played, token: next.token } } : last));
        });
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (!isLeft) setState({ played: null, fault: error.message });
      }
    };
    void begin();
    return () => {
      isLeft = true;
      release?.();
    };
  }, [key]);
  return state;
}
