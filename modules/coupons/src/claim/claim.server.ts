import { readSetting } from '@boyun/access/server';
import { isPlate, normalizePlate } from '@boyun/domain/plate';
import { type Language, Refusal } from '@boyun/kernel/contract';
import { asHolder, handleFreely, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { coupon, couponRefusal } from '../coupon/coupon.contract.ts';
import {
  countHad,
  endOf,
  grant,
  type Holder,
  keyOf,
  type LockedCoupon,
  lockCoupon,
} from '../user-coupon/grant.service.ts';
import { redeem, redeemedSubject } from '../user-coupon/redeem.service.ts';
import type { GotFrom } from '../user-coupon/user-coupon.contract.ts';
import { claimCoupon, getCouponClaim } from './claim.contract.ts';
import { couponClaimed } from './claim-event.contract.ts';

const MOBILE = /^1\d{10}$/;

/** Runs work for somebody who has scanned a code. */
const scanning = <T>(kernel: Kernel, code: string, language: Language, work: (tx: TenantTx) => Promise<T>) =>
  asHolder(kernel, code, { name: 'driver', unknown: couponRefusal['unknown-code'], language }, work);

/** The code of a coupon on paper, behind the number of its tenant. */
const paperCode = (code: string) => code.slice(code.indexOf('-') + 1).toUpperCase();

/** Returns the coupon whose public code this is; null where it is none. */
async function findClaimable(tx: TenantTx, code: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>('select id from coupon where tenant_id = $1 and claim_code = $2', [
    tx.tenantId,
    code,
  ]);
  return row?.id ?? null;
}

const pageServer = handleFreely(getCouponClaim, (kernel, { code }, { language }) =>
  scanning(kernel, code, language, async (tx) => {
    const { brandName, name } = await readSetting(tx);
    const from = brandName ?? name;
    const claimable = await findClaimable(tx, code);
    if (claimable) return { couponName: (await lockCoupon(tx, claimable)).name, from, isPerPerson: true };
    const [row] = await tx.query<{ name: string }>(
      `select c.name from user_coupon u join coupon c on c.tenant_id = u.tenant_id and c.id = u.coupon_id
       where u.tenant_id = $1 and u.code = $2 and u.state = 'granted' and u.valid_until > $3 and c.status = 2`,
      [tx.tenantId, paperCode(code), tx.now],
    );
    if (!row) throw new Refusal(couponRefusal['unknown-code']);
    return { couponName: row.name, from, isPerPerson: false };
  }),
);

/** Where somebody got a coupon, by the app that shows the page. */
function gotFromOf(agent: string | null): keyof typeof GotFrom {
  if (/MicroMessenger/i.test(agent ?? '')) return 3;
  return /AlipayClient/i.test(agent ?? '') ? 2 : 7;
}

/** Refuses whoever has had as many as a person may: one, unless the coupon says otherwise. */
async function refuseBeyondLimit(tx: TenantTx, given: LockedCoupon, holder: Holder): Promise<void> {
  const count = (await countHad(tx, given.id, [holder])).get(keyOf(holder)) ?? 0;
  if (count >= (given.perPlate ?? 1)) throw new Refusal(couponRefusal['claimed-already'], { count });
}

const claimServer = handleFreely(claimCoupon, (kernel, { code, plate: entered, mobile }, caller) =>
  scanning(kernel, code, caller.language, async (tx) => {
    const claimable = await findClaimable(tx, code);
    if (!claimable) {
      const found = await redeem(tx, { code: paperCode(code), plate: entered }, () => true);
      tx.audit({ action: claimCoupon.audit!, ...redeemedSubject(found) });
      return { couponName: found.name, plate: found.plate, validUntil: found.validUntil };
    }
    const plate = normalizePlate(entered);
    if (!isPlate(plate)) throw new Refusal(couponRefusal['no-plates']);
    if (!mobile || !MOBILE.test(mobile)) throw new Refusal(couponRefusal['bad-mobile']);
    const given = await lockCoupon(tx, claimable);
    await refuseBeyondLimit(tx, given, { plate, mobile });
    await grant(tx, given, { holders: [{ plate, mobile }], gotFrom: gotFromOf(caller.agent), batchId: tx.newId() });
    tx.emit(couponClaimed, { lotId: null, subjectId: given.id, data: { couponId: given.id, plate } });
    const subject = { subjectKind: coupon.name, subjectId: given.id, subject: given.name };
    tx.audit({ action: claimCoupon.audit!, ...subject, after: { plate, address: caller.address } });
    return { couponName: given.name, plate, validUntil: endOf(tx, given) };
  }),
);

/** What drivers do with the codes of coupons. */
export const claimServers = [pageServer, claimServer];
