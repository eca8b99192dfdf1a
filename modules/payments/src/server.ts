import { serverModule } from '@boyun/kernel/server';
import { payments } from './contract.ts';
import { collectCashServer, getPayPageServer, paymentListServer, paySandboxServer } from './payment/payment.server.ts';
import { deliverNotices, sandboxNotices, unfinishedPayments } from './sandbox/sandbox.ingress.ts';

export { findPayments } from './payment/payment.server.ts';
export { settlePayment, startPayment, takeCash } from './payment/payment.service.ts';

/** The server door of money coming in. */
export const paymentsServer = serverModule(payments, new URL('../migrations/', import.meta.url), {
  operations: [collectCashServer, getPayPageServer, paySandboxServer],
  reports: [paymentListServer],
  ingresses: [sandboxNotices],
  sweeps: [unfinishedPayments],
  start: deliverNotices,
});
