import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { lockReceipts } from '@boyun/money/server';
import { findInvoiced, findParts, type InvoiceRow } from '../invoice/invoice.queries.ts';
import { invoiceFailed, invoiceIssued } from '../invoice/invoice-event.contract.ts';
import { balanceBills, lockWithBills } from '../invoice/red.service.ts';
import {
  type Desk,
  InvoicePlatformRefused,
  InvoicePlatformSilent,
  type InvoiceProvider,
  type InvoiceRequest,
  type Outcome,
  type RedRequest,
} from '../provider/provider.service.ts';
import { invoiceDesk, invoiceProviderOf } from '../provider-choice/provider-choice.service.ts';
import { redRequestOf, requestOf } from './request.queries.ts';

/** Seconds until a provider is asked again, by how often it was. */
const AGAIN_SECONDS = [3, 5, 10, 20, 60, 180, 600, 1800];

const againAt = ({ now }: Pick<TenantTx, 'now'>, attempts: number): Date =>
  new Date(now.getTime() + AGAIN_SECONDS[Math.min(attempts, AGAIN_SECONDS.length - 1)]! * 1000);

/** What is asked of a provider: an invoice, or a red letter. */
type Asked = { readonly blue: InvoiceRequest } | { readonly red: RedRequest };

interface Handed {
  readonly row: InvoiceRow;
  readonly provider: InvoiceProvider;
  readonly desk: Desk;
  readonly asked: Asked;
  /** It may be with the provider already: it is queried before it is requested again. */
  readonly wasSent: boolean;
}

const REFUNDED = '款项已退款或减少，不能按原金额开票，请撤销后重新申请';

/**
 * Hands an invoice to its provider, or asks what became of it, and books the answer. What is requested was committed before; a request whose
 * answer was lost is queried, and made again with the same number where the provider does not know it.
 */
export async function handOver(kernel: Kernel, tenantId: number, invoiceId: string): Promise<void> {
  const handed = await inTenant(kernel, tenantId, (tx) => prepare(tx, kernel, invoiceId));
  if (!handed) return;
  const { row } = handed;
  try {
    const outcome = await ask(handed);
    if (outcome) await bookOutcome(kernel, tenantId, row.id, row.requestNo, outcome);
  } catch (error) {
    if (error instanceof InvoicePlatformRefused) {
      const reason = `${error.message}（${error.code}）`;
      await bookOutcome(kernel, tenantId, row.id, row.requestNo, { kind: 'failed', reason });
    } else if (error instanceof InvoicePlatformSilent)
      kernel.log.warn({ tenantId, invoiceId, err: error }, 'the invoice platform is asked again');
    else throw error;
  }
}

const inTenant = <T>(kernel: Kernel, tenantId: number, work: (tx: TenantTx) => Promise<T>): Promise<T> =>
  kernel.database.inTenant(systemWho(tenantId, 'invoice'), work);

/** Commits that an invoice is with its provider; null where there is nothing to do. */
async function prepare(tx: TenantTx, kernel: Kernel, invoiceId: string): Promise<Handed | null> {
  const row = await lockWithBills(tx, invoiceId);
  if (!row || (row.state !== 1 && row.state !== 2)) return null;
  const wasSent = row.state === 2;
  if (!wasSent && row.kind === 'blue' && !(await isCovered(tx, kernel, row))) {
    await fail(tx, row, REFUNDED);
    return null;
  }
  const provider = invoiceProviderOf(row.provider);
  const desk = await invoiceDesk(tx, kernel, row.invoiceSetId);
  const red = row.kind === 'red' ? await redRequestOf(tx, row) : null;
  if (!provider || !desk || (row.kind === 'red' && !red)) return null;
  const asked = red ? { red } : { blue: await requestOf(tx, row) };
  await tx.query(
    `update invoice set state = 2, attempt_count = attempt_count + 1, next_at = $3, updated_at = $4 where tenant_id = $1 and id = $2`,
    [tx.tenantId, row.id, againAt(tx, row.attemptCount), tx.now],
  );
  return { row, provider, desk, asked, wasSent };
}

/** Whether the money of an invoice is still there: some may have gone back since it was asked for. */
async function isCovered(tx: TenantTx, { jobs }: Kernel, row: InvoiceRow): Promise<boolean> {
  const billIds = (await findParts(tx, row.id)).map((one) => one.billId);
  await balanceBills(tx, jobs, billIds, '退款');
  const invoiced = await findInvoiced(tx, billIds);
  return (await lockReceipts(tx, billIds)).every(({ billId, receivedFen, refundedFen }) => {
    const { blueFen = 0, redAskedFen = 0 } = invoiced.get(billId) ?? {};
    return blueFen - redAskedFen <= receivedFen - refundedFen;
  });
}

async function ask({ row, provider, desk, asked, wasSent }: Handed): Promise<Outcome | null> {
  if (wasSent) {
    const found = await provider.query(desk, { ...row, isRed: row.kind === 'red' });
    if (found === 'open') return null;
    if (found) return found;
  }
  return 'red' in asked ? provider.issueRed(desk, asked.red) : provider.issue(desk, asked.blue);
}

/** Books what became of an invoice, unless that is known already or it has been tried again under another number meanwhile. */
async function bookOutcome(
  kernel: Kernel,
  tenantId: number,
  invoiceId: string,
  requestNo: string,
  outcome: Outcome,
): Promise<void> {
  await inTenant(kernel, tenantId, async (tx) => {
    const row = await lockWithBills(tx, invoiceId);
    if (row?.state !== 2 || row.requestNo !== requestNo) return;
    if (outcome.kind === 'failed') return fail(tx, row, outcome.reason);
    const { invoiceNo, providerNo, issuedAt, files } = outcome;
    await tx.query(
      `update invoice set state = 3, invoice_no = $3, provider_no = $4, issued_at = $5, file_urls = $6, fail_reason = null, attempt_count = 0,
         next_at = $7, updated_at = $7
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, row.id, invoiceNo, providerNo, issuedAt, JSON.stringify(files), tx.now],
    );
    const data = { invoiceId, requestNo, amountFen: row.inclFen, invoiceNo };
    tx.emit(invoiceIssued, { lotId: row.lotId, subjectId: invoiceId, data });
    // Money that went back while the invoice was under way.
    if (row.kind === 'blue') {
      const billIds = (await findParts(tx, invoiceId)).map((one) => one.billId);
      await balanceBills(tx, kernel.jobs, billIds, '退款');
    }
  });
}

async function fail(tx: TenantTx, row: InvoiceRow, reason: string): Promise<void> {
  await tx.query(
    'update invoice set state = 4, fail_reason = $3, next_at = null, updated_at = $4 where tenant_id = $1 and id = $2',
    [tx.tenantId, row.id, reason.slice(0, 500), tx.now],
  );
  const { id: invoiceId, requestNo, inclFen: amountFen } = row;
  tx.emit(invoiceFailed, {
    lotId: row.lotId,
    subjectId: invoiceId,
    data: { invoiceId, requestNo, amountFen, reason: reason.slice(0, 500) },
  });
}
