import { serverModule } from '@boyun/kernel/server';
import { setPackTill } from '@boyun/vehicle-lists/server';
import { arrearsReports, collectArrearsServer, reminderServers } from './arrears/arrears.server.ts';
import { arrearsRuleServers } from './arrears/arrears-rule.server.ts';
import { arrearsReminders } from './arrears/reminder.jobs.ts';
import {
  cardEntryListServer,
  cardReturnsRefused,
  cardServer,
  cardServers,
  cardUseListServer,
} from './card/card.server.ts';
import { payments } from './contract.ts';
import { payChannelServer, setPayKeysServer, testPayChannelServer } from './pay-channel/pay-channel.server.ts';
import { takePackMoney } from './payment/pack-money.service.ts';
import { collectCashServer, getPayPageServer, paymentListServer, paySandboxServer } from './payment/payment.server.ts';
import { refundServers, refundsAsked } from './refund/refund.server.ts';
import { deliverNotices, sandboxNotices, sandboxQueries, unfinishedPayments } from './sandbox/sandbox.ingress.ts';

export { noteUse } from './card/card.queries.ts';
export { type CardPaid, payFromCard, readSwipe, type Swipe } from './card/card-pay.service.ts';
export { takesPhonePayments } from './pay-channel/pay-channel.service.ts';
export { findPayments } from './payment/payment.server.ts';
export { settlePayment, startPayment, takeCash } from './payment/payment.service.ts';
export { bookTrade, signNotice, type Told } from './sandbox/sandbox.service.ts';

setPackTill(takePackMoney);

/** The server door of money coming in. */
export const paymentsServer = serverModule(payments, new URL('../migrations/', import.meta.url), {
  resources: [payChannelServer, cardServer],
  operations: [
    collectCashServer,
    collectArrearsServer,
    ...reminderServers,
    ...arrearsRuleServers,
    getPayPageServer,
    paySandboxServer,
    setPayKeysServer,
    testPayChannelServer,
    ...cardServers,
    ...refundServers,
  ],
  reactions: [cardReturnsRefused, refundsAsked],
  reports: [cardEntryListServer, cardUseListServer, paymentListServer, ...arrearsReports],
  figures: [
    {
      name: 'paidFen',
      sql: `select tenant_id as "tenantId", sum(amount_fen)::bigint as value
        from payment where state = 'succeeded' and purpose not in ('card', 'card-refund') and paid_at >= $1 group by 1`,
      isRecent: true,
    },
  ],
  ingresses: [sandboxNotices, sandboxQueries],
  sweeps: [unfinishedPayments, arrearsReminders],
  start: deliverNotices,
});
