import type { TenantTx } from '@boyun/kernel/server';
import type { TakeMethod } from '@boyun/money/contract';
import { book, purchasesOf, type Refund, refundMoney, type Taken } from '@boyun/money/server';
import { mayRecharge } from './card.contract.ts';
import { type CardRow, factsOf, findGivenBack, lockCard, moveMoney } from './card.queries.ts';
import { cardRecharged, cardRefunded, cardRefundFailed } from './card-event.contract.ts';

const CARD = 'card';

/** The bill of a top-up of a card. */
const billOf = ({ id: subjectId, lotId, plates }: CardRow) => ({
  kind: CARD,
  subjectId,
  number: 1,
  lotId,
  plate: plates[0] ?? '',
  grossFen: 0,
  reducedFen: 0,
});

/** What a purchase keeps of its top-up. */
interface Kept {
  readonly note: string | null;
}

/** Each top-up of a card is a purchase; what is on the card is owed to its holder until it is spent. */
export const cardPurchases = purchasesOf<CardRow, Kept>({
  kind: CARD,
  takenBy: mayRecharge,
  credit: (cardId) => ({ account: 'card', party: cardId }),
  // Cards have events of their own: a top-up is not received until it is spent.
  hasOwnEvents: true,
  lock: (tx, cardId) => lockCard(tx, 'id', cardId),
  // What is on a card that is reported lost is kept; a card that is given back or replaced takes no more.
  isPossible: async (_tx, { state }) => state === 'issued' || state === 'lost',
  async paid(tx, card, { amountFen, payload, actorId, actorName }, { paymentId, paymentNo, channel }) {
    const actor = { id: actorId, name: actorName };
    const move = { kind: 'recharge', amountFen, lotId: card.lotId, paymentId, note: payload.note, actor } as const;
    const balanceFen = await moveMoney(tx, card, move);
    return { type: cardRecharged, ...factsOf(card, { paymentId, paymentNo, channel, amountFen, balanceFen }) };
  },
  async refunded(tx, paid, { refundId: paymentId, refundNo: paymentNo, channel, appliedFen }) {
    const card = (await lockCard(tx, 'id', await findGivenBack(tx, paymentId)))!;
    const { balanceFen } = card;
    // A provider returns the money of the card it was paid for, which may have been replaced by this one.
    await moveOwed(tx, card, paid.id, appliedFen);
    tx.emit(cardRefunded, factsOf(card, { paymentId, paymentNo, channel, amountFen: -appliedFen, balanceFen }));
  },
  async refundFailed(tx, _paid, { id: refundId, amountFen }) {
    const card = (await lockCard(tx, 'id', await findGivenBack(tx, refundId)))!;
    const move = { kind: 'refund-failed', amountFen, lotId: card.lotId, refundId, note: null } as const;
    const balanceFen = await moveMoney(tx, card, move);
    tx.emit(cardRefundFailed, factsOf(card, { amountFen, balanceFen }));
  },
});

/** Tops up a locked card. */
export function takeTopUp(
  tx: TenantTx,
  card: CardRow,
  {
    amountFen,
    method,
    note,
  }: { readonly amountFen: number; readonly method: TakeMethod; readonly note: string | null },
): Promise<Taken> {
  const { subjectId, lotId, plate } = billOf(card);
  const words = {
    title: { zh: `卡充值 ${card.cardNo}`, en: `Card top-up ${card.cardNo}` },
    lines: [],
  };
  return cardPurchases.take(tx, card, { subjectId, lotId, plate, amountFen, method, words, payload: { note } });
}

/** Refunds the balance of a locked card, from its newest top-ups first, including those of the cards it replaced. */
export async function giveBack(
  tx: TenantTx,
  card: CardRow,
  given: Pick<Parameters<typeof refundMoney>[2], 'reason' | 'reviewId' | 'actor' | 'way' | 'taken'>,
): Promise<Refund[]> {
  const rows = await tx.query<{ id: string }>(
    `with recursive line as (
       select id from card where tenant_id = $1 and id = $2
       union select c.id from line join card c on c.tenant_id = $1 and c.replaced_by = line.id)
     select id from line`,
    [tx.tenantId, card.id],
  );
  const subjectIds = rows.map((row) => row.id);
  const locked = cardPurchases.locked(card, billOf(card));
  return refundMoney(tx, locked, { ...given, amountFen: card.balanceFen, subjectIds });
}

/** Moves what is owed to a holder from one card to another; nothing to the same. */
async function moveOwed(
  tx: TenantTx,
  { id, lotId }: Pick<CardRow, 'id' | 'lotId'>,
  toId: string,
  amountFen: number,
): Promise<void> {
  if (id === toId) return;
  const entries = [
    { account: CARD, party: id, amountFen },
    { account: CARD, party: toId, amountFen: -amountFen },
  ] as const;
  await book(tx, entries, { lotId });
}

/** Transfers the balance of a card to its replacement. */
export const moveBalance = (tx: TenantTx, card: CardRow, newId: string): Promise<void> =>
  moveOwed(tx, card, newId, card.balanceFen);
