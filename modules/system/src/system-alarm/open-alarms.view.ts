import type { Output } from '@boyun/kernel/contract';
import { call, may } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getOpenSystemAlarms } from './system-alarm.contract.ts';

const POLL_MS = 30_000;

/** The open system alarms the user may see, at most half a minute old; undefined until known and for those who may not see them. */
export function useOpenSystemAlarms(): Output<typeof getOpenSystemAlarms> | undefined {
  const { data } = useQuery({
    queryKey: ['open-system-alarms'],
    queryFn: ({ signal }) => call(getOpenSystemAlarms, {}, { signal, isQuiet: true }),
    enabled: may(getOpenSystemAlarms.access),
    refetchInterval: POLL_MS,
  });
  return data;
}
