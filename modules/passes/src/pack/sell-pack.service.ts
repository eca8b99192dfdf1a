import { formatYuan } from '@boyun/domain/money';
import { wallTime } from '@boyun/domain/period';
import { requireLot } from '@boyun/facilities/server';
import type { Label } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { type Approval, type Asked, isUnderReview, refuseMoreThanAgreed, reviewedAct } from '@boyun/reviews/server';
import type { PackMethod } from './pack.contract.ts';
import { findPack, findRule, type PackRow, type RuleRow } from './pack.queries.ts';
import {
  change,
  checkMethod,
  checkRenewal,
  emitPackEvent,
  fileSale,
  type NewPack,
  preparePack,
  type Renewal,
  renew,
  requirePack,
} from './pack.service.ts';
import { packReviews } from './pack-review.contract.ts';

type Method = keyof typeof PackMethod;

/** A sale or renewal below its price. */
interface Discounted {
  readonly packId: string;
  readonly renewal: (Renewal & { readonly askedAt: string }) | null;
}

const same = (text: string): Label => ({ zh: text, en: text });
const yuan = (fen: number): Label => same(`¥${formatYuan(fen)}`);
const fact = (label: Label, text: Label) => ({ label, before: same('—'), after: text });

const priceOf = (rule: RuleRow, count: number): number => rule.priceFen * count;

/** Discount of a sale or renewal in fen; 0 at or above the price. */
function discountOf(
  rule: RuleRow,
  { count, amountFen }: { readonly count: number; readonly amountFen: number },
): number {
  return Math.max(0, priceOf(rule, count) - amountFen);
}

/** Activates a pack whose sale was approved, unless another request about its sale is still pending. */
async function confirmSale(tx: TenantTx, packId: string, approval: Approval): Promise<void> {
  if (await isUnderReview(tx, packId, [packReviews.sale.name, packReviews.discount.name])) return;
  const { pack } = await requirePack(tx, packId, 'approve');
  await emitPackEvent(tx, await change(tx, pack, { state: 'active' }), 'approved', { note: approval.reason });
}

/** Reviewed act: the sale of a pack. */
export const askSale = reviewedAct<{ packId: string }>(packReviews.sale.name, (tx, { packId }, approval) =>
  confirmSale(tx, packId, approval),
);

/** Reviewed act: a discount on a sale or renewal. */
export const askDiscount = reviewedAct<Discounted>(
  packReviews.discount.name,
  async (tx, { packId, renewal }, approval) => {
    // A discount without approval is applied by the sale or renewal itself.
    if (approval.reviewId === null) return;
    if (!renewal) return confirmSale(tx, packId, approval);
    const { pack, rule } = await requirePack(tx, packId, 'renew');
    refuseMoreThanAgreed(approval, discountOf(rule, renewal));
    const by = { id: approval.requestedById, name: approval.requestedBy };
    await renew(tx, { ...renewal, packId: pack.id }, { askedAt: new Date(renewal.askedAt), by });
  },
);

/** Describes a sale or renewal for its approvers. */
function requestAbout(
  pack: Pick<PackRow, 'id' | 'lotId' | 'plates' | 'packNo'>,
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

/** A time span as text, in the time zone of a lot. */
async function spanOf(tx: TenantTx, lotId: string, from: Date, until: Date): Promise<Label> {
  const { timeZone } = await requireLot(tx, lotId);
  const day = (at: Date) => wallTime(at.getTime(), timeZone).replace('T', ' ').slice(0, 16);
  return same(`${day(from)} – ${day(until)}`);
}

/** A sold pack with the pending request of its sale, if any. */
export interface Sold {
  readonly pack: Omit<PackRow, 'refundedFen' | 'endedAt'>;
  readonly discountFen: number;
  readonly asked: Asked | null;
}

/**
 * Sells a pack. It stays pending if its rule requires approval, or if the flow for discounts requires it for an amount
 * below the price. Refuses what its rule does not allow.
 */
export async function sell(tx: TenantTx, sale: Omit<NewPack, 'validUntil'> & { method: Method }): Promise<Sold> {
  const { method, ...given } = sale;
  checkMethod(given.amountFen, method);
  const values = await preparePack(tx, { ...given, validUntil: null });
  const rule = (await findRule(tx, values.packRuleId, false))!;
  const id = tx.newId();
  const discountFen = discountOf(rule, given);
  const span = await spanOf(tx, values.lotId, values.validFrom, values.validUntil);
  const request = {
    ...requestAbout({ ...values, id }, rule, { ...given, span }),
    reason: given.remark ?? `${values.ownerName} ${values.plates}`,
  };
  const discount =
    discountFen > 0
      ? await askDiscount(tx, {
          ...request,
          summary: {
            zh: `月卡优惠 ${yuan(discountFen).zh} ${values.plates}`,
            en: `Sell a pack ${yuan(discountFen).en} below its price for ${values.plates}`,
          },
          amountFen: discountFen,
          counting: 'added',
          payload: { packId: id, renewal: null },
        })
      : null;
  const pack = { ...values, id, state: discount?.isPending ? ('pending' as const) : values.state };
  await insertPack(tx, pack);
  await fileSale(tx, pack, method);
  const review = rule.hasReview
    ? await askSale(tx, {
        ...request,
        summary: { zh: `办理月卡 ${values.plates}`, en: `Sell a pack for ${values.plates}` },
        // At least the price, so that a discount cannot move the sale below an approval threshold.
        amountFen: Math.max(priceOf(rule, given.count), given.amountFen),
        counting: 'alone',
        payload: { packId: id },
      })
    : null;
  return { pack, discountFen, asked: discount?.isPending ? discount : (review ?? discount) };
}

async function insertPack(tx: TenantTx, pack: Awaited<ReturnType<typeof preparePack>> & { id: string }) {
  const columns = { ...pack, terms: JSON.stringify(pack.terms), createdAt: tx.now, updatedAt: tx.now };
  const keys = Object.keys(columns) as (keyof typeof columns)[];
  await tx.query(
    `insert into pack (tenant_id, ${keys.map((key) => key.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)).join(', ')})
     values ($1, ${keys.map((_, index) => `$${index + 2}`).join(', ')})`,
    [tx.tenantId, ...keys.map((key) => columns[key])],
  );
}

/** A renewal that took effect or awaits approval. */
export interface Renewed {
  readonly before: PackRow;
  readonly after: PackRow;
  readonly discountFen: number;
  readonly asked: Asked | null;
}

/** Renews a pack; below its price after approval if the flow for discounts requires it. Refuses what its rule does not allow. */
export async function requestRenewal(tx: TenantTx, given: Renewal): Promise<Renewed> {
  const { pack, rule, validUntil } = await checkRenewal(tx, given, tx.now);
  const discountFen = discountOf(rule, given);
  const asked =
    discountFen > 0
      ? await askDiscount(tx, {
          ...requestAbout(pack, rule, {
            ...given,
            span: await spanOf(tx, pack.lotId, pack.validUntil, validUntil),
          }),
          summary: {
            zh: `月卡续费优惠 ${yuan(discountFen).zh} ${pack.plates}`,
            en: `Renew a pack ${yuan(discountFen).en} below its price for ${pack.plates}`,
          },
          amountFen: discountFen,
          counting: 'added',
          reason: given.note ?? `${rule.name} ${pack.plates}`,
          payload: { packId: pack.id, renewal: { ...given, askedAt: tx.now.toISOString() } },
        })
      : null;
  if (!asked?.isPending) return { ...(await renew(tx, given)), discountFen, asked };
  return { before: pack, after: pack, discountFen, asked };
}

/** Ends a pack whose sale was rejected or withdrawn; it never took effect, so the full amount can be refunded. */
export async function rejectSale(tx: TenantTx, packId: string, note: string | null): Promise<void> {
  const pack = await findPack(tx, packId, true);
  if (pack?.state !== 'pending') return;
  const endedAt = new Date(Math.min(tx.now.getTime(), pack.validFrom.getTime()));
  await emitPackEvent(tx, await change(tx, pack, { state: 'cancelled', endedAt }), 'rejected', { note });
}
