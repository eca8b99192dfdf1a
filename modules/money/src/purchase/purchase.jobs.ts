import { type Kernel, type Sweep, sweepTenants } from '@boyun/kernel/server';
import { findPaying } from '../start/start.service.ts';
import { findPurchase } from './purchase.queries.ts';
import { expirePurchase, lockPurchase } from './purchase.service.ts';

/** Closes purchases that were not paid in time. One that is being paid is closed with its payment. */
export const purchaseExpiry: Sweep = {
  name: 'purchase-expiry',
  everySeconds: 15,
  async run(kernel: Kernel) {
    const sql = `select p.tenant_id, p.id from purchase p
      join bill b on b.tenant_id = p.tenant_id and b.kind = p.kind and b.subject_id = p.subject_id and b.number = p.number
      where p.state = 'open' and p.valid_until <= $1
        and not exists (select from payment y where y.tenant_id = b.tenant_id and y.bill_id = b.id and y.state = 'paying') limit 1000`;
    const values = [kernel.clock.now()];
    await sweepTenants<{ tenantId: number; id: string }>(kernel, { sql, values }, async (tx, { id }) => {
      const found = await findPurchase(tx, 'id', id);
      const locked = found && (await lockPurchase(tx, found));
      if (!locked || locked.purchase.validUntil > tx.now) return;
      // A payment that began meanwhile decides.
      if (!(await findPaying(tx, found))) await expirePurchase(tx, locked);
    });
  },
};
