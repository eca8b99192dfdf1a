import { formatYuan } from '@boyun/domain/money';
import { splitByWeight } from '@boyun/domain/settlement';
import { Refusal } from '@boyun/kernel/contract';
import { coversLots, notFound, type TenantTx } from '@boyun/kernel/server';
import { book, type Entry } from '@boyun/money/server';
import { type Approval, type Asked, isUnderReview, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import { findOwnSubMerchant } from '../sub-merchant/sub-merchant.queries.ts';
import { settlementReviews } from '../sub-merchant/sub-merchant-review.contract.ts';
import { MOST_ADJUSTMENTS, settlementList, settlementRefusal } from './settlement.contract.ts';
import { findAdjustments, findDaysOf, findSettlement, type SettlementRow } from './settlement.queries.ts';
import { settlementSettled } from './settlement-event.contract.ts';

/** A settlement the caller may see: of lots the caller sees all of, and, for an account of a sub-merchant, its own. */
export async function requireSettlement(tx: TenantTx, id: string, isLocked = false): Promise<SettlementRow> {
  const row = await findSettlement(tx, id, isLocked);
  const own = await findOwnSubMerchant(tx);
  if (!row || !coversLots(tx.who, row.lotIds) || (own && own !== row.subMerchantId))
    throw notFound(tx.who, settlementList.title);
  return row;
}

/** A locked draft that nobody is deciding about. */
export async function requireDraft(tx: TenantTx, id: string): Promise<SettlementRow> {
  const row = await requireSettlement(tx, id, true);
  if (row.state !== 'draft') throw new Refusal(settlementRefusal['not-draft']);
  if (await isUnderReview(tx, id, [settlementReviews.settle.name]))
    throw new Refusal(settlementRefusal['under-review']);
  return row;
}

async function sumAdjustments(tx: TenantTx, settlementId: string): Promise<number> {
  const [row] = await tx.query<{ payableFen: number }>(
    `update settlement s set adjusted_fen = coalesce((select sum(a.amount_fen) from settlement_adjustment a
       where a.tenant_id = s.tenant_id and a.settlement_id = s.id), 0)
     where s.tenant_id = $1 and s.id = $2 returning payable_fen`,
    [tx.tenantId, settlementId],
  );
  return row!.payableFen;
}

/** Adds an amount to a draft; returns what is payable. */
export async function adjust(tx: TenantTx, settlementId: string, amountFen: number, note: string): Promise<number> {
  if (amountFen === 0) throw new Refusal(settlementRefusal['zero-amount']);
  const known = await findAdjustments(tx, settlementId);
  if (known.length >= MOST_ADJUSTMENTS) throw new Refusal(settlementRefusal['too-many'], { count: MOST_ADJUSTMENTS });
  await tx.query(
    `insert into settlement_adjustment (tenant_id, id, settlement_id, amount_fen, note, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenantId, tx.newId(), settlementId, amountFen, note, tx.now, tx.who.name],
  );
  return sumAdjustments(tx, settlementId);
}

/** Takes an adjustment off a draft; returns its amount, and what is payable. Null where there is none. */
export async function unadjust(tx: TenantTx, settlementId: string, adjustmentId: string) {
  const [gone] = await tx.query<{ amountFen: number }>(
    'delete from settlement_adjustment where tenant_id = $1 and settlement_id = $2 and id = $3 returning amount_fen',
    [tx.tenantId, settlementId, adjustmentId],
  );
  return gone ? { amountFen: gone.amountFen, payableFen: await sumAdjustments(tx, settlementId) } : null;
}

/** Removes a draft and lets its days go. */
export async function discard(tx: TenantTx, settlementId: string): Promise<void> {
  await tx.query(
    'update lot_day set settlement_id = null, share_fen = null where tenant_id = $1 and settlement_id = $2',
    [tx.tenantId, settlementId],
  );
  await tx.query('delete from settlement where tenant_id = $1 and id = $2', [tx.tenantId, settlementId]);
}

/** What is booked for a settlement by lot: its share, and its adjustments split as the share is. */
export async function bookedByLot(tx: TenantTx, row: SettlementRow): Promise<ReadonlyMap<string, number>> {
  const shares = new Map(row.lotIds.map((id) => [id, 0]));
  for (const { lotId, shareFen } of await findDaysOf(tx, row.id))
    shares.set(lotId, (shares.get(lotId) ?? 0) + shareFen!);
  const adjusted = splitByWeight(
    row.adjustedFen,
    [...shares].map(([key, weight]) => ({ key, weight })),
  );
  return new Map(adjusted.map(({ key, fen }) => [key, fen + shares.get(key)!]));
}

interface Payload {
  readonly settlementId: string;
  readonly payableFen: number;
}

/** Books what a draft brings its sub-merchant. What is not above zero is carried to the next settlement, or needs no payment. */
async function carryOut(tx: TenantTx, { settlementId, payableFen }: Payload, approval: Approval): Promise<void> {
  const row = await findSettlement(tx, settlementId, true);
  if (row?.state !== 'draft' || row.payableFen !== payableFen) throw new Refusal(settlementRefusal['not-draft']);
  refuseMoreThanAgreed(approval, Math.max(0, row.payableFen));
  const entries = [...(await bookedByLot(tx, row))].flatMap(([lotId, fen]): Entry[] => [
    { account: 'revenue-share', party: row.subMerchantId, amountFen: fen, lotId },
    { account: 'payable', party: row.subMerchantId, amountFen: -fen, lotId },
  ]);
  await book(tx, entries, { lotId: row.lotIds[0]!, source: { kind: 'settlement', id: row.id } });
  await tx.query(
    `update settlement set state = 'carried' where tenant_id = $1 and sub_merchant_id = $2 and state = 'settled' and payable_fen < 0`,
    [tx.tenantId, row.subMerchantId],
  );
  const isDone = row.payableFen === 0;
  await tx.query(
    `update settlement set state = $3, settled_at = $4, settled_by = $5, reviewers = $6, paid_at = $7
     where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      row.id,
      isDone ? 'paid' : 'settled',
      tx.now,
      approval.requestedBy,
      approval.reviewers,
      isDone ? tx.now : null,
    ],
  );
  const { subMerchantId, settlementNo, fromDay, toDay } = row;
  const data = { subMerchantId, name: row.terms.name, settlementNo, fromDay, toDay, payableFen: row.payableFen };
  tx.emit(settlementSettled, { lotId: null, subjectId: row.id, data });
}

/** Settles a draft, when it is agreed. */
export const settleDraft = reviewedAct(settlementReviews.settle.name, carryOut);

/** Requests that a draft is settled. */
export async function askSettle(tx: TenantTx, row: SettlementRow, note: string): Promise<Asked> {
  const yuan = (fen: number) => ({ zh: `¥${formatYuan(fen)}`, en: `¥${formatYuan(fen)}` });
  const { name } = row.terms;
  const amount = yuan(row.payableFen).zh;
  const days = `${row.fromDay} ~ ${row.toDay}`;
  const change = (zh: string, en: string, fen: number) => ({ label: { zh, en }, before: yuan(0), after: yuan(fen) });
  return settleDraft(tx, {
    lotIds: row.lotIds,
    subjectKind: settlementList.name,
    subjectId: row.id,
    subject: `${row.settlementNo} ${name}`,
    summary: { zh: `结算 ${name} ${days} 应付${amount}`, en: `Settle ${name} ${days}, ${amount} payable` },
    changes: [
      change('分成', 'Share', row.shareFen),
      change('调整', 'Adjustments', row.adjustedFen),
      change('上期结转', 'Carried over', row.carriedFen),
      change('应付', 'Payable', row.payableFen),
    ],
    amountFen: Math.max(0, row.payableFen),
    counting: 'alone',
    reason: note,
    payload: { settlementId: row.id, payableFen: row.payableFen },
  });
}
