import { formatYuan } from '@boyun/domain/money';
import { type Jobs, type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { sendDirect } from '@boyun/push/server';
import { findInvoice, findLines, type InvoiceRow } from '../invoice/invoice.queries.ts';
import { invoiceSent } from '../invoice/invoice-event.contract.ts';
import type { InvoiceFiles, Issued } from '../provider/provider.service.ts';
import { invoiceDesk, invoiceProviderOf } from '../provider-choice/provider-choice.service.ts';
import { requestOf } from './request.queries.ts';

/** Seconds until files that were not ready are fetched again. */
const AGAIN_SECONDS = [5, 15, 60, 300, 1800];
/** After so many attempts the files are not fetched any more by themselves: the number of the invoice is known, its files are at the tax office. */
const MOST_ATTEMPTS = 12;

/** Fetches the files of an issued invoice, keeps them, and sends its link to who asked for it. */
export async function fetchFiles(kernel: Kernel, tenantId: number, invoiceId: string): Promise<void> {
  const who = systemWho(tenantId, 'invoice');
  const found = await kernel.database.inTenant(who, async (tx) => {
    const row = await findInvoice(tx, invoiceId, true);
    if (row?.state !== 3 || row.pdfFile) return null;
    const desk = await invoiceDesk(tx, kernel, row.invoiceSetId);
    const provider = invoiceProviderOf(row.provider);
    const seconds = AGAIN_SECONDS[Math.min(row.attemptCount, AGAIN_SECONDS.length - 1)]!;
    const nextAt = row.attemptCount < MOST_ATTEMPTS ? new Date(tx.now.getTime() + seconds * 1000) : null;
    await tx.query(
      'update invoice set attempt_count = attempt_count + 1, next_at = $3 where tenant_id = $1 and id = $2',
      [tx.tenantId, row.id, nextAt],
    );
    return desk && provider && { row, desk, provider, issued: await issuedOf(tx, row) };
  });
  if (!found) return;
  const { row, desk, provider, issued } = found;
  const files = await provider.fetchFiles(desk, issued);
  if (!files.pdf) return;
  const keys = await keepFiles(kernel, tenantId, row, files);
  await kernel.database.inTenant(who, async (tx) => {
    const kept = await tx.query(
      `update invoice set pdf_file = $3, ofd_file = $4, xml_file = $5, next_at = null, updated_at = $6
       where tenant_id = $1 and id = $2 and pdf_file is null returning id`,
      [tx.tenantId, row.id, keys.pdf, keys.ofd, keys.xml, tx.now],
    );
    if (kept.length > 0 && row.kind === 'blue') await sendLink(tx, kernel, row.id, row);
  });
}

async function issuedOf(tx: TenantTx, row: InvoiceRow): Promise<Issued> {
  const [blue] = await tx.query<{ invoiceNo: string }>(
    'select invoice_no from invoice where tenant_id = $1 and id = $2',
    [tx.tenantId, row.blueId],
  );
  const request = row.kind === 'blue' ? await requestOf(tx, row) : { ...row, lines: await findLines(tx, row.id) };
  return {
    ...request,
    invoiceNo: row.invoiceNo!,
    issuedAt: row.issuedAt!,
    files: row.fileUrls ?? { pdf: null, ofd: null, xml: null },
    blueNo: blue?.invoiceNo ?? null,
  };
}

const KINDS = ['pdf', 'ofd', 'xml'] as const;

async function keepFiles(kernel: Kernel, tenantId: number, { id, issuedAt }: InvoiceRow, files: InvoiceFiles) {
  const keys: Record<(typeof KINDS)[number], string | null> = { pdf: null, ofd: null, xml: null };
  for (const kind of KINDS) {
    const bytes = files[kind];
    if (!bytes) continue;
    const key = `${tenantId}/invoice/${issuedAt!.toISOString().slice(0, 10)}/${id}.${kind}`;
    await kernel.files.put(key, bytes);
    keys[kind] = key;
  }
  return keys;
}

/** Whether links can be sent: this installation is known under an address. */
export const hasSite = ({ configuration }: Pick<Kernel, 'configuration'>): boolean => configuration.publicUrl !== null;

/** Sends the link of an issued invoice to a mobile and a mail address; without a public address nothing is sent. Returns whether it was. */
export async function sendLink(
  tx: TenantTx,
  kernel: Pick<Kernel, 'configuration'> & { readonly jobs: Pick<Jobs, 'send'> },
  invoiceId: string,
  to: { readonly mobile: string | null; readonly email: string | null },
): Promise<boolean> {
  const { publicUrl } = kernel.configuration;
  const row = await findInvoice(tx, invoiceId, true);
  if (!publicUrl || row?.state !== 3 || (!to.mobile && !to.email)) return false;
  const [issuer] = await tx.query<{ issuerName: string }>(
    'select issuer_name from invoice_set where tenant_id = $1 and id = $2',
    [tx.tenantId, row.invoiceSetId],
  );
  const link = new URL(`/invoice/${row.linkCode}`, publicUrl).href;
  const { issuerName } = issuer!;
  const values = { amount: formatYuan(row.inclFen), number: row.invoiceNo!, issuer: issuerName, link };
  for (const [channel, recipient] of [['sms', to.mobile] as const, ['mail', to.email] as const])
    if (recipient) await sendDirect(tx, kernel.jobs, { channel, event: invoiceSent, recipient, values });
  await tx.query('update invoice set sent_at = $3 where tenant_id = $1 and id = $2', [tx.tenantId, row.id, tx.now]);
  const { requestNo, inclFen: amountFen, invoiceNo } = row;
  const data = { invoiceId, requestNo, amountFen, invoiceNo: invoiceNo!, link, issuerName };
  tx.emit(invoiceSent, { lotId: row.lotId, subjectId: invoiceId, data });
  return true;
}
