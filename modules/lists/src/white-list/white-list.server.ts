import type { Row } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { reviewedTable } from '@boyun/reviews/server';
import { checkEntry, checkReach, lotsInOrder } from '../standing/list-entry.service.ts';
import { listReviews } from '../standing/list-review.contract.ts';
import { whiteList } from './white-list.contract.ts';

/** The white list. Entries of one plate may overlap: an entry of this lot wins over one of all lots. */
export const whiteListServer = serveResource(whiteList, {
  ...reviewedTable(whiteList, listReviews.whiteList.name, (row) => row.remark),
  async beforeWrite(tx, values, before) {
    checkEntry(tx, { ...before, ...values } as Row<typeof whiteList>, before);
    return lotsInOrder(values);
  },
  async beforeDelete(tx, row) {
    checkReach(tx, row);
  },
});
