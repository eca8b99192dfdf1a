import { Refusal, type Row } from '@boyun/kernel/contract';
import { coversLots, type Query, reaction, serveResource, type TenantTx } from '@boyun/kernel/server';
import { customerRegistered, customerRenumbered } from '@boyun/lists/contract';
import { paymentSucceeded } from '@boyun/money/contract';
import { stayLeft } from '@boyun/orders/contract';
import { couponRefusal } from '../coupon/coupon.contract.ts';
import { chooseHolders, grant, type Holder, lockCoupon } from '../user-coupon/grant.service.ts';
import { type CouponOccasion, couponRule, couponRuleRefusal } from './coupon-rule.contract.ts';

/** Rules that grant coupons; a coupon on paper is not granted by itself. */
export const couponRuleServer = serveResource(couponRule, {
  async beforeWrite(tx, values, before) {
    const { couponId } = { ...before, ...values } as Row<typeof couponRule>;
    const [row] = await tx.query<{ grantType: number }>(
      'select grant_type from coupon where tenant_id = $1 and id = $2',
      [tx.tenantId, couponId],
    );
    if (row?.grantType === 1) throw new Refusal(couponRuleRefusal.paper);
    return values;
  },
});

/** Kinds of passing that say an exit did not work as it should: a person let the car out as an exception. */
const FAILED = new Set(['exceptional', 'remote-control']);

/** Returns whether a car has stayed once only, so far. */
async function isFirstStay(tx: TenantTx, plate: string): Promise<boolean> {
  const rows = await tx.query(
    `select from stay_fact where tenant_id = $1 and plate = $2 and parking_state in ('left', 'no-exit') limit 2`,
    [tx.tenantId, plate],
  );
  return rows.length === 1;
}

/**
 * Grants the coupons of rules for an occasion that hold in a lot; a coupon that is over, disabled or used up is left out. Registering earns
 * one of a kind, whatever the coupon allows.
 */
async function grantFor(tx: TenantTx, occasion: CouponOccasion, holder: Holder, lotId: string | null): Promise<void> {
  const rules = await tx.query<{ couponId: string; lotIds: string[] }>(
    `select r.coupon_id, c.lot_ids from coupon_rule r join coupon c on c.tenant_id = r.tenant_id and c.id = r.coupon_id
     where r.tenant_id = $1 and r.occasion = $2 and r.status = 2 order by r.coupon_id`,
    [tx.tenantId, occasion],
  );
  for (const { couponId, lotIds } of rules) {
    if (lotIds.length > 0 && (lotId === null || !coversLots({ lotIds }, [lotId]))) continue;
    try {
      const given = await lockCoupon(tx, couponId);
      const most = occasion === 'registration' ? 1 : given.perPlate;
      const { holders } = await chooseHolders(tx, given, [holder], most);
      if (holders.length > 0) await grant(tx, given, { holders, gotFrom: 7, batchId: tx.newId() });
    } catch (error) {
      const isOver = error instanceof Refusal && ENDED.has(error.rule.code);
      if (!isOver) throw error;
    }
  }
}

const ENDED = new Set(
  [couponRefusal.disabled, couponRefusal.over, couponRefusal['out-of-stock']].map((one) => one.code),
);

/** What may earn a coupon, by kind of event. */
const OCCASIONS: Readonly<Record<string, readonly CouponOccasion[]>> = {
  [customerRegistered.kind]: ['registration'],
  [paymentSucceeded.kind]: ['overpaid'],
  [stayLeft.kind]: ['first-stay', 'failed-exit'],
};

/** Selects the events of tenants that have a rule for such an occasion, so that others cost no transaction. */
async function ofRuledTenants<T extends { readonly tenantId: number; readonly kind: string }>(
  query: Query,
  events: readonly T[],
): Promise<readonly T[]> {
  const rows = await query<{ tenantId: number; occasion: CouponOccasion }>(
    'select distinct tenant_id, occasion from coupon_rule where status = 2 and tenant_id = any($1::int[])',
    [[...new Set(events.map((one) => one.tenantId))]],
  );
  return events.filter(({ tenantId, kind }) =>
    rows.some((one) => one.tenantId === tenantId && OCCASIONS[kind]!.includes(one.occasion)),
  );
}

/** Grants coupons when a stay ends, a payment was too much, or a customer registered. */
export const grantByRule = reaction('grant-coupons-by-rule', [stayLeft, paymentSucceeded, customerRegistered], {
  pick: ofRuledTenants,
  wants: (event) => event.kind !== paymentSucceeded.kind || event.data.excessFen > 0,
  async react(tx, event) {
    const { lotId } = event;
    if (event.kind === customerRegistered.kind)
      return grantFor(tx, 'registration', { plate: null, mobile: event.data.mobile }, lotId);
    const { plate } = event.data;
    if (!plate) return;
    const holder = { plate, mobile: null };
    if (event.kind === paymentSucceeded.kind) return grantFor(tx, 'overpaid', holder, lotId);
    if (await isFirstStay(tx, plate)) await grantFor(tx, 'first-stay', holder, lotId);
    if (FAILED.has(event.data.passType)) await grantFor(tx, 'failed-exit', holder, lotId);
  },
});

/** Gives the coupons of a customer's former mobile to the new one. */
export const followCustomers = reaction('coupons-follow-customers', [customerRenumbered], {
  async react(tx, { data: { mobile, newMobile } }) {
    await tx.query(
      `update user_coupon set mobile = $3, updated_at = $4
       where tenant_id = $1 and mobile = $2 and plate is null and state = 'granted'`,
      [tx.tenantId, mobile, newMobile, tx.now],
    );
  },
});
