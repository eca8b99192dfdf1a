import { CallFailure } from '@boyun/kernel/web';
import { useEffect, useEffectEvent, useState } from 'react';

const POLL_MS = 2000;
/** How long a call waits that asks a channel: it has eight seconds to answer, and is asked twice. */
export const CHANNEL_TIMEOUT_MS = 25_000;

/**
 * Asks for the state of a payment at once and then every two seconds while the dialog is open; `onDone` gets the first that is not `paying`.
 * `act` runs a button's call; what refused it stands in `problem`.
 */
export function usePaymentWait(askState: () => Promise<string>, onDone: (state: string) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const ask = useEffectEvent(async () => {
    const state = await askState();
    if (state !== 'paying') onDone(state);
  });
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      // Without an answer it is asked again: the payment goes on whether the page hears of it or not.
      await ask().catch(() => undefined);
      if (!isOver) timer = setTimeout(poll, POLL_MS);
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
  return { problem, act };
}
