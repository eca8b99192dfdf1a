import { type Field, Refusal, type Row } from '@boyun/kernel/contract';
import { newCode, serveResource, type TenantTx } from '@boyun/kernel/server';
import { checkHours } from '@boyun/lists/server';
import { reviewedTable } from '@boyun/reviews/server';
import { coupon, couponRefusal } from './coupon.contract.ts';
import { HAS_COUPONS_KEPT } from './coupon.queries.ts';
import { couponReview } from './coupon-review.contract.ts';

type CouponRow = Row<typeof coupon>;

const nameOf = (tx: TenantTx, field: Field) => field.label[tx.who.language];

/** Refuses an effect without its value, and values of other effects. */
function checkEffect(tx: TenantTx, row: CouponRow): void {
  const { percent, amountFen, minutes } = coupon.fields;
  const values = {
    percent: [percent, row.percent],
    amount: [amountFen, row.amountFen],
    minutes: [minutes, row.minutes],
  } as const;
  for (const [effect, [field, value]] of Object.entries(values)) {
    const isNeeded = row.effect === effect;
    const isGiven = value !== null && value !== undefined;
    if (isNeeded !== isGiven)
      throw new Refusal(couponRefusal[isNeeded ? 'value-needed' : 'value-unused'], { field: nameOf(tx, field) });
  }
}

function checkDates({ validFrom, validUntil, validDays }: CouponRow): void {
  const hasUntil = validUntil !== null && validUntil !== undefined;
  const hasDays = validDays !== null && validDays !== undefined;
  if (hasUntil === hasDays) throw new Refusal(couponRefusal['dates-needed']);
  if (validFrom && validUntil && validFrom > validUntil) throw new Refusal(couponRefusal['ends-before-start']);
}

/** Coupons that can be granted. */
export const couponServer = serveResource(coupon, {
  ...reviewedTable(coupon, couponReview.name, (row) => row.remark),
  async beforeWrite(tx, values, before) {
    const row = { ...before, ...values } as CouponRow;
    checkEffect(tx, row);
    checkDates(row);
    checkHours(row);
    if (before && row.stock !== null && row.stock < before.grantedCount)
      throw new Refusal(couponRefusal['stock-below'], { count: before.grantedCount });
    if (row.isClaimable && row.grantType === 1) throw new Refusal(couponRefusal['paper-claimed']);
    tx.invalidate(HAS_COUPONS_KEPT);
    return { ...values, claimCode: row.isClaimable ? (before?.claimCode ?? newCode(tx)) : null };
  },
  async beforeDelete(tx, row) {
    if (row.grantedCount > 0) throw new Refusal(couponRefusal.granted, { count: row.grantedCount });
    tx.invalidate(HAS_COUPONS_KEPT);
  },
  async afterRead(tx, rows) {
    const found = await tx.query<{ couponId: string; usedCount: number; usedFen: number }>(
      `select coupon_id, count(*)::int as "usedCount", sum(used_fen)::bigint as "usedFen" from user_coupon
       where tenant_id = $1 and coupon_id = any($2::uuid[]) and state = 'used' group by coupon_id`,
      [tx.tenantId, rows.map((row) => row.id)],
    );
    const sums = new Map(found.map((one) => [one.couponId, one]));
    for (const row of rows) {
      row.usedCount = sums.get(row.id)?.usedCount ?? 0;
      row.usedFen = sums.get(row.id)?.usedFen ?? 0;
    }
  },
});
