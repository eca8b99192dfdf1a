import { type Kernel, systemWho } from '@boyun/kernel/server';
import { compareDay } from '../compare/compare-day.service.ts';
import { dueBills, fetchDay } from './fetch-bill.jobs.ts';
import { loadImport } from './load-bill.service.ts';

/** Does the work of a tenant's jobs at once: fetches the bills that are due, reads the waiting files, compares the changed days. */
export async function workOffBills(kernel: Kernel, tenantId: number): Promise<void> {
  const idsOf = (sql: string) =>
    kernel.database.inTenant(systemWho(tenantId), async (tx) =>
      (await tx.query<{ id: string }>(sql, [tenantId])).map((one) => one.id),
    );
  await dueBills.run(kernel);
  const asked =
    'select id from channel_day where tenant_id = $1 and fetch_count > 0 and fetch_after is not null order by day';
  for (const id of await idsOf(asked)) await fetchDay(kernel, tenantId, id);
  const waiting = `select id from bill_import where tenant_id = $1 and state = 'waiting' order by created_at, id`;
  for (const id of await idsOf(waiting)) await loadImport(kernel, tenantId, id);
  const changed = `select id from channel_day where tenant_id = $1 and state <> 'closed'
    and compared_revision is distinct from revision order by day`;
  for (const id of await idsOf(changed)) await compareDay(kernel, tenantId, id);
}
