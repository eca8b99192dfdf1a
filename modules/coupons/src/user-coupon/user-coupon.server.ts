import { Refusal } from '@boyun/kernel/contract';
import { coversLots, handle, notFound, serveReport, sql } from '@boyun/kernel/server';
import { countGrants } from '@boyun/orders/server';
import { coupon, couponRefusal } from '../coupon/coupon.contract.ts';
import { chooseHolders, endOf, grant, lockCoupon, ON_PAPER } from './grant.service.ts';
import { redeem, redeemedSubject } from './redeem.service.ts';
import {
  couponReport,
  grantCoupons,
  printCoupons,
  redeemCoupon,
  revokeCoupon,
  userCouponList,
} from './user-coupon.contract.ts';
import { stateAt } from './user-coupon.queries.ts';
import { couponRevoked, couponsGranted, couponsPrinted } from './user-coupon-event.contract.ts';

/** The plate a coupon belongs to, or of the car that holds or has used one of a mobile. */
const PLATE = 'coalesce(u.plate, o.plate)';

/** Granted coupons. Those of coupons for all lots are seen by everybody. */
export const userCouponServer = serveReport(userCouponList, ({ tx, filters }) => {
  const state = stateAt(tx.now);
  return {
    from: 'user_coupon',
    as: 'u',
    joins: `join coupon c on c.tenant_id = u.tenant_id and c.id = u.coupon_id
      left join stay_fact o on o.tenant_id = u.tenant_id and o.id = u.order_id`,
    lot: "(c.lot_ids = '{}' or c.lot_ids && ?::uuid[])",
    own: null,
    where: filters.state ? [sql`${state} = ${filters.state}`] : [],
    filters: {
      plate: `${PLATE} like '%' || ? || '%'`,
      mobile: "u.mobile like '%' || ? || '%'",
      code: "u.code like upper(?) || '%'",
      state: null,
      gotFrom: 'u.got_from = ?',
      grantType: 'u.grant_type = ?',
      isUsed: "(u.state = 'used') = ?",
      couponId: 'u.coupon_id = ?',
    },
    period: 'u.created_at',
    columns: {
      state,
      isUsed: "u.state = 'used'",
      orderNo: 'o.order_no',
      lotId: 'u.lot_id',
      plate: PLATE,
      grantedAt: 'u.created_at',
      grantType: 'u.grant_type',
      validFrom: 'u.valid_from',
      validUntil: 'u.valid_until',
    },
    totals: { usedFen: 'u.used_fen' },
    order: 'u.created_at desc, u.id desc',
  };
});

/** Granted coupons by coupon and source. */
export const couponReportServer = serveReport(couponReport, ({ tx }) => {
  const { columns, totals } = countGrants('u', tx.now);
  return {
    from: 'user_coupon',
    as: 'u',
    joins: 'join coupon c on c.tenant_id = u.tenant_id and c.id = u.coupon_id',
    lot: "(c.lot_ids = '{}' or c.lot_ids && ?::uuid[])",
    own: null,
    filters: { couponId: 'u.coupon_id = ?', gotFrom: 'u.got_from = ?' },
    period: 'u.created_at',
    columns: { ...columns, id: "u.coupon_id || ' ' || u.got_from", couponId: 'u.coupon_id', gotFrom: 'u.got_from' },
    groupBy: 'u.coupon_id, u.got_from',
    order: `${totals.usedFen} desc, u.coupon_id, u.got_from`,
    totals,
  };
});

const grantServer = handle(grantCoupons, async (tx, { couponId, plates, mobiles, gotFrom }, act) => {
  const given = await lockCoupon(tx, couponId);
  if (given.grantType === 1) throw new Refusal(couponRefusal['not-electronic']);
  const entered = [
    ...plates.map((plate) => ({ plate, mobile: null })),
    ...mobiles.map((mobile) => ({ plate: null, mobile })),
  ];
  if (entered.length === 0) throw new Refusal(couponRefusal['no-holder']);
  const { holders, failed } = await chooseHolders(tx, given, entered);
  const { length: count } = holders;
  if (count > 0) {
    await grant(tx, given, { holders, gotFrom, batchId: tx.newId() });
    tx.emit(couponsGranted, { lotId: null, subjectId: couponId, data: { couponId, count } });
  }
  const after = {
    plates: holders.flatMap((one) => one.plate ?? []),
    mobiles: holders.flatMap((one) => one.mobile ?? []),
    gotFrom,
  };
  act.describe({ subjectKind: coupon.name, subjectId: couponId, subject: given.name, after });
  return { grantedCount: count, failed };
});

const printServer = handle(printCoupons, async (tx, { couponId, count }, act, kernel) => {
  const given = await lockCoupon(tx, couponId);
  if (given.grantType === 2) throw new Refusal(couponRefusal['not-paper']);
  const batchId = tx.newId();
  const holders = Array.from({ length: count }, () => ON_PAPER);
  const codes = await grant(tx, given, { holders, gotFrom: 6, batchId });
  tx.emit(couponsPrinted, { lotId: null, subjectId: couponId, data: { couponId, count } });
  act.describe({ subjectKind: coupon.name, subjectId: couponId, subject: given.name, after: { count, batchId } });
  const address = `${kernel.configuration.publicUrl ?? ''}/coupon/${tx.tenantId}-`;
  return { batchId, codes, address, validUntil: endOf(tx, given) };
});

const redeemServer = handle(redeemCoupon, async (tx, input, act) => {
  const found = await redeem(tx, input, (lotIds) => coversLots(tx.who, lotIds));
  act.describe(redeemedSubject(found));
  return { couponName: found.name, validUntil: found.validUntil };
});

const revokeServer = handle(revokeCoupon, async (tx, { id, reason }, act) => {
  const [found] = await tx.query<{ couponId: string; name: string; code: string; lotIds: string[]; state: string }>(
    `select u.coupon_id, c.name, u.code, c.lot_ids, u.state from user_coupon u
     join coupon c on c.tenant_id = u.tenant_id and c.id = u.coupon_id
     where u.tenant_id = $1 and u.id = $2 for update of u`,
    [tx.tenantId, id],
  );
  if (!found || !coversLots(tx.who, found.lotIds)) throw notFound(tx.who, userCouponList.title);
  if (found.state === 'used') throw new Refusal(couponRefusal.used);
  await tx.query(
    `update user_coupon set state = 'revoked', revoked_reason = $3, order_id = null, lot_id = null, held_until = null, updated_at = $4
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, reason, tx.now],
  );
  tx.emit(couponRevoked, { lotId: null, subjectId: id, data: { couponId: found.couponId } });
  act.describe({
    subjectKind: userCouponList.name,
    subjectId: id,
    subject: `${found.name} ${found.code}`,
    before: { state: found.state },
    after: { state: 'revoked', reason },
  });
  return {};
});

/** Server handlers of granting, printing, redeeming and revoking coupons. */
export const userCouponServers = [grantServer, printServer, redeemServer, revokeServer];
