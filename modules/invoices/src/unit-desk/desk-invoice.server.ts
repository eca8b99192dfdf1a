import { requireOwnBill } from '@boyun/groups/server';
import { Refusal } from '@boyun/kernel/contract';
import { handle, type TenantTx } from '@boyun/kernel/server';
import { findInvoiceables } from '../invoice/billed.queries.ts';
import type { Title } from '../invoice/invoice.queries.ts';
import { invoiceRefusal } from '../invoice/invoice-act.contract.ts';
import { requestInvoices } from '../invoice/issue.service.ts';
import { withOffers } from '../invoice/offered.service.ts';
import { readTitle } from '../invoice/title.service.ts';
import { getDeskInvoices, issueDeskInvoice } from './desk-invoice.contract.ts';

/** The title of the last invoice of a unit, without its telephone. */
async function lastTitleOf(tx: TenantTx, unitId: string) {
  const [title] = await tx.query<Omit<Title, 'titlePhone'> & { email: string | null }>(
    `select i.title_type, i.title_name, i.tax_number, i.title_address, i.title_bank, i.title_account, i.email
     from unit_bill_fact u
     join bill_fact b on b.tenant_id = u.tenant_id and b.kind = 'unit' and b.subject_id = u.id
     join invoice_part p on p.tenant_id = b.tenant_id and p.bill_id = b.id
     join invoice i on i.tenant_id = p.tenant_id and i.id = p.invoice_id and i.kind = 'blue'
     where u.tenant_id = $1 and u.unit_id = $2 order by i.created_at desc, i.id desc limit 1`,
    [tx.tenantId, unitId],
  );
  return title ?? null;
}

/** The bill of money of a bill of the caller's unit; null where nothing was received for it. */
async function findOffered(tx: TenantTx, orderNo: string) {
  const [bill] = await withOffers(tx, await findInvoiceables(tx, { orderNo, limit: 1 }));
  return bill ?? null;
}

/** What a unit does about invoices at its desk; each act reaches bills of its own alone. */
export const deskInvoiceServers = [
  handle(getDeskInvoices, async (tx, { unitBillId }) => {
    const { billNo, unitId } = await requireOwnBill(tx, unitBillId);
    const bill = await findOffered(tx, billNo);
    return {
      availableFen: bill?.availableFen ?? 0,
      hasSpecial: bill?.hasSpecial ?? false,
      blocked: bill?.blocked ?? null,
      invoices: (bill?.invoices ?? []).map(({ billId: _, linkCode, ...one }) => ({
        ...one,
        linkPath: `/invoice/${linkCode}`,
      })),
      title: await lastTitleOf(tx, unitId),
    };
  }),
  handle(issueDeskInvoice, async (tx, { unitBillId, invoiceType, mobile, email, remark, ...title }, act, { jobs }) => {
    const { billNo } = await requireOwnBill(tx, unitBillId);
    const bill = await findOffered(tx, billNo);
    if (!bill) throw new Refusal(invoiceRefusal['not-received']);
    const { requestId, invoices } = await requestInvoices(tx, jobs, {
      items: [{ billId: bill.billId, amountFen: null }],
      invoiceType,
      title: readTitle(tx, title),
      mobile,
      email,
      remark,
      source: 'unit',
    });
    act.describe({
      subjectKind: 'invoice',
      subjectId: invoices[0]!.id,
      subject: `${billNo} ${title.titleName}`,
      after: { invoices: invoices.length, amountFen: invoices.reduce((sum, one) => sum + one.inclFen, 0) },
    });
    return { requestId, invoices };
  }),
];
