import { formatYuan } from '@boyun/domain/money';
import { wallTime } from '@boyun/domain/period';
import { requireLot } from '@boyun/facilities/server';
import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type Approval, type Asked, isUnderReview, reviewedAct } from '@boyun/reviews/server';
import type { PackRow, RuleRow } from './pack.queries.ts';
import { change, emitPackEvent, requirePack } from './pack.service.ts';
import { packReviews } from './pack-review.contract.ts';

const same = (text: string): Label => ({ zh: text, en: text });
/** An amount as approvers and payers read it. */
export const yuan = (fen: number): Label => same(`¥${formatYuan(fen)}`);
const fact = (label: Label, text: Label) => ({ label, before: same('—'), after: text });

const priceOf = (rule: RuleRow, count: number): number => rule.priceFen * count;

/** Discount of a sale or renewal in fen; 0 at or above the price. */
export function discountOf(
  rule: RuleRow,
  { count, amountFen }: { readonly count: number; readonly amountFen: number },
): number {
  return Math.max(0, priceOf(rule, count) - amountFen);
}

/** Activates a pack whose sale was approved, unless another request about its sale is still pending. */
export async function confirmSale(tx: TenantTx, packId: string, approval: Approval): Promise<void> {
  if (await isUnderReview(tx, packId, [packReviews.sale.name, packReviews.discount.name])) return;
  const { pack } = await requirePack(tx, packId, 'approve');
  await emitPackEvent(tx, await change(tx, pack, { state: 'active' }), 'approved', { note: approval.reason });
}

/** Reviewed act: the sale of a pack. */
export const askSale = reviewedAct<{ packId: string }>(packReviews.sale.name, (tx, { packId }, approval) =>
  confirmSale(tx, packId, approval),
);

/** The pack of a request, which may not be inserted yet. */
type Requested = Pick<PackRow, 'id' | 'lotId' | 'plates' | 'packNo'>;

/** Describes a sale or renewal for its approvers. */
export function requestAbout(
  pack: Requested,
  rule: RuleRow,
  money: { readonly count: number; readonly amountFen: number; readonly span: Label },
) {
  return {
    lotIds: [pack.lotId],
    subjectKind: 'pack',
    subjectId: pack.id,
    subject: `${pack.plates} ${pack.packNo}`,
    changes: [
      fact({ zh: '月卡规则', en: 'Rule' }, same(rule.name)),
      fact({ zh: '有效期', en: 'Holds' }, money.span),
      fact({ zh: '应收金额', en: 'Price' }, yuan(priceOf(rule, money.count))),
      fact({ zh: '实收金额', en: 'Received' }, yuan(money.amountFen)),
    ],
  };
}

/** Requests the approval of a sale under a rule that requires one. */
export function requestSale(
  tx: TenantTx,
  pack: Requested,
  rule: RuleRow,
  given: {
    readonly count: number;
    readonly amountFen: number;
    readonly span: Label;
    readonly reason: string;
    readonly by?: { readonly id: string | null; readonly name: string };
  },
): Promise<Asked> {
  const { reason, by } = given;
  return askSale(tx, {
    ...requestAbout(pack, rule, given),
    reason,
    ...(by ? { by } : {}),
    summary: { zh: `办理月卡 ${pack.plates}`, en: `Sell a pack for ${pack.plates}` },
    // At least the price, so that a discount cannot move the sale below an approval threshold.
    amountFen: Math.max(priceOf(rule, given.count), given.amountFen),
    counting: 'alone',
    payload: { packId: pack.id },
  });
}

/** A time span as text, in the time zone of a lot. */
export async function spanOf(tx: TenantTx, lotId: string, from: Date, until: Date): Promise<Label> {
  const { timeZone } = await requireLot(tx, lotId);
  const day = (at: Date) => wallTime(at.getTime(), timeZone).replace('T', ' ').slice(0, 16);
  return same(`${day(from)} – ${day(until)}`);
}
