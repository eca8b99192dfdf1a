import { reaction } from '@boyun/kernel/server';
import { paymentRefunded } from '@boyun/money/contract';
import { cardRefunded } from '@boyun/payments/contract';
import { walletRefunded } from '@boyun/wallets/contract';
import { balanceBills } from './red.service.ts';

/** Makes red letters for refunds of money that was invoiced. */
export const refundsTakenBack = reaction('invoices-taken-back', [paymentRefunded, cardRefunded, walletRefunded], {
  async react(tx, { data }, jobs) {
    // The event of a refund names the refund as its payment.
    const [refund] = await tx.query<{ billId: string; refundNo: string }>(
      `select r.bill_id, r.refund_no from refund_fact r where r.tenant_id = $1 and r.id = $2
         and exists (select from invoice_part p where p.tenant_id = r.tenant_id and p.bill_id = r.bill_id)`,
      [tx.tenantId, data.paymentId],
    );
    if (refund) await balanceBills(tx, jobs, [refund.billId], `退款 ${refund.refundNo}`);
  },
});
