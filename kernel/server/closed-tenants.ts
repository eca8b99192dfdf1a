import { kernelRefusal, Refusal } from '../contract/refusal.ts';
import type { Query } from './statement.ts';

/** Whether an error says that a tenant is being erased; work for such a tenant is dropped instead of retried. */
export function isTenantErased(error: unknown): boolean {
  return error instanceof Refusal && error.rule.code === kernelRefusal['tenant-erased'].code;
}

/** The tenants that are being erased: this process refuses every transaction of theirs. */
export class ClosedTenants {
  readonly #ids = new Set<number>();

  has(tenantId: number): boolean {
    return this.#ids.has(tenantId);
  }

  /** Refuses the tenant's transactions from now on. There is no way back, because its rows are being deleted. */
  add(tenantId: number): void {
    this.#ids.add(tenantId);
  }

  /** Adds the tenants that the database marks as being erased. */
  async load(query: Query): Promise<void> {
    for (const { id } of await query<{ id: number }>('select id from tenant where erasing_at is not null'))
      this.add(id);
  }

  /** Throws `tenant-erased` for a tenant that is being erased. */
  refuse(tenantId: number): void {
    if (this.has(tenantId)) throw new Refusal(kernelRefusal['tenant-erased']);
  }

  /** Wraps a query so that rows of closed tenants, recognised by their column `tenantId`, are left out. */
  without(query: Query): Query {
    return async <T>(...asked: Parameters<Query>) =>
      (await query<T>(...asked)).filter((row) => !this.has((row as { tenantId?: number }).tenantId ?? 0));
  }
}
