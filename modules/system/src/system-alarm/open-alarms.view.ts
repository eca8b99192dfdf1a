import type { Output } from '@boyun/kernel/contract';
import { call, can } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getOpenSystemAlarms } from './system-alarm.contract.ts';

const POLL_MS = 30_000;

/**
 * Returns the open system alarms visible to the user, at most half a minute old; undefined while loading and for users
 * without the permission.
 */
export function useOpenSystemAlarms(): Output<typeof getOpenSystemAlarms> | undefined {
  const { data } = useQuery({
    queryKey: ['open-system-alarms'],
    queryFn: ({ signal }) => call(getOpenSystemAlarms, {}, { signal, isQuiet: true }),
    enabled: can(getOpenSystemAlarms.access),
    refetchInterval: POLL_MS,
  });
  return data;
}
