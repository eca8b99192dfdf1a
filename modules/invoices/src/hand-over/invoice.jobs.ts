import type { Kernel, Sweep } from '@boyun/kernel/server';
import { INVOICE_JOB } from '../invoice/issue.service.ts';
import { fetchFiles } from './deliver.service.ts';
import { handOver } from './hand-over.service.ts';

/** Does what is next for an invoice: hands it over, asks about it, fetches its files. */
export async function workInvoice(kernel: Kernel, tenantId: number, invoiceId: string): Promise<void> {
  await handOver(kernel, tenantId, invoiceId);
  await fetchFiles(kernel, tenantId, invoiceId);
}

/** Runs the jobs of invoices, several at a time, because they wait for platforms. */
export const workInvoices = (kernel: Kernel): Promise<void> =>
  kernel.jobs.work(INVOICE_JOB, ({ tenantId, invoiceId }) => workInvoice(kernel, Number(tenantId), String(invoiceId)), {
    isWaiting: true,
  });

/** Most invoices of a tenant in one run. */
const MOST = 10;

/**
 * Goes on with invoices whose time has come: those under way, those whose files are missing, those whose job was lost. Tenants do not wait for
 * the platforms of others.
 */
export const dueInvoices: Sweep = {
  name: 'due-invoices',
  everySeconds: 3,
  async run(kernel) {
    const due = await kernel.database.system<{ tenantId: number; id: string }>(
      `select tenant_id, id from (
         select tenant_id, id, row_number() over (partition by tenant_id order by next_at) as place from invoice where next_at <= $1) due
       where place <= $2`,
      [kernel.clock.now(), MOST],
    );
    await Promise.all([...Map.groupBy(due, (one) => one.tenantId).values()].map((own) => workInTurn(kernel, own)));
  },
};

async function workInTurn(kernel: Kernel, own: readonly { tenantId: number; id: string }[]): Promise<void> {
  for (const { tenantId, id } of own)
    try {
      await workInvoice(kernel, tenantId, id);
    } catch (error) {
      kernel.log.warn({ tenantId, invoiceId: id, err: error }, 'an invoice is tried again');
    }
}
