import type { TenantTx } from '@boyun/kernel/server';

/** The part of a transaction needed to write a tenant's rows: one of that tenant, or a system transaction acting for it. */
export type Writer = Pick<TenantTx, 'query' | 'tenantId' | 'now' | 'newId'>;
