import { call, can } from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getPatrolCars } from '../tour/track.contract.ts';

const REFRESH_MS = 10_000;

/** Where the patrol cars are, again and again; undefined for those who may not see it. */
export function usePatrolCars(lotId: string | null) {
  const { data } = useQuery({
    queryKey: [getPatrolCars.name, lotId],
    queryFn: ({ signal }) => call(getPatrolCars, { lotId }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    enabled: can(getPatrolCars.access),
  });
  return data;
}
