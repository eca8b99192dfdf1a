import { maskPhone } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** Returns the SMS that were sent to a mobile. */
export function findSendsTo(tx: TenantTx, mobile: string): Promise<{ at: Date; title: string; body: string }[]> {
  return tx.query('select at, title, body from push_send where tenant_id = $1 and recipient = $2 order by id', [
    tx.tenantId,
    mobile,
  ]);
}

/** Takes number and words off the SMS to a mobile, and off those that wait; returns how many there were. */
export async function forgetReceiver(tx: TenantTx, mobile: string): Promise<number> {
  const rows = await tx.query(
    `update push_send set recipient = $3, body = '—', state = case when state = 'waiting' then 'failed' else state end
     where tenant_id = $1 and recipient = $2 returning id`,
    [tx.tenantId, mobile, maskPhone(mobile)],
  );
  return rows.length;
}
