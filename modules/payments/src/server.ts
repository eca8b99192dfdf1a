import { serverModule } from '@boyun/kernel/server';
import { arrearsReports, collectArrearsServer } from './arrears/arrears.server.ts';
import { payments } from './contract.ts';
import { payChannelServer, setPayKeysServer, testPayChannelServer } from './pay-channel/pay-channel.server.ts';
import { collectCashServer, getPayPageServer, paymentListServer, paySandboxServer } from './payment/payment.server.ts';
import { deliverNotices, sandboxNotices, sandboxQueries, unfinishedPayments } from './sandbox/sandbox.ingress.ts';

export { findPayments } from './payment/payment.server.ts';
export { settlePayment, startPayment, takeCash } from './payment/payment.service.ts';

/** The server door of money coming in. */
export const paymentsServer = serverModule(payments, new URL('../migrations/', import.meta.url), {
  resources: [payChannelServer],
  operations: [
    collectCashServer,
    collectArrearsServer,
    getPayPageServer,
    paySandboxServer,
    setPayKeysServer,
    testPayChannelServer,
  ],
  reports: [paymentListServer, ...arrearsReports],
  ingresses: [sandboxNotices, sandboxQueries],
  sweeps: [unfinishedPayments],
  start: deliverNotices,
});
