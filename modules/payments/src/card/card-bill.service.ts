import type { TenantTx } from '@boyun/kernel/server';
import type { HandChannel } from '@boyun/money/contract';
import {
  billKindOf,
  book,
  findBill,
  nextBillNumber,
  type Payment,
  payNow,
  type Refund,
  refundByHand,
} from '@boyun/money/server';
import { type CardRow, lockCard } from './card.queries.ts';

const CARD = 'card';

/** Each top-up of a card is a bill; what is on the card is owed to its holder until it is spent. */
export const cardBills = billKindOf<CardRow>({
  credit: (cardId) => ({ account: 'card', party: cardId }),
  // Cards have events of their own: a top-up is not received until it is spent.
  hasOwnEvents: true,
  async lock(tx, cardId, number) {
    const subject = await lockCard(tx, 'id', cardId);
    const values = subject && (await findBill(tx, CARD, cardId, number));
    return subject && values && { values, subject };
  },
});

function billOf({ id: subjectId, lotId, plates }: CardRow, number: number, grossFen: number) {
  return { kind: CARD, subjectId, number, lotId, plate: plates[0] ?? '', grossFen, reducedFen: 0 };
}

/** Books a top-up of a locked card. */
export async function topUp(tx: TenantTx, card: CardRow, amountFen: number, channel: HandChannel): Promise<Payment> {
  const number = await nextBillNumber(tx, CARD, card.id);
  return payNow(tx, {
    channel,
    items: [{ values: billOf(card, number, amountFen), subject: card, askedFen: amountFen }],
  });
}

/** Refunds the balance of a locked card, from its newest top-ups first, including those of the cards it replaced. */
export async function giveBack(
  tx: TenantTx,
  card: CardRow,
  given: Pick<Parameters<typeof refundByHand>[2], 'reason' | 'reviewId' | 'actor'> & { readonly channel: HandChannel },
): Promise<Refund[]> {
  const rows = await tx.query<{ id: string }>(
    `with recursive line as (
       select id from card where tenant_id = $1 and id = $2
       union select c.id from line join card c on c.tenant_id = $1 and c.replaced_by = line.id)
     select id from line`,
    [tx.tenantId, card.id],
  );
  const subjectIds = rows.map((row) => row.id);
  const subject = { values: billOf(card, 1, 0), subject: card };
  return refundByHand(tx, subject, { ...given, amountFen: card.balanceFen, subjectIds });
}

/** Transfers the balance of a card to its replacement. */
export async function moveBalance(tx: TenantTx, { id, lotId, balanceFen }: CardRow, newId: string): Promise<void> {
  const entries = [
    { account: CARD, party: id, amountFen: balanceFen },
    { account: CARD, party: newId, amountFen: -balanceFen },
  ] as const;
  await book(tx, entries, { lotId });
}
