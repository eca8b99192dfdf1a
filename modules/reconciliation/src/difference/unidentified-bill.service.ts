import type { TenantTx } from '@boyun/kernel/server';
import { type BillValues, billKindOf } from '@boyun/money/server';

/** The kind of bill of money that nobody here knows: nothing is owed for it, so all of it is owed to its payer. */
export const UNIDENTIFIED = 'unidentified';

/** The bill of unknown money, whose subject is the difference it was found by. */
export const unidentifiedBill = (differenceId: string, lotId: string): BillValues => ({
  kind: UNIDENTIFIED,
  subjectId: differenceId,
  number: 1,
  lotId,
  plate: '',
  grossFen: 0,
  reducedFen: 0,
});

/** Bills of unknown money. */
export const unidentifiedBills = billKindOf<null>({
  credit: () => ({ account: 'owed', party: '' }),
  async lock(tx: TenantTx, differenceId) {
    const [row] = await tx.query<{ lotId: string | null }>(
      'select lot_id from day_difference where tenant_id = $1 and id = $2',
      [tx.tenantId, differenceId],
    );
    return row?.lotId ? { values: unidentifiedBill(differenceId, row.lotId), subject: null } : null;
  },
});
