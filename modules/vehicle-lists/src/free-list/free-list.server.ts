import type { Row } from '@boyun/kernel/contract';
import { serve } from '@boyun/kernel/server';
import { checkEntry, checkReach } from '../standing/list-entry.service.ts';
import { freeList } from './free-list.contract.ts';

/** Free vehicles. Entries of one plate may overlap: the nearest and youngest one holds. */
export const freeListServer = serve(freeList, {
  async beforeWrite(tx, values, before) {
    checkEntry(tx, { ...before, ...values } as Row<typeof freeList>, before);
    return values;
  },
  async beforeDelete(tx, row) {
    checkReach(tx, row);
  },
});
