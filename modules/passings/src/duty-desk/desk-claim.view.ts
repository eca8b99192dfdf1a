import { call, can, now } from '@boyun/kernel/web';
import { useEffect, useRef } from 'react';
import { claimWaiting } from './duty-desk.contract.ts';

/** A claim lasts three minutes; who sits at the desk renews it before. */
const RENEW_MS = 120_000;
/** How long one claim may keep the next waiting. */
const ANSWER_MS = 15_000;

let last: Promise<unknown> = Promise.resolve();

/** A claim is courtesy among colleagues: that it failed shows in the queue. One is sent after the other, as the last one counts. */
const claim = (passingId: string | null) => {
  last = last
    .then(() => call(claimWaiting, { passingId }, { isQuiet: true, timeoutMs: ANSWER_MS }))
    .catch(() => undefined);
};

/**
 * Claims the waiting car that is shown, and renews the claim while the person uses the page; releases it when another car is chosen or the
 * page is left.
 */
export function useClaim(passingId: string | null): void {
  const isHolding = useRef(false);
  const usedMs = useRef(0);
  const mayClaim = can(claimWaiting.access);
  useEffect(() => {
    const used = () => {
      usedMs.current = now().getTime();
    };
    used();
    document.addEventListener('pointerdown', used);
    document.addEventListener('keydown', used);
    return () => {
      document.removeEventListener('pointerdown', used);
      document.removeEventListener('keydown', used);
    };
  }, []);
  useEffect(() => {
    if (!mayClaim) return;
    const isUsed = () => now().getTime() - usedMs.current < RENEW_MS;
    if (passingId === null) {
      if (isHolding.current) claim(null);
      isHolding.current = false;
      return;
    }
    if (isUsed()) {
      isHolding.current = true;
      claim(passingId);
    }
    const timer = setInterval(() => isUsed() && claim(passingId), RENEW_MS);
    return () => clearInterval(timer);
  }, [passingId, mayClaim]);
  useEffect(
    () => () => {
      if (isHolding.current) claim(null);
      isHolding.current = false;
    },
    [],
  );
}
