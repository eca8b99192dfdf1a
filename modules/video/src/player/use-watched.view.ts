import { CallFailure, call, now } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import { watchCamera } from '../viewing/viewing.contract.ts';
import { keepViewing, stopViewing, type Watched } from './keeper.view.ts';

/** A camera that is watched, or why it is not. */
export interface WatchState {
  readonly watched: Watched | null;
  /** The clock of the server minus that of this machine, in milliseconds. */
  readonly aheadMs: number;
  readonly fault: string | null;
}

/** The time until a refused viewing is tried again. */
const RETRY_MS = 15_000;
const NOTHING: WatchState = { watched: null, aheadMs: 0, fault: null };

/** How far the server's clock was ahead when an answer came. */
export const aheadOf = ({ serverTime }: Pick<Watched, 'serverTime'>): number => serverTime.getTime() - now().getTime();

/** Watches a camera live while the component is shown, and begins again when the viewing has ended. */
export function useWatched(cameraId: string): WatchState {
  const [state, setState] = useState<WatchState>(NOTHING);
  useEffect(() => {
    let isLeft = false;
    let release: (() => void) | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (watched: Watched) => setState({ watched, aheadMs: aheadOf(watched), fault: null });
    const begin = async () => {
      try {
        const watched = await call(watchCamera, { cameraId }, { isQuiet: true });
        if (isLeft) return stopViewing(watched.viewingId);
        show(watched);
        release = keepViewing(watched.viewingId, (next) => {
          if (next) return show(next);
          release?.();
          release = null;
          void begin();
        });
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (isLeft) return;
        setState({ watched: null, aheadMs: 0, fault: error.message });
        timer = setTimeout(begin, RETRY_MS);
      }
    };
    void begin();
    return () => {
      isLeft = true;
      clearTimeout(timer);
      release?.();
      setState(NOTHING);
    };
  }, [cameraId]);
  return state;
}
