import { formatYuan } from '@boyun/domain/money';
import { disabledReason, Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import type { RefundWay } from '@boyun/money/contract';
import { type Refund, refuseWhileOpen, type Taken } from '@boyun/money/server';
import { type Approval, type Asked, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import { CardState, cardRefusal, cardTransitions } from './card.contract.ts';
import { type CardRow, factsOf, lockCard, moveMoney, setState } from './card.queries.ts';
import { giveBack, moveBalance, takeTopUp } from './card-bill.service.ts';
import { cardFound, cardLost, cardReplaced, cardReturned } from './card-event.contract.ts';
import { cardPurpose } from './card-purpose.contract.ts';
import { cardReviews } from './card-review.contract.ts';

/** A chip as cards keep it: whatever stands between its digits is taken out. */
export const normalChip = (text: string): string => text.replace(/[^\dA-Za-z]/g, '').toUpperCase();

/** A card the caller may see, locked, where its state allows the act. */
export async function requireCard(tx: TenantTx, id: string, act: keyof typeof cardTransitions): Promise<CardRow> {
  const card = await lockCard(tx, 'id', id);
  if (!card || !coversLot(tx.who, card.lotId)) throw notFound(tx.who, { zh: '卡片', en: 'Card' });
  const reason = disabledReason(cardTransitions, act, card.state);
  if (reason) throw new Refusal(cardRefusal['not-possible'], { reason: reason[tx.who.language] });
  return card;
}

/** Puts money on a card, or begins to: its holder's phone may still have to pay. */
export async function recharge(
  tx: TenantTx,
  cardId: string,
  given: Parameters<typeof takeTopUp>[2],
): Promise<{ card: CardRow; taken: Taken }> {
  const card = await requireCard(tx, cardId, 'recharge');
  return { card, taken: await takeTopUp(tx, card, given) };
}

/** Reports a card lost or found again. Returns its previous state. */
export async function report(tx: TenantTx, cardId: string, act: 'lose' | 'find', note: string): Promise<CardRow> {
  const card = await requireCard(tx, cardId, act);
  await setState(tx, card, cardTransitions[act].to);
  tx.emit(act === 'lose' ? cardLost : cardFound, factsOf(card, { note }));
  return card;
}

/** Gives out another card for one that is lost or broken, with the same holder, cars, lots and money. */
export async function replace(
  tx: TenantTx,
  cardId: string,
  next: { readonly cardNo: string; readonly chipUid: string; readonly note: string },
): Promise<{ card: CardRow; newId: string }> {
  const card = await requireCard(tx, cardId, 'replace');
  await refuseWhileOpen(tx, cardPurpose.kind, cardId);
  const chipUid = checkChip(next.chipUid);
  const newId = tx.newId();
  const { cardNo, note } = next;
  const move = { lotId: card.lotId };
  if (card.balanceFen > 0)
    await moveMoney(tx, card, { ...move, kind: 'moved-out', amountFen: -card.balanceFen, note: `换为${cardNo}` });
  await setState(tx, card, 'replaced', { replacedBy: newId });
  // The plate its car goes by moves along: it may be inside under it.
  await tx.query(
    `insert into card (tenant_id, id, created_at, updated_at, card_no, chip_uid, kind, holder_name, holder_mobile, plates,
       temp_plate, lot_id, lot_ids, valid_from, valid_until, remark)
     select tenant_id, $3, $4, $4, $5, $6, kind, holder_name, holder_mobile, plates, temp_plate, lot_id, lot_ids, valid_from,
       valid_until, remark from card where tenant_id = $1 and id = $2`,
    [tx.tenantId, card.id, newId, tx.now, cardNo, chipUid],
  );
  if (card.balanceFen > 0) {
    const into = { ...move, kind: 'moved-in', amountFen: card.balanceFen, note: `由${card.cardNo}换卡` } as const;
    await moveMoney(tx, { id: newId }, into);
    await moveBalance(tx, card, newId);
  }
  tx.emit(cardReplaced, factsOf(card, { newCardId: newId, newCardNo: cardNo, amountFen: card.balanceFen, note }));
  return { card, newId };
}

/** Returns the digits of a chip; refuses an invalid one. */
export function checkChip(text: string): string {
  const chip = normalChip(text);
  if (/^[\dA-F]{4,20}$/.test(chip)) return chip;
  const { zh, en } = cardRefusal['bad-chip'];
  throw new Refusal(cardRefusal['bad-chip'], {}, [{ path: 'ChipUid', zh, en }]);
}

/** Ends a card that was given back, with the money that is on it by then. */
async function carryOut(
  tx: TenantTx,
  { cardId, method: way }: { cardId: string; method: RefundWay },
  approval: Approval,
): Promise<void> {
  const card = await lockCard(tx, 'id', cardId);
  if (!card || (card.state !== 'returning' && !(isOver(card) && card.balanceFen > 0)))
    throw new Error(`the return of card ${cardId} is settled already`);
  refuseMoreThanAgreed(approval, card.balanceFen);
  const actor = { id: approval.requestedById, name: approval.requestedBy };
  const { reason: note, reviewId } = approval;
  const taken = ({ id: refundId, amountFen }: Refund) =>
    moveMoney(tx, card, { kind: 'refund', amountFen: -amountFen, lotId: card.lotId, refundId, note, actor });
  if (card.balanceFen > 0) await giveBack(tx, card, { way, reason: note, reviewId, actor, taken });
  if (card.state === 'returning') await setState(tx, card, 'returned');
  tx.emit(cardReturned, factsOf(card, { amountFen: card.balanceFen, note: approval.reason }));
}

/** Whether a card is over: money can only be on it where a provider failed to return it. */
const isOver = ({ state }: CardRow): boolean => state === 'replaced' || state === 'returned';

/** Asks for the return of a card. */
export const askCardReturn = reviewedAct(cardReviews.return.name, carryOut);

/** Requests the return of a card, which is blocked meanwhile. A card without a balance needs no approval. */
export async function askReturn(
  tx: TenantTx,
  given: { readonly cardId: string; readonly method: RefundWay; readonly note: string },
): Promise<{ card: CardRow; asked: Asked }> {
  const { method, note } = given;
  const card = await requireCard(tx, given.cardId, 'return');
  await refuseWhileOpen(tx, cardPurpose.kind, card.id);
  if (isOver(card) && card.balanceFen === 0)
    throw new Refusal(cardRefusal['not-possible'], { reason: cardTransitions.change.otherwise[tx.who.language] });
  if (!isOver(card)) await setState(tx, card, 'returning', { stateBefore: card.state });
  const payload = { cardId: card.id, method };
  if (card.balanceFen === 0) {
    const requestedBy = { requestedBy: tx.who.name, requestedById: tx.who.userId };
    await carryOut(tx, payload, { reviewId: null, reason: note, ...requestedBy, reviewers: [], amountFen: null });
    return { card, asked: { reviewId: null, isPending: false, effect: 'below-threshold' } };
  }
  const amount = formatYuan(card.balanceFen);
  const asked = await askCardReturn(tx, {
    lotIds: [card.lotId],
    subjectKind: 'card',
    subjectId: card.id,
    subject: `${card.cardNo} ${card.holderName}`,
    summary: { zh: `退卡退款 ¥${amount} 卡号${card.cardNo}`, en: `Refund ¥${amount} of card ${card.cardNo}` },
    changes: [
      { label: { zh: '状态', en: 'State' }, before: CardState[card.state], after: CardState.returned },
      {
        label: { zh: '余额', en: 'Balance' },
        before: { zh: `¥${amount}`, en: `¥${amount}` },
        after: { zh: '¥0.00', en: '¥0.00' },
      },
    ],
    amountFen: card.balanceFen,
    counting: 'compared',
    reason: note,
    payload,
  });
  return { card, asked };
}

/** Restores the previous state of a card whose return was rejected. */
export async function refuseReturn(tx: TenantTx, cardId: string): Promise<void> {
  const card = await lockCard(tx, 'id', cardId);
  if (card?.state === 'returning') await setState(tx, card, card.stateBefore!);
}
