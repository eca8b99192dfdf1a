import { commandChanged, deviceOffline, deviceOnline } from '@boyun/devices/contract';
import { laneModeChanged } from '@boyun/facilities/contract';
import { liveChannel, liveKinds } from '@boyun/kernel/contract';
import { call, refreshLists, useCommitted, useLanguage, useListing, useLive } from '@boyun/kernel/web';
import { paymentSucceeded } from '@boyun/money/contract';
import { orderSettled, stayLeft, stayOpened, stayVoided } from '@boyun/orders/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callList } from '../lane-call/lane-call.contract.ts';
import { callAnswered, callEnded, callMissed, laneCalled } from '../lane-call/lane-call-event.contract.ts';
import { passingRecorded, passingSettled, plateMatched } from '../passing/passing-event.contract.ts';
import { getLaneBoard } from './lane-board.contract.ts';

/** The live events after which the board is fetched again. */
export const BOARD_KINDS = liveKinds(
  passingRecorded,
  passingSettled,
  commandChanged,
  laneModeChanged,
  stayOpened,
  stayLeft,
  stayVoided,
  orderSettled,
  paymentSucceeded,
  deviceOffline,
  deviceOnline,
  plateMatched,
  laneCalled,
  callAnswered,
  callEnded,
  callMissed,
);
/** Shortest time between two refetches of the board, however many events arrive. */
export const SOONEST_MS = 700;
/** Longest time between two refetches, whatever happens. */
export const LATEST_MS = 20_000;

/** The lanes with their last cars, fetched again at the latest after some seconds. */
export function useLanes(lotId: string | null) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['lane-board', lotId, language],
    queryFn: ({ signal }) => call(getLaneBoard, { lotId }, { signal, isQuiet: true }),
    refetchInterval: LATEST_MS,
  });
}

/** The lanes with their last cars and the open calls, refetched as events arrive. */
export function useBoard(lotId: string | null) {
  const asked = useLanes(lotId);
  const openCalls = useListing(callList, { lotId, isOpen: true, page: 1, perPage: 50 });
  const soon = useThrottled(() => {
    void asked.refetch();
    void refreshLists(callList.name);
  }, SOONEST_MS);
  const live = useLive(liveChannel, BOARD_KINDS, soon, { onOpen: () => void asked.refetch({ cancelRefetch: false }) });
  return { asked, calls: openCalls.data?.rows ?? [], live };
}

/** Returns a throttled `run`: runs at once, then at most once in `everyMs`; calls in between cause one run at the end. */
export function useThrottled(run: () => void, everyMs: number): () => void {
  const state = useRef({ timer: null as ReturnType<typeof setTimeout> | null, isWanted: false });
  const latest = useCommitted(run);
  useEffect(() => {
    const held = state.current;
    return () => {
      if (held.timer) clearTimeout(held.timer);
      held.timer = null;
    };
  }, []);
  return () => {
    const held = state.current;
    if (held.timer) {
      held.isWanted = true;
      return;
    }
    const rest = () => {
      held.timer = null;
      if (!held.isWanted) return;
      held.isWanted = false;
      latest.current();
      held.timer = setTimeout(rest, everyMs);
    };
    latest.current();
    held.timer = setTimeout(rest, everyMs);
  };
}
