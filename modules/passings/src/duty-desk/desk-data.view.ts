import { alarmClaimed, alarmClosed, alarmRaised } from '@boyun/alarms/contract';
import { liveChannel, liveKinds, type Output } from '@boyun/kernel/contract';
import { call, queryClient, ringAlarm, useLanguage, useLive } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { BOARD_KINDS, LATEST_MS, SOONEST_MS, useLanes, useThrottled } from '../lane-board/board-data.view.ts';
import { countWaiting, getDesk } from './duty-desk.contract.ts';
import { waitingClaimed } from './duty-desk-event.contract.ts';

/** A card of the queue, with the names of its lot and lane. */
export type DeskCard = Output<typeof getDesk>['cards'][number] & {
  readonly lotName?: string | null;
  readonly laneName?: string | null;
};

const KINDS = [...BOARD_KINDS, ...liveKinds(waitingClaimed, alarmRaised, alarmClaimed, alarmClosed)];

/** The queue and the lanes, fetched again as events arrive; rings when a person begins to wait. */
export function useDesk(lotId: string | null) {
  const language = useLanguage();
  const lanes = useLanes(lotId);
  const asked = useQuery({
    queryKey: ['duty-desk', lotId, language],
    queryFn: ({ signal }) => call(getDesk, { lotId }, { signal, isQuiet: true }),
    refetchInterval: LATEST_MS,
  });
  const refetch = async () => {
    await Promise.all([
      asked.refetch(),
      lanes.refetch(),
      queryClient.invalidateQueries({ queryKey: [countWaiting.name] }),
    ]);
  };
  const soon = useThrottled(() => void refetch(), SOONEST_MS);
  const live = useLive(liveChannel, KINDS, soon, { onOpen: soon });
  useRing(lotId, asked.data?.cards);
  return { asked, lanes, live, refetch };
}

/** Rings for each person that begins to wait. Alarms ring by themselves. */
function useRing(lotId: string | null, cards: readonly DeskCard[] | undefined): void {
  const known = useRef<{ lotId: string | null; ids: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (!cards) return;
    const ids = new Set(cards.filter(isUrgent).map((one) => one.id));
    const before = known.current;
    if (before?.lotId === lotId && [...ids].some((id) => !before.ids.has(id))) ringAlarm();
    known.current = { lotId, ids };
  }, [lotId, cards]);
}

/** Whether a person waits at the lane of a card. */
export function isUrgent(card: Pick<DeskCard, 'isWaiting' | 'call'>): boolean {
  return card.isWaiting || card.call !== null;
}
