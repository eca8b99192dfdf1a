import { formatYuan } from '@boyun/domain/money';
import { zoneOfLot } from '@boyun/facilities/server';
import { Refusal } from '@boyun/kernel/contract';
import { serialNumber, type TenantTx } from '@boyun/kernel/server';
import type { RefundWay } from '@boyun/money/contract';
import { type Approval, type Asked, reviewedAct } from '@boyun/reviews/server';
import { type PackReturnKind, PackState, packRefusal } from './pack.contract.ts';
import { findPack, findPendingReturn, insertReturn, lockReturn, type PackRow, settleReturn } from './pack.queries.ts';
import { change, emitPackEvent, requirePack, worthOf } from './pack.service.ts';
import { refundPack } from './pack-bill.service.ts';
import { QUOTE_MINUTES } from './pack-return.contract.ts';
import { packReviews } from './pack-review.contract.ts';

/** Input of a cancellation or refund. */
export interface NewReturn {
  readonly packId: string;
  readonly kind: keyof typeof PackReturnKind;
  readonly amountFen: number;
  readonly method: RefundWay | null;
  /** When the remaining value was read; null if it was not. */
  readonly quotedAt: Date | null;
  readonly note: string;
}

const yuan = (fen: number) => {
  const text = formatYuan(fen);
  return { zh: `¥${text}`, en: `¥${text}` };
};

/** The moment that decides the remaining value: that of its quote while the quote holds, otherwise now. */
function momentOfWorth(tx: TenantTx, quotedAt: Date | null): Date {
  const age = quotedAt ? tx.now.getTime() - quotedAt.getTime() : -1;
  return quotedAt && age >= 0 && age <= QUOTE_MINUTES * 60_000 ? quotedAt : tx.now;
}

/** What is kept of a request for its approval; `quotedAtMs` is missing in requests made without a quote. */
interface ReturnPayload {
  readonly returnId: string;
  readonly quotedAtMs?: number | null;
}

/** Carries out an approved cancellation or refund. */
async function carryOut(tx: TenantTx, { returnId, quotedAtMs }: ReturnPayload, approval: Approval): Promise<void> {
  const asked = await lockReturn(tx, returnId);
  const pack = asked ? await findPack(tx, asked.packId, true) : null;
  if (!asked || !pack || asked.state !== 'reviewing') throw new Error(`the return ${returnId} is settled already`);
  if (pack.state === 'refunded' || (pack.state === 'cancelled' && asked.kind === 'cancel'))
    throw new Refusal(packRefusal['not-possible'], { reason: PackState[pack.state][tx.who.language] });
  // The pack was in effect during the review: time used since the request is not refunded, except while its quote holds.
  const at = momentOfWorth(tx, quotedAtMs ? new Date(quotedAtMs) : null);
  const worthFen = worthOf(pack, at).refundFen;
  const amountFen = Math.min(asked.amountFen, worthFen);
  if (amountFen < asked.amountFen && amountFen === 0)
    throw new Refusal(packRefusal['refund-too-much'], { worth: formatYuan(0) });
  const isRefund = asked.kind === 'refund';
  const after = await change(tx, pack, {
    state: isRefund ? 'refunded' : 'cancelled',
    pausedAt: null,
    endedAt: pack.endedAt ?? pack.pausedAt ?? tx.now,
    refundedFen: pack.refundedFen + (isRefund ? amountFen : 0),
  });
  const actor = { id: asked.requestedBy, name: asked.requestedByName };
  const { reason, reviewId } = approval;
  if (isRefund && amountFen > 0)
    await refundPack(tx, after, { way: asked.method ?? 'origin', amountFen, reason, reviewId, actor });
  await settleReturn(tx, returnId, 'done', approval.reviewers.at(-1) ?? approval.requestedBy, { amountFen, worthFen });
  await emitPackEvent(
    tx,
    after,
    isRefund ? 'refunded' : 'cancelled',
    { note: reason, ...(isRefund ? { amountFen, method: asked.method, reviewId } : { refundFen: worthFen }) },
    actor.name,
  );
}

/** Reviewed acts that end a pack, by kind. */
export const askReturns = {
  cancel: reviewedAct(packReviews.cancel.name, carryOut),
  refund: reviewedAct(packReviews.refund.name, carryOut),
};

/** Requests a cancellation, or a refund of at most the remaining value; takes effect at once if no approval is required. */
export async function askReturn(
  tx: TenantTx,
  given: NewReturn,
): Promise<{ pack: PackRow; worthFen: number; asked: Asked }> {
  const { kind, amountFen } = given;
  const { pack, rule } = await requirePack(tx, given.packId, kind);
  const { refundFen: worthFen, unusedDays } = worthOf(pack, momentOfWorth(tx, given.quotedAt));
  if (amountFen > worthFen) throw new Refusal(packRefusal['refund-too-much'], { worth: formatYuan(worthFen) });
  const id = tx.newId();
  await insertReturn(tx, {
    ...given,
    id,
    returnNo: serialNumber('T', tx.now, await zoneOfLot(tx, pack.lotId), { digits: 8 }),
    pack,
    worthFen,
    unusedDays,
  });
  const plate = pack.plates.split(' ')[0]!;
  const isRefund = kind === 'refund';
  const asked = await askReturns[kind](tx, {
    lotIds: [pack.lotId],
    subjectKind: 'pack',
    subjectId: pack.id,
    subject: `${plate} ${pack.packNo}`,
    summary: isRefund
      ? { zh: `月卡退款 ${yuan(amountFen).zh} ${plate}`, en: `Refund ${yuan(amountFen).en} for the pack of ${plate}` }
      : { zh: `注销月卡 ${plate}`, en: `Cancel the pack of ${plate}` },
    changes: [
      {
        label: { zh: '状态', en: 'State' },
        before: PackState[pack.state],
        after: PackState[isRefund ? 'refunded' : 'cancelled'],
      },
      { label: { zh: '月卡规则', en: 'Rule' }, before: { zh: rule.name, en: rule.name }, after: { zh: '—', en: '—' } },
      {
        label: { zh: `剩余${unusedDays}天折算`, en: `Value of the ${unusedDays} days left` },
        before: yuan(worthFen),
        after: isRefund
          ? { zh: `退款 ${yuan(amountFen).zh}`, en: `${yuan(amountFen).en} is refunded` }
          : { zh: '不退款', en: 'No refund' },
      },
    ],
    amountFen: isRefund ? amountFen : null,
    counting: 'compared',
    reason: given.note,
    payload: { returnId: id, quotedAtMs: given.quotedAt?.getTime() ?? null },
  });
  return { pack, worthFen, asked };
}

/** Closes a rejected or withdrawn request; the pack stays in effect. */
export async function refuseReturn(tx: TenantTx, packId: string, byName: string): Promise<void> {
  const pending = await findPendingReturn(tx, packId);
  if (pending) await settleReturn(tx, pending.id, 'rejected', byName);
}
