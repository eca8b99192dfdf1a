import { Refusal } from '@boyun/kernel/contract';
import { coversLots, handle, notFound, serveReport, sql } from '@boyun/kernel/server';
import { coupon, couponRefusal } from '../coupon/coupon.contract.ts';
import { choosePlates, endOf, grant, lockCoupon } from './grant.service.ts';
import { redeem, redeemedSubject } from './redeem.service.ts';
import {
  couponReport,
  grantCoupons,
  printCoupons,
  redeemCoupon,
  revokeCoupon,
  userCouponList,
} from './user-coupon.contract.ts';
import { couponRevoked, couponsGranted, couponsPrinted } from './user-coupon-event.contract.ts';

/** Granted coupons. Those of coupons for all lots are seen by everybody. */
export const userCouponServer = serveReport(userCouponList, ({ tx, filters }) => {
  const state = sql`case when u.state <> 'granted' then u.state when u.held_until > ${tx.now} then 'held'
    when u.valid_until <= ${tx.now} then 'expired' else 'granted' end`;
  return {
    from: 'user_coupon',
    as: 'u',
    joins: `join coupon c on c.tenant_id = u.tenant_id and c.id = u.coupon_id
      left join stay_fact o on o.tenant_id = u.tenant_id and o.id = u.order_id`,
    lot: "(c.lot_ids = '{}' or c.lot_ids && ?::uuid[])",
    own: null,
    where: filters.state ? [sql`${state} = ${filters.state}`] : [],
    filters: {
      plate: "u.plate like '%' || ? || '%'",
      code: "u.code like upper(?) || '%'",
      state: null,
      gotFrom: 'u.got_from = ?',
      grantType: 'u.grant_type = ?',
      isUsed: "(u.state = 'used') = ?",
      couponId: 'u.coupon_id = ?',
    },
    period: 'u.granted_at',
    columns: {
      state,
      isUsed: "u.state = 'used'",
      orderNo: 'o.order_no',
      lotId: 'u.lot_id',
      plate: 'u.plate',
      grantType: 'u.grant_type',
      validFrom: 'u.valid_from',
      validUntil: 'u.valid_until',
    },
    totals: { usedFen: 'u.used_fen' },
    order: 'u.granted_at desc, u.id desc',
  };
});

/** Granted coupons by coupon and source. */
export const couponReportServer = serveReport(couponReport, ({ tx }) => ({
  from: 'user_coupon',
  as: 'u',
  joins: 'join coupon c on c.tenant_id = u.tenant_id and c.id = u.coupon_id',
  lot: "(c.lot_ids = '{}' or c.lot_ids && ?::uuid[])",
  own: null,
  filters: { couponId: 'u.coupon_id = ?', gotFrom: 'u.got_from = ?' },
  period: 'u.granted_at',
  columns: {
    id: "u.coupon_id || ' ' || u.got_from",
    couponId: 'u.coupon_id',
    gotFrom: 'u.got_from',
    grantedCount: 'count(*)::int',
    usedCount: `count(*) filter (where u.state = 'used')::int`,
    openCount: sql`count(*) filter (where u.state = 'granted' and u.valid_until > ${tx.now})::int`,
    expiredCount: sql`count(*) filter (where u.state = 'granted' and u.valid_until <= ${tx.now})::int`,
    revokedCount: `count(*) filter (where u.state = 'revoked')::int`,
    usedFen: 'coalesce(sum(u.used_fen), 0)::bigint',
  },
  groupBy: 'u.coupon_id, u.got_from',
  order: 'coalesce(sum(u.used_fen), 0) desc, u.coupon_id, u.got_from',
  totals: {
    grantedCount: 'count(*)',
    usedCount: `count(*) filter (where u.state = 'used')`,
    usedFen: 'coalesce(sum(u.used_fen), 0)',
  },
}));

const grantServer = handle(grantCoupons, async (tx, { couponId, plates: entered, gotFrom }, act) => {
  const given = await lockCoupon(tx, couponId);
  if (given.grantType === 1) throw new Refusal(couponRefusal['not-electronic']);
  const { plates, failed } = await choosePlates(tx, given, entered);
  if (plates.length > 0) {
    await grant(tx, given, { plates, gotFrom, batchId: tx.newId() });
    tx.emit(couponsGranted, { lotId: null, subjectId: couponId, data: { couponId, count: plates.length } });
  }
  act.describe({ subjectKind: coupon.name, subjectId: couponId, subject: given.name, after: { plates, gotFrom } });
  return { grantedCount: plates.length, failed };
});

const printServer = handle(printCoupons, async (tx, { couponId, count }, act, kernel) => {
  const given = await lockCoupon(tx, couponId);
  if (given.grantType === 2) throw new Refusal(couponRefusal['not-paper']);
  const batchId = tx.newId();
  const plates = Array.from({ length: count }, () => null);
  const codes = await grant(tx, given, { plates, gotFrom: 6, batchId });
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
    `update user_coupon set state = 'revoked', revoked_reason = $3, order_id = null, lot_id = null, held_until = null
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, reason],
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
