import type { Output } from '@boyun/kernel/contract';
import { call } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getRegionTree, region } from './region.contract.ts';

export type RegionNode = Output<typeof getRegionTree>['regions'][number];

/** Returns every region of the tenant; refetched when one changes. */
export function useRegions() {
  return useQuery({
    queryKey: ['list', region.name, 'tree'],
    queryFn: async ({ signal }) => (await call(getRegionTree, {}, { signal, isQuiet: true })).regions,
    staleTime: 60_000,
  });
}
