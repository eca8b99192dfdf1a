import { call, Empty, ErrorState, refreshLists, Skeleton, useAddressWord } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { getChannelDay } from '../channel-day/channel-day.contract.ts';
import { differenceList, getDifference } from '../difference/difference.contract.ts';
import { DayDifferences } from './day-difference.view.tsx';
import type { ShownDay } from './shown-day.view.ts';

/** Bills are read and compared in the background: a day that is not closed is looked at again this often. */
const EVERY_MS = 4000;

/** One day of a channel: its three sides, what differs, and the acts upon it. */
export default function DayPage() {
  const [dayId] = useAddressWord('dayId');
  const [differenceId] = useAddressWord('difference');
  useDayOf(differenceId);
  const asked = useQuery({
    queryKey: ['list', 'channel-day', 'one', dayId],
    queryFn: ({ signal }) => call(getChannelDay, { channelDayId: dayId! }, { signal, isQuiet: true }),
    enabled: dayId !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'closed' ? false : EVERY_MS),
  });
  useDifferencesOf(asked.data);
  if (dayId === null && differenceId === null)
    return (
      <Empty
        title={{ zh: '没有选择对账日', en: 'No day chosen' }}
        hint={{ zh: '请从对账列表中打开一天', en: 'Open a day from the list' }}
      />
    );
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton />;
  return <DayDifferences key={asked.data.id} day={asked.data} />;
}

/** What changes a day elsewhere, an approval or a comparison, changes its differences: they are read again. */
function useDifferencesOf(day: ShownDay | undefined): void {
  const mark = day && `${day.id} ${day.state} ${day.openCount} ${day.comparedAt?.getTime()}`;
  const seen = useRef(mark);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== mark) void refreshLists(differenceList.name);
    seen.current = mark;
  }, [mark]);
}

/** A link that names a difference leads to its day, with the difference open. */
function useDayOf(differenceId: string | null): void {
  const [, setQuery] = useSearchParams();
  const asked = useQuery({
    queryKey: ['list', 'day-difference', 'one', differenceId],
    queryFn: ({ signal }) => call(getDifference, { differenceId: differenceId! }, { signal, isQuiet: true }),
    enabled: differenceId !== null,
  });
  const dayId = asked.data?.channelDayId;
  useEffect(() => {
    if (dayId && differenceId) setQuery({ dayId, open: differenceId }, { replace: true });
  }, [dayId, differenceId, setQuery]);
}
