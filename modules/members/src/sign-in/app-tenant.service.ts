import { type Language, Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho, type TenantTx } from '@boyun/kernel/server';
import { appRefusal } from './sign-in.contract.ts';

/** Runs work for a visitor of a tenant's app; refuses a tenant that there is not. */
export async function inApp<T>(
  kernel: Kernel,
  tenant: string,
  language: Language,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  const [found] = await kernel.database.systemOf.driver<{ id: number }>(
    `select id from tenant where code = $1 and state = 'active' and kind = 'operator'`,
    [tenant],
  );
  if (!found) throw new Refusal(appRefusal['unknown-tenant']);
  return kernel.database.inTenant({ ...systemWho(found.id, 'driver'), kind: 'visitor', language }, work);
}
