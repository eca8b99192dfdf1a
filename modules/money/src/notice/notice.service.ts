import { type Kernel, systemWho } from '@boyun/kernel/server';
import { settlePayment } from '../payment/payment.service.ts';
import type { Notice, Provider } from '../provider/provider.service.ts';
import { settleRefund } from '../refund/refund.service.ts';
import { keepUnknown } from '../unknown-payment/unknown-payment.queries.ts';

/**
 * Settles what a genuine notice reports; what cannot be booked is kept. `refused` where the tenant may not use the provider: nothing is
 * settled then.
 */
export function takeNotice(
  kernel: Kernel,
  provider: Provider,
  notice: Notice,
): Promise<'done' | 'repeated' | 'unknown' | 'refused'> {
  const { tenantId, paymentNo, outcome, tradeNo, amountFen, reason } = notice;
  // A genuine notice opens a barrier, so it waits only for the gate.
  return kernel.database.inTenant(
    systemWho(tenantId, provider.channel),
    async (tx) => {
      if (!(await provider.isOpen(tx))) return 'refused';
      const result =
        amountFen < 0
          ? await settleRefund(tx, paymentNo, outcome, tradeNo, -amountFen, reason)
          : await settlePayment(tx, paymentNo, outcome, tradeNo, amountFen, reason);
      if (result === 'unknown' && outcome === 'success') await keepUnknown(tx, provider.channel, notice);
      return result;
    },
    { pool: 'gate' },
  );
}
