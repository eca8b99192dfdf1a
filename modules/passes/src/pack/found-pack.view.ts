import { call } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { getPack, type Pack } from './pack.contract.ts';
import type { FoundPack } from './pack-dialog.view.tsx';

/** What the list does not contain of a pack: its lots and its history. */
export function useFoundPack(row: Pack): FoundPack | undefined {
  return useQuery({
    queryKey: ['list', 'pack', 'detail', row.id, row.version],
    queryFn: ({ signal }) => call(getPack, { packId: row.id }, { signal }),
  }).data;
}
