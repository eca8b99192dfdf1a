import type { Label, ReportRow } from '@boyun/kernel/contract';
import { notify, refreshLists } from '@boyun/kernel/web';
import { tenantList } from './tenant.contract.ts';

/** A tenant of the list. */
export type TenantRow = ReportRow<typeof tenantList>;

/** Input of the acts on a tenant. */
export const idOf = (row: TenantRow) => ({ tenantId: Number(row.id) });

/** Refetches the list of tenants. */
export const refreshTenants = () => refreshLists(tenantList.name);

/** Notifies the user of an act that succeeded, and refetches the list. */
export async function done(label: Label): Promise<void> {
  notify('good', label);
  await refreshTenants();
}
