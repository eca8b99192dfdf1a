import type { Row } from '@boyun/kernel/contract';
import { serveResource } from '@boyun/kernel/server';
import { reviewedTable } from '@boyun/reviews/server';
import { checkEntry, checkReach, lotsInOrder } from '../standing/list-entry.service.ts';
import { listReviews } from '../standing/list-review.contract.ts';
import { blackList } from './black-list.contract.ts';

/** The black list. Entries of one plate may overlap: deny wins over warn, an entry of this lot over one of all lots. */
export const blackListServer = serveResource(blackList, {
  ...reviewedTable(blackList, listReviews.blackList.name, (row) => row.reason),
  async beforeWrite(tx, values, before) {
    checkEntry(tx, { ...before, ...values } as Row<typeof blackList>, before);
    return lotsInOrder(values);
  },
  async beforeDelete(tx, row) {
    checkReach(tx, row);
  },
});
