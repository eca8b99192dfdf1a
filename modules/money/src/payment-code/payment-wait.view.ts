import { CallFailure } from '@boyun/kernel/web';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

const POLL_MS = 2000;
/** How long a call waits that asks a channel: it has eight seconds to answer, and is asked twice. */
export const CHANNEL_TIMEOUT_MS = 25_000;

/**
 * Asks for the state of a payment at once and then every two seconds while the dialog is open; `onDone` gets the first that is not `paying`.
 * `act` runs a button's call, which reports to `end` where it ended the payment; what refused it stands in `problem`.
 */
export function usePaymentWait(askState: () => Promise<string>, onDone: (state: string) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const isEnded = useRef(false);
  const end = (state: string) => {
    // The answer of a button and that of a question may both say so.
    if (!isEnded.current) onDone(state);
    isEnded.current = true;
  };
  const ask = useEffectEvent(() => askState());
  const ended = useEffectEvent(end);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      // Without an answer it is asked again: the payment goes on whether the page hears of it or not.
      const state = await ask().catch(() => 'paying');
      // Of a dialog that was closed meanwhile nothing is said any more.
      if (isOver) return;
      if (state === 'paying') timer = setTimeout(poll, POLL_MS);
      else ended(state);
    };
    void poll();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setProblem(error.message);
    }
  };
  return { problem, act, end };
}
