import { type Kernel, systemWho } from '@boyun/kernel/server';
import type { ContractNotice, Provider } from '../provider/provider.service.ts';
import { type Signed, takeContract } from './debit-contract.service.ts';

/**
 * Keeps what a genuine notice reports about the plate of an entry; `unknown` where the provider was told of no such entry. Our numbers of
 * entries are the digits of their ids.
 */
export function takeContractNotice(
  kernel: Kernel,
  tenantId: number,
  provider: Provider,
  { entryNo, ...report }: ContractNotice,
): Promise<'done' | 'unknown'> {
  if (!/^[0-9a-f]{32}$/.test(entryNo)) return Promise.resolve('unknown');
  return kernel.database.inTenant(systemWho(tenantId, provider.channel), async (tx) => {
    const [entry] = await tx.query<Signed>(
      `select channel, pay_channel_id, plate, plate_color from debit_entry
       where tenant_id = $1 and channel = $2 and id = $3::uuid`,
      [tenantId, provider.channel, entryNo],
    );
    if (!entry) return 'unknown';
    await takeContract(tx, entry, report);
    return 'done';
  });
}
