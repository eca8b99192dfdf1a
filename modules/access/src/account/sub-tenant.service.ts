import { singleSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** Finds the part of the tenant that an account belongs to and is limited to; null where it belongs to the tenant itself. */
export const subTenantOf = singleSlot<(tx: TenantTx, accountId: string) => Promise<string | null>>('access.sub-tenant');
