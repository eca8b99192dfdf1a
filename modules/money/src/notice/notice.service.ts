import { type Kernel, systemWho } from '@boyun/kernel/server';
import { settlePayment } from '../payment/payment.service.ts';
import type { Notice, Provider } from '../provider/provider.service.ts';
import { settleRefund } from '../refund/refund.service.ts';

/** Settles what a genuine notice reports; `refused` where the tenant may not use the provider: nothing is settled then. */
export function takeNotice(
  kernel: Kernel,
  provider: Provider,
  { tenantId, paymentNo, outcome, tradeNo, amountFen }: Notice,
): Promise<'done' | 'repeated' | 'unknown' | 'refused'> {
  // A genuine notice opens a barrier, so it waits only for the gate.
  return kernel.database.inTenant(
    systemWho(tenantId, provider.channel),
    async (tx) => {
      if (!(await provider.isOpen(tx))) return 'refused';
      return amountFen < 0
        ? settleRefund(tx, paymentNo, outcome, tradeNo, -amountFen)
        : settlePayment(tx, paymentNo, outcome, tradeNo, amountFen);
    },
    { pool: 'gate' },
  );
}
