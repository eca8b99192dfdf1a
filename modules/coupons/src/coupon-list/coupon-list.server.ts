import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { serveResource, type TenantTx } from '@boyun/kernel/server';
import { couponRefusal } from '../coupon/coupon.contract.ts';
import {
  chooseHolders,
  endOf,
  faultOf,
  type Holder,
  keyOf,
  lockCoupon,
  newCouponCode,
  noteGranted,
  refuseBeyondStock,
  startOf,
  tidied,
} from '../user-coupon/grant.service.ts';
import { couponList } from './coupon-list.contract.ts';

/** Refuses a holder who has a locked coupon by the same list already, also one that was used or revoked since. */
async function refuseRepeated(tx: TenantTx, couponId: string, batch: string, holder: Holder): Promise<void> {
  const [had] = await tx.query(
    `select from user_coupon where tenant_id = $1 and coupon_id = $2 and batch = $3 and coalesce(plate, mobile) = $4 limit 1`,
    [tx.tenantId, couponId, batch, keyOf(holder)],
  );
  if (had) throw new Refusal(kernelRefusal.duplicate, { what: keyOf(holder) });
}

/** Coupons granted by a file: each row by the rules of a single grant, one after another. */
export const couponListServer = serveResource(couponList, {
  async beforeWrite(tx, { couponId, plate = null, mobile = null, batch: named, gotFrom = 5 }) {
    // A list without a name is one too.
    const batch = named ?? '';
    const holder = tidied({ plate, mobile });
    const fault = faultOf(holder);
    if (fault) throw new Refusal(couponRefusal['not-for'], { reason: fault[tx.who.language] });
    const given = await lockCoupon(tx, couponId!);
    if (given.grantType === 1) throw new Refusal(couponRefusal['not-electronic']);
    await refuseRepeated(tx, given.id, batch, holder);
    refuseBeyondStock(given, 1);
    const [full] = (await chooseHolders(tx, given, [holder])).failed;
    if (full) throw new Refusal(couponRefusal['not-for'], { reason: full.reason });
    const dates = { validFrom: startOf(tx, given), validUntil: endOf(tx, given) };
    const granted = {
      code: newCouponCode(),
      grantType: given.grantType,
      state: 'granted',
      grantedBy: tx.who.name,
    } as const;
    return { couponId, ...holder, batch, gotFrom, ...granted, ...dates, batchId: tx.newId() };
  },
  async afterWrite(tx, { couponId, plate, mobile }) {
    await noteGranted(tx, { id: couponId }, [{ plate, mobile }]);
  },
});
