import { normalizePlate } from '@boyun/domain/plate';
import type { TenantTx } from '@boyun/kernel/server';
import type { InvoiceUse } from '../invoice-set/invoice-set.contract.ts';
import { findInvoiced } from './invoice.queries.ts';
import { availableOf, INVOICED_KINDS, purposeOf } from './issue.service.ts';

/** A bill as people recognize it: the stay, pack, month of a unit, card or wallet it is for. */
export interface Billed {
  readonly billId: string;
  readonly kind: string;
  readonly orderId: string | null;
  readonly number: string;
  readonly plate: string;
  readonly lotId: string;
  readonly lotName: string;
  readonly enteredAt: Date | null;
  readonly leftAt: Date | null;
  readonly paidAt: Date | null;
}

/** A bill with what of it was received, is invoiced, and can be. */
export interface Invoiceable extends Billed {
  readonly use: InvoiceUse;
  readonly receivedFen: number;
  readonly simulatedFen: number;
  readonly invoicedFen: number;
  readonly availableFen: number;
}

const FACTS = `r.bill_id, r.kind, case when r.kind = 'stay' then r.subject_id end as "orderId", r.plate, r.lot_id, l.name as "lotName",
  o.entered_at, o.left_at, r.paid_at,
  coalesce(o.order_no, k.pack_no, u.bill_no, c.card_no, w.mobile, '') as number`;
const JOINS = `join lot_fact l on l.tenant_id = r.tenant_id and l.id = r.lot_id
  left join stay_fact o on o.tenant_id = r.tenant_id and r.kind = 'stay' and o.id = r.subject_id
  left join pack_fact k on k.tenant_id = r.tenant_id and r.kind = 'pack' and k.id = r.subject_id
  left join unit_bill_fact u on u.tenant_id = r.tenant_id and r.kind = 'unit' and u.id = r.subject_id
  left join card_fact c on c.tenant_id = r.tenant_id and r.kind = 'card' and c.id = r.subject_id
  left join wallet_fact w on w.tenant_id = r.tenant_id and r.kind = 'wallet' and w.id = r.subject_id`;

/** What an invoice takes of each bill, with what the bill is for. */
export function findBilled(
  tx: TenantTx,
  invoiceId: string,
): Promise<(Billed & { readonly use: InvoiceUse; readonly amountFen: number })[]> {
  return tx.query(
    `select ${FACTS}, p.use, p.amount_fen from invoice_part p
     join receipt_fact r on r.tenant_id = p.tenant_id and r.bill_id = p.bill_id ${JOINS}
     where p.tenant_id = $1 and p.invoice_id = $2 order by o.entered_at, r.bill_id`,
    [tx.tenantId, invoiceId],
  );
}

/** How bills are looked for; those of all of it together are returned. */
export interface BilledSearch {
  readonly orderIds?: readonly string[];
  readonly plate?: string;
  /** Top-ups of the wallet of this mobile. */
  readonly mobile?: string;
  readonly orderNo?: string;
  /** Only what was paid since. */
  readonly since?: Date;
  readonly limit: number;
}

/** Returns paid bills that can be invoiced, or were, the last paid first. */
export async function findInvoiceables(tx: TenantTx, search: BilledSearch): Promise<Invoiceable[]> {
  const { orderIds = [], plate, mobile, orderNo, since = new Date(0), limit } = search;
  const rows = await tx.query<
    Billed & { receivedFen: number; simulatedFen: number; refundedFen: number; returningFen: number }
  >(
    `with wanted as (
       select b.id from stay_fact s join bill_fact b on b.tenant_id = s.tenant_id and b.kind = 'stay' and b.subject_id = s.id
         where s.tenant_id = $1 and (s.id = any($2::uuid[]) or s.plate = $3 or s.order_no = $5)
       union select b.id from unit_bill_fact u join bill_fact b on b.tenant_id = u.tenant_id and b.kind = 'unit' and b.subject_id = u.id
         where u.tenant_id = $1 and u.bill_no = $5
       union select id from bill_fact where tenant_id = $1 and plate = $3 and kind in ('pack', 'card', 'wallet')
       union select b.id from wallet_fact w join bill_fact b on b.tenant_id = w.tenant_id and b.kind = 'wallet' and b.subject_id = w.id
         where w.tenant_id = $1 and w.mobile = $4
     )
     select ${FACTS}, r.received_fen, r.simulated_fen, r.refunded_fen, r.returning_fen
     from wanted x join receipt_fact r on r.tenant_id = $1 and r.bill_id = x.id ${JOINS}
     where r.received_fen > 0 and r.paid_at >= $6 and r.kind = any($7)
     order by r.paid_at desc, r.bill_id limit $8`,
    [
      tx.tenantId,
      orderIds,
      plate === undefined ? null : normalizePlate(plate),
      mobile ?? null,
      orderNo ?? null,
      since,
      INVOICED_KINDS,
      limit,
    ],
  );
  const held = await heldOf(
    tx,
    rows.map((one) => one.billId),
  );
  return rows.map(({ refundedFen, returningFen, ...row }) => {
    const invoicedFen = held.get(row.billId) ?? 0;
    const availableFen = availableOf({ ...row, refundedFen, returningFen }, invoicedFen);
    return { ...row, use: purposeOf(row.kind)!, invoicedFen, availableFen };
  });
}

async function heldOf(tx: TenantTx, billIds: readonly string[]): Promise<Map<string, number>> {
  return new Map([...(await findInvoiced(tx, billIds))].map(([billId, one]) => [billId, one.heldFen]));
}

/** An invoice that takes a part of a bill. */
export interface InvoiceOfBill {
  readonly billId: string;
  readonly id: string;
  readonly state: 1 | 2 | 3 | 4 | 5;
  readonly kind: 'blue' | 'red';
  readonly invoiceNo: string | null;
  readonly linkCode: string;
  readonly amountFen: number;
}

/** Returns the invoices and red letters of bills, oldest first; those that were given up are left out. */
export function findInvoicesOf(tx: TenantTx, billIds: readonly string[]): Promise<InvoiceOfBill[]> {
  return tx.query<InvoiceOfBill>(
    `select p.bill_id, i.id, i.state, i.kind, i.invoice_no, i.link_code, p.amount_fen from invoice_part p
     join invoice i on i.tenant_id = p.tenant_id and i.id = p.invoice_id and i.state <= 4
     where p.tenant_id = $1 and p.bill_id = any($2::uuid[]) order by i.created_at, i.id`,
    [tx.tenantId, billIds],
  );
}
