import type { TenantTx } from './database.ts';
import type { Kernel } from './kernel.ts';
import { systemWho } from './who.ts';

/** Search of a sweep over all tenants: a statement whose rows contain their `tenantId`. */
interface Search {
  readonly sql: string;
  readonly values?: readonly unknown[];
}

interface Found {
  readonly tenantId: number;
}

/**
 * Finds rows over all tenants and processes each in a transaction of its tenant. The work must check again what it found, because another
 * process may have been faster. A failing row does not stop the others; the first error is thrown at the end.
 */
export function sweepTenants<T extends Found = Found>(
  kernel: Pick<Kernel, 'database' | 'log'>,
  search: Search,
  work: (tx: TenantTx, found: T) => Promise<unknown>,
): Promise<void> {
  return sweepFound<T>(kernel, search, (found) =>
    kernel.database.inTenant(systemWho(found.tenantId), (tx) => work(tx, found)),
  );
}

/** Like `sweepTenants`, for work that opens its own transactions. */
export async function sweepFound<T extends Found = Found>(
  { database, log }: Pick<Kernel, 'database' | 'log'>,
  { sql, values = [] }: Search,
  work: (found: T) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const found of await database.system<T>(sql, values))
    try {
      await work(found);
    } catch (error) {
      log.warn({ tenantId: found.tenantId, err: error }, 'a sweep failed for a tenant');
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}
