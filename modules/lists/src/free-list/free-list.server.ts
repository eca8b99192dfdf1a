import type { Row } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { reviewedTable } from '@boyun/reviews/server';
import { checkEntry, checkReach, lotsInOrder } from '../standing/list-entry.service.ts';
import { listReviews } from '../standing/list-review.contract.ts';
import { freeList } from './free-list.contract.ts';

/** Free vehicles. Entries of one plate may overlap: an entry of this lot wins over one of all lots, then the newest. */
export const freeListServer = serveResource(freeList, {
  ...reviewedTable(freeList, listReviews.freeList.name, (row) => row.remark),
  async beforeWrite(tx, values, before) {
    checkEntry(tx, { ...before, ...values } as Row<typeof freeList>, before);
    return lotsInOrder(values);
  },
  async beforeDelete(tx, row) {
    checkReach(tx, row);
  },
});
