import type { TenantTx } from '@boyun/kernel/server';

/** What writing a tenant's rows takes: a transaction of that tenant, or one of the system that acts for it. */
export type Writer = Pick<TenantTx, 'query' | 'tenantId' | 'now' | 'newId'>;
