import { isPlate, normalizePlate } from '@boyun/domain/plate';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { reductionOffered } from '@boyun/orders/contract';
import { couponRefusal } from '../coupon/coupon.contract.ts';
import { userCouponList } from './user-coupon.contract.ts';
import { couponRedeemed } from './user-coupon-event.contract.ts';

/** A coupon on paper that was given to a plate. */
export interface Redeemed {
  readonly id: string;
  readonly couponId: string;
  readonly name: string;
  readonly code: string;
  readonly plate: string;
  readonly lotIds: readonly string[];
  readonly validUntil: Date;
}

/** The audit subject of a redeemed coupon. */
export const redeemedSubject = ({ id, name, code, plate }: Redeemed) => ({
  subjectKind: userCouponList.name,
  subjectId: id,
  subject: `${name} ${code}`,
  after: { plate },
});

/**
 * Gives a coupon to the plate whose driver has its code. A code that was redeemed for the same plate is found again; refuses one that is
 * unknown, over, used or another plate's, or that `isMeant` says does not hold here: all with the same words.
 */
export async function redeem(
  tx: TenantTx,
  given: { readonly code: string; readonly plate: string },
  isMeant: (lotIds: readonly string[]) => boolean,
): Promise<Redeemed> {
  const plate = normalizePlate(given.plate);
  const code = given.code.replace(/[\s-]/g, '').toUpperCase();
  if (!isPlate(plate)) throw new Refusal(couponRefusal['no-plates']);
  const [row] = await tx.query<Omit<Redeemed, 'code' | 'plate'>>(
    `update user_coupon u set plate = $3, updated_at = $4 from coupon c
     where u.tenant_id = $1 and u.code = $2 and c.tenant_id = u.tenant_id and c.id = u.coupon_id and c.status = 2
       and u.state = 'granted' and u.valid_until > $4 and (u.plate = $3 or u.plate is null and u.grant_type = 1)
     returning u.id, u.coupon_id, c.name, c.lot_ids, u.valid_until`,
    [tx.tenantId, code, plate, tx.now],
  );
  if (!row || !(row.lotIds.length === 0 || isMeant(row.lotIds))) throw new Refusal(couponRefusal['unknown-code']);
  tx.emit(couponRedeemed, { lotId: null, subjectId: row.id, data: { couponId: row.couponId, plate } });
  tx.emit(reductionOffered, { lotId: null, subjectId: row.id, data: { plates: [plate] } });
  return { ...row, code, plate };
}
