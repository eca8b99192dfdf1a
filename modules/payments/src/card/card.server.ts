import { randomInt } from 'node:crypto';
import { formatYuan } from '@boyun/domain/money';
import { isPlate, normalizePlate, temporaryPlate } from '@boyun/domain/plate';
import { disabledReason, Refusal, type Row } from '@boyun/kernel/contract';
import {
  byPlate,
  coversLots,
  handle,
  notFound,
  reaction,
  serveReport,
  serveResource,
  type TenantTx,
} from '@boyun/kernel/server';
import type { RefundWay, TakeMethod } from '@boyun/money/contract';
import { requireOrder } from '@boyun/orders/server';
import { reviewRejected, reviewWithdrawn } from '@boyun/reviews/contract';
import { requireUnclaimed } from '../payment/payment.service.ts';
import { serveStoredEntries } from '../stored-value/stored-value.server.ts';
import {
  card,
  cardRefusal,
  cardTransitions,
  findCard,
  loseCard,
  payByCard,
  rechargeCard,
  replaceCard,
  returnCard,
} from './card.contract.ts';
import { type CardRow, lockCard, noteUse } from './card.queries.ts';
import { askReturn, checkChip, recharge, refuseReturn, replace, report } from './card.service.ts';
import { CardRefusal, cardEntryList, cardUseList } from './card-list.contract.ts';
import { charge, whyUnusable } from './card-pay.service.ts';
import { cardReviews } from './card-review.contract.ts';

/** Cards: one chip and one number a card, its plates are plates; what is over is not changed. */
export const cardServer = serveResource(card, {
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as Row<typeof card>;
    const reason = before && disabledReason(cardTransitions, 'change', before.state as CardRow['state']);
    if (reason) throw new Refusal(cardRefusal['not-possible'], { reason: reason[tx.who.language] });
    const plates = [...new Set(row.plates.map(normalizePlate))];
    for (const plate of plates) if (!isPlate(plate)) throw new Refusal(cardRefusal['bad-plate'], { plate });
    if (row.validUntil && row.validUntil < row.validFrom) throw new Refusal(cardRefusal['ends-before-start']);
    checkLots(tx, row.lotIds);
    return {
      ...values,
      plates,
      chipUid: checkChip(row.chipUid),
      ...(before ? {} : { tempPlate: temporaryPlate(() => randomInt(1_000_000) / 1_000_000) }),
    };
  },
});

/** Who sees some lots only gives out cards for these alone. */
function checkLots(tx: TenantTx, lotIds: readonly string[]): void {
  if (tx.who.lotIds !== null && lotIds.length === 0) throw new Refusal(cardRefusal['lots-needed']);
  if (!coversLots(tx.who, lotIds)) throw notFound(tx.who, { zh: '车场', en: 'Parking lot' });
}

const subjectOf = (row: Pick<CardRow, 'id' | 'cardNo'>) => ({
  subjectKind: 'card',
  subjectId: row.id,
  subject: row.cardNo,
});

/** What is done with cards, and paying from one where cash is taken. */
export const cardServers = [
  handle(rechargeCard, async (tx, { cardId, amountFen, method, note }, act) => {
    const { card: row, taken } = await recharge(tx, cardId, { amountFen, method: method as TakeMethod, note });
    const balanceFen = row.balanceFen + (taken.state === 'paid' ? amountFen : 0);
    act.describe({
      ...subjectOf(row),
      before: { balanceFen: row.balanceFen },
      after: { balanceFen, amountFen, method, paymentNo: taken.paymentNo, note },
    });
    return { ...taken, balanceFen };
  }),
  ...([loseCard, findCard] as const).map((operation) =>
    handle(operation, async (tx, { cardId, note }, act) => {
      const name = operation === loseCard ? 'lose' : 'find';
      const row = await report(tx, cardId, name, note);
      const after = { state: cardTransitions[name].to, note };
      act.describe({ ...subjectOf(row), before: { state: row.state }, after });
      return {};
    }),
  ),
  handle(replaceCard, async (tx, { cardId, ...next }, act) => {
    const done = await replace(tx, cardId, next);
    const { balanceFen, state } = done.card;
    act.describe({ ...subjectOf(done.card), before: { state }, after: { state: 'replaced', balanceFen, ...next } });
    return { cardId: done.newId, balanceFen };
  }),
  handle(returnCard, async (tx, { cardId, method, note }, act) => {
    const done = await askReturn(tx, { cardId, method: method as RefundWay, note });
    const { balanceFen, state } = done.card;
    const { reviewId, isPending, effect } = done.asked;
    act.describe({
      ...subjectOf(done.card),
      before: { state, balanceFen },
      after: { method, note, effect },
    });
    return { reviewId, isPending, amountFen: balanceFen };
  }),
  handle(payByCard, async (tx, { orderId, cardNo, amountFen, isDespiteClaim }, act) => {
    const order = await requireOrder(tx, orderId);
    await requireUnclaimed(tx, orderId, isDespiteClaim);
    const { lotId, plate } = order;
    const found = await lockCard(tx, 'card_no', cardNo);
    if (!found) throw new Refusal(cardRefusal['unknown-number'], { cardNo });
    const unusable = whyUnusable(found, { lotId, plate, now: tx.now });
    if (unusable) throw new Refusal(cardRefusal.unusable, { cardNo, reason: CardRefusal[unusable][tx.who.language] });
    if (found.balanceFen < amountFen) {
      const [balance, due] = [formatYuan(found.balanceFen), formatYuan(amountFen)];
      throw new Refusal(cardRefusal.short, { balance, due });
    }
    const { payment, balanceFen } = await charge(tx, found, order, amountFen);
    await noteUse(tx, {
      card: found,
      chipUid: found.chipUid,
      lotId,
      laneId: null,
      passingId: null,
      orderId,
      plate,
      direction: null,
      result: 'paid',
      reason: null,
      amountFen,
      balanceFen,
    });
    const { paymentNo } = payment;
    act.describe({
      subjectKind: 'order',
      subjectId: orderId,
      subject: `${order.orderNo} ${plate}`,
      after: { amountFen, cardNo, paymentNo },
    });
    return { paymentNo, balanceFen };
  }),
];

/** What others did not agree to: the card goes on. */
export const cardReturnsRefused = reaction('card-returns-refused', [reviewRejected, reviewWithdrawn], {
  wants: ({ data }) => data.kind === cardReviews.return.name,
  async react(tx, { subjectId }) {
    if (subjectId) await refuseReturn(tx, subjectId);
  },
});

/** The movements of cards. */
export const cardEntryListServer = serveStoredEntries(cardEntryList, {
  kind: 'card',
  filters: { cardNo: 's.card_no = ?' },
  columns: { cardNo: 's.card_no' },
  totals: { rechargedFen: "case when e.kind = 'recharge' then e.amount_fen end" },
});

export const cardUseListServer = serveReport(cardUseList, {
  from: 'card_use',
  as: 'u',
  columnJoins: 'left join card c on c.tenant_id = u.tenant_id and c.id = u.card_id',
  lot: 'u.lot_id',
  own: null,
  filters: {
    cardNo: 'u.card_id in (select id from card where tenant_id = u.tenant_id and card_no = ?)',
    plate: byPlate('u.plate'),
  },
  period: 'u.at',
  columns: { cardNo: 'c.card_no', holderName: 'c.holder_name' },
  order: 'u.at desc, u.id desc',
  totals: { paidFen: "case when u.result = 'paid' then u.amount_fen end" },
});
