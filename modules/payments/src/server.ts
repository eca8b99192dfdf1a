import { fill } from '@boyun/kernel/contract';
import { reminderKinds, retainedLog, retainedTable, serverModule } from '@boyun/kernel/server';
import { billKinds } from '@boyun/money/server';
import { orderList } from '@boyun/orders/contract';
import { applyReviews } from '@boyun/reviews/server';
import { arrearsReports, collectArrearsServer, reminderServers } from './arrears/arrears.server.ts';
import { getArrearsStatementServer } from './arrears/arrears-statement.server.ts';
import { arrearsReminder } from './arrears/reminder.service.ts';
import { debitsCounted, debitsEnded, doubleDebitsReturned, entriesTold } from './auto-debit/auto-debit.service.ts';
import { card } from './card/card.contract.ts';
import {
  cardEntryListServer,
  cardReturnsRefused,
  cardServer,
  cardServers,
  cardUseListServer,
} from './card/card.server.ts';
import { askCardReturn } from './card/card.service.ts';
import { cardPurchases } from './card/card-bill.service.ts';
import { putBackOnCard } from './card/card-pay.service.ts';
import { payments } from './contract.ts';
import { applyCouponServer } from './payment/pay-coupon.server.ts';
import { payReturns } from './payment/pay-return.ingress.ts';
import { collectCashServer, getPayPageServer, paymentListServer, paySandboxServer } from './payment/payment.server.ts';
import { codeServers } from './payment-code/payment-code.server.ts';
import { placeCodeListServer, placeCodeServers } from './place-code/place-code.server.ts';
import { refundServers } from './refund/refund.server.ts';
import { askRefund } from './refund/refund.service.ts';
import { startPayServer } from './start-pay/start-pay.server.ts';
import { storedReturns } from './stored-value/stored-return.service.ts';

export { remindDebtor, takeArrears } from './arrears/arrears.server.ts';
export { beginDebit, type DebitOffer, offerDebit } from './auto-debit/auto-debit.service.ts';
export { noteUse } from './card/card.queries.ts';
export { type CardPaid, payFromCard, readSwipe, type Swipe } from './card/card-pay.service.ts';
export {
  askedNow,
  carClaim,
  collectPayment,
  dueAt,
  requireUnclaimed,
  startPayment,
  takeCash,
  takeCashInHand,
} from './payment/payment.service.ts';
export { findScanned, type PlaceCode } from './place-code/place-code.queries.ts';
export { waitingPlate } from './place-code/place-code.server.ts';
export { placeCodesOf, placePath } from './place-code/place-code.service.ts';
export { type StoredMove, writeEntry } from './stored-value/stored-entry.queries.ts';
export { type StoredReturn, storedReturns } from './stored-value/stored-return.service.ts';
export { serveStoredEntries } from './stored-value/stored-value.server.ts';

/** The server door of taking money. */
export const paymentsServer = serverModule(payments, new URL('../migrations/', import.meta.url), {
  resources: [cardServer],
  operations: [
    collectCashServer,
    collectArrearsServer,
    getArrearsStatementServer,
    ...reminderServers,
    getPayPageServer,
    paySandboxServer,
    applyCouponServer,
    startPayServer,
    ...codeServers,
    ...cardServers,
    ...refundServers,
    ...placeCodeServers,
  ],
  ingresses: [payReturns],
  reactions: [cardReturnsRefused, entriesTold, debitsEnded, debitsCounted, doubleDebitsReturned],
  reports: [cardEntryListServer, cardUseListServer, paymentListServer, placeCodeListServer, ...arrearsReports],
  figures: [
    {
      name: 'paidFen',
      // What is put on cards and into wallets is earned when it is spent.
      sql: `select m.tenant_id, sum(m.amount_fen)::bigint as value
        from money_fact m join bill_fact b on b.tenant_id = m.tenant_id and b.id = m.bill_id
        where m.state = 'succeeded' and b.kind not in ('card', 'wallet') and m.paid_at >= $1 group by 1`,
      isRecent: true,
    },
  ],
  retained: [
    retainedLog({ key: 'passing', part: 'cards', table: 'card_use' }),
    retainedTable({ key: 'passing', part: 'look-ups', table: 'stay_lookup' }),
    retainedLog({ key: 'pushSend', part: 'reminders', table: 'arrears_reminder' }),
  ],
  slots: [
    fill(billKinds, { card: cardPurchases.bills }),
    fill(storedReturns, { card: putBackOnCard }),
    applyReviews(card.can.list, askCardReturn),
    applyReviews(orderList.access, askRefund),
    fill(reminderKinds, arrearsReminder),
  ],
});
