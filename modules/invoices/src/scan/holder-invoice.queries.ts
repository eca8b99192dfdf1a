import type { TenantTx } from '@boyun/kernel/server';
import type { InvoiceState } from '../invoice/invoice.contract.ts';

/** An invoice as the person who asked for it sees it. */
export interface HeldInvoice {
  readonly id: string;
  readonly linkCode: string;
  readonly titleName: string;
  readonly invoiceNo: string | null;
  readonly state: InvoiceState;
  readonly inclFen: number;
  readonly createdAt: Date;
}

/** Returns the invoices that were asked for with a mobile, the latest first. */
export function findInvoicesOf(tx: TenantTx, mobile: string): Promise<HeldInvoice[]> {
  return tx.query<HeldInvoice>(
    `select id, link_code, title_name, invoice_no, state, incl_fen, created_at from invoice
     where tenant_id = $1 and mobile = $2 order by created_at desc, id limit 50`,
    [tx.tenantId, mobile],
  );
}
