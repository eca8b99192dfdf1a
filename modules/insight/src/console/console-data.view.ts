import { alarmClaimed, alarmClosed, alarmRaised } from '@boyun/alarms/contract';
import { commandChanged, deviceOffline, deviceOnline } from '@boyun/devices/contract';
import { liveChannel, liveKinds, type Values } from '@boyun/kernel/contract';
import { call, can, useCommitted, useLanguage, useLive } from '@boyun/kernel/web';
import { paymentRefunded, paymentSucceeded, refundFailed } from '@boyun/money/contract';
import { stayClosed, stayLeft, stayOpened, stayRestored, stayVoided } from '@boyun/orders/contract';
import { passingList, passingRecorded, passingSettled } from '@boyun/passings/contract';
import {
  reviewAdvanced,
  reviewApproved,
  reviewRejected,
  reviewRequested,
  reviewWithdrawn,
} from '@boyun/reviews/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type CurveSpan, getConsole } from './console.contract.ts';
import { LATEST, type LatestPassing } from './latest.view.tsx';

/** Events that change a figure of the console. */
const KINDS = liveKinds(
  stayOpened,
  stayLeft,
  stayClosed,
  stayVoided,
  stayRestored,
  reviewRequested,
  reviewAdvanced,
  reviewApproved,
  reviewRejected,
  reviewWithdrawn,
  paymentSucceeded,
  paymentRefunded,
  refundFailed,
  passingRecorded,
  passingSettled,
  alarmRaised,
  alarmClaimed,
  alarmClosed,
  commandChanged,
  deviceOnline,
  deviceOffline,
);
/** Minimum interval between two fetches of the figures, however many events arrive; the maximum is a minute. */
const ASK_EVERY_MS = 3000;
const MINUTE_MS = 60_000;

/**
 * Returns the live figures of the console of a lot or of all lots, if the user may see them; the passages reported since the
 * page was opened; and whether the stream is live. `onNews` is called at most every few seconds when events arrived.
 */
export function useConsole(lotId: string | null, span: CurveSpan, onNews?: () => void) {
  const language = useLanguage();
  const isAllowed = can(getConsole.access);
  const found = useQuery({
    queryKey: ['console', lotId, span, language],
    queryFn: ({ signal }) => call(getConsole, { lotId, span }, { signal, isQuiet: true }),
    enabled: isAllowed,
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  const [heard, setHeard] = useState<{ lotId: string | null; list: readonly LatestPassing[] }>({ lotId, list: [] });
  const askSoon = useThrottled(() => {
    if (isAllowed) void found.refetch();
    onNews?.();
  });
  const onOpen = () => {
    if (isAllowed) void found.refetch({ cancelRefetch: false });
  };
  const onMessage = (message: Values<typeof liveChannel.out>) => {
    askSoon();
    if (message.kind !== passingRecorded.kind || (lotId && message.lotId !== lotId)) return;
    // A user without the permission for passing records learns only that a car passed.
    if (!can(passingList.access)) return;
    const passing = { ...(message.data as unknown as LatestPassing), at: message.at };
    setHeard((last) => {
      const before = last.lotId === lotId ? last.list.filter((one) => one.passingId !== passing.passingId) : [];
      return { lotId, list: [passing, ...before].slice(0, LATEST) };
    });
  };
  const live = useLive(liveChannel, KINDS, onMessage, { onOpen });
  return { found, live, heard: heard.lotId === lotId ? heard.list : [] };
}

/** Combines the calls of a few seconds into one. */
function useThrottled(work: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const latest = useCommitted(work);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return () => {
    if (timer.current) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      latest.current();
    }, ASK_EVERY_MS);
  };
}
