import type { Jobs, TenantTx } from '@boyun/kernel/server';
import { findBilled } from './billed.queries.ts';
import type { InvoiceRow, Title } from './invoice.queries.ts';
import { invoiceRetried } from './invoice-event.contract.ts';
import { newRequestNo, queueInvoice, takeOverAt } from './issue.service.ts';

/**
 * Tries a failed invoice again, and returns its new number: the failed number is over, so that nothing is issued twice and the title may differ.
 * The invoice is locked.
 */
export async function retryWith(
  tx: TenantTx,
  jobs: Pick<Jobs, 'send'>,
  row: InvoiceRow,
  given: { readonly title: Title; readonly mobile: string | null; readonly email: string | null },
): Promise<string> {
  const { title, mobile, email } = given;
  const lotId = row.lotId ?? (await findBilled(tx, row.id))[0]!.lotId;
  const requestNo = await newRequestNo(tx, lotId);
  await tx.query(
    `update invoice set state = 1, request_no = $3, title_type = $4, title_name = $5, tax_number = $6, title_address = $7, title_phone = $8,
       title_bank = $9, title_account = $10, mobile = $11, email = $12, fail_reason = null, attempt_count = 0, next_at = $13, updated_at = $14
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      row.id,
      requestNo,
      title.titleType,
      title.titleName,
      title.taxNumber,
      title.titleAddress,
      title.titlePhone,
      title.titleBank,
      title.titleAccount,
      mobile ?? row.mobile,
      email ?? row.email,
      takeOverAt(tx),
      tx.now,
    ],
  );
  await queueInvoice(tx, jobs, row.id);
  const data = { invoiceId: row.id, requestNo, amountFen: row.inclFen };
  tx.emit(invoiceRetried, { lotId: row.lotId, subjectId: row.id, data });
  return requestNo;
}
