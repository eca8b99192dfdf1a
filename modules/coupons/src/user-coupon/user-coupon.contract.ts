import {
  choice,
  flag,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  phone,
  reference,
  report,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { grantFigures, grantTotals } from '@boyun/orders/contract';
import { CouponGrantType } from '../coupon/coupon.contract.ts';

/** Where a coupon was got. */
export const GotFrom = {
  1: { zh: '微信小程序', en: 'WeChat mini program' },
  2: { zh: '支付宝小程序', en: 'Alipay mini program' },
  3: { zh: '微信公众号', en: 'WeChat official account' },
  4: { zh: '商户平台', en: 'Merchant platform' },
  5: { zh: '客服平台', en: 'Customer service platform' },
  6: { zh: '线下纸质', en: 'Offline paper' },
  7: { zh: '其他', en: 'Other' },
} as const;

/** What has become of a granted coupon. */
export const UserCouponState = {
  granted: { zh: '未使用', en: 'Unused', tone: 'info' },
  held: { zh: '待支付', en: 'Held by a quote', tone: 'warn' },
  used: { zh: '已使用', en: 'Used', tone: 'good' },
  expired: { zh: '已过期', en: 'Expired', tone: 'neutral' },
  revoked: { zh: '已撤销', en: 'Revoked', tone: 'bad' },
} as const;
export type UserCouponState = keyof typeof UserCouponState;

const couponId = reference({ zh: '优惠券', en: 'Coupon' }, 'coupon');
const lotId = reference({ zh: '使用车场', en: 'Used in' }, 'lot');
const access = permission('user-coupon.list', { zh: '查看优惠券发放记录', en: 'View: Granted coupons' });

/** Granted coupons: who got which from where, and where it was used. */
export const userCouponList = report('user-coupon', {
  title: { zh: '优惠券发放记录', en: 'Granted coupons' },
  path: '/api/userCoupon/list',
  access,
  filters: {
    couponId: optional(couponId),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 11 })),
    code: optional(text({ zh: '券码', en: 'Code' }, { max: 32 })),
    batch: optional(text({ zh: '批次', en: 'List' }, { max: 32 })),
    state: optional(choice({ zh: '状态', en: 'State' }, UserCouponState)),
    gotFrom: optional(choice({ zh: '来源', en: 'Got from' }, GotFrom)),
    grantType: optional(choice({ zh: '发放方式', en: 'Granted as' }, CouponGrantType)),
    isUsed: optional(flag({ zh: '是否使用', en: 'Used' })),
    from: optional(instant({ zh: '发放起', en: 'Granted from' })),
    to: optional(instant({ zh: '发放止', en: 'Granted until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    couponId,
    code: text({ zh: '券码', en: 'Code' }),
    // Its own, or that of the car of its customer which used it.
    plate: optional(text({ zh: '车牌', en: 'Plate' })),
    mobile: optional(phone({ zh: '手机号', en: 'Mobile' })),
    state: choice({ zh: '状态', en: 'State' }, UserCouponState),
    isUsed: flag({ zh: '是否使用', en: 'Used' }),
    gotFrom: choice({ zh: '来源', en: 'Got from' }, GotFrom),
    grantType: choice({ zh: '发放方式', en: 'Granted as' }, CouponGrantType),
    grantedAt: instant({ zh: '发放时间', en: 'Granted' }),
    grantedBy: text({ zh: '发放人', en: 'Granted by' }),
    batch: optional(text({ zh: '批次', en: 'List' })),
    validFrom: instant({ zh: '生效时间', en: 'From' }),
    validUntil: instant({ zh: '失效时间', en: 'Until' }),
    usedAt: optional(instant({ zh: '使用时间', en: 'Used at' })),
    lotId: optional(lotId),
    orderId: optional(text({ zh: '订单', en: 'Order' })),
    orderNo: optional(text({ zh: '订单号', en: 'Order number' })),
    usedFen: optional(money({ zh: '优惠金额', en: 'Taken off' })),
    revokedReason: optional(text({ zh: '撤销原因', en: 'Why it was revoked' })),
  },
  alwaysSortable: ['grantedAt'],
  totals: { usedFen: money({ zh: '优惠合计', en: 'Taken off in all' }) },
});

/** Where the coupons are listed that its figures count. */
const granted = {
  list: userCouponList,
  page: '/_cloud_operation/userCoupon',
  same: ['couponId', 'gotFrom'],
  period: ['from', 'to'] as const,
};

/** What became of granted coupons, by coupon and by where they were got. */
export const couponReport = report('coupon-report', {
  title: { zh: '优惠券报表', en: 'Coupon report' },
  path: '/api/userCoupon/getReport',
  access: permission('coupon-report.list', { zh: '查看优惠券报表', en: 'View: Coupon report' }),
  filters: {
    couponId: optional(couponId),
    gotFrom: optional(choice({ zh: '来源', en: 'Got from' }, GotFrom)),
    from: optional(instant({ zh: '发放起', en: 'Granted from' })),
    to: optional(instant({ zh: '发放止', en: 'Granted until' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    couponId,
    gotFrom: choice({ zh: '来源', en: 'Got from' }, GotFrom),
    ...grantFigures,
  },
  totals: grantTotals,
  compared: { by: ['id'] },
  rowsAt: [
    { ...granted, figures: { grantedCount: null } },
    { ...granted, figures: { usedCount: null, usedFen: 'usedFen' }, fixed: { isUsed: true } },
    { ...granted, figures: { revokedCount: null }, fixed: { state: 'revoked' } },
  ],
  chart: { by: 'couponId', figures: ['usedCount', 'openCount', 'expiredCount', 'revokedCount'], isStacked: true },
});

const mayGrant = permission('user-coupon.grant', { zh: '发放优惠券', en: 'Grant coupons' });
const failed = list(
  { zh: '未发放', en: 'Not granted' },
  group(
    { zh: '对象', en: 'To' },
    {
      plate: optional(text({ zh: '车牌', en: 'Plate' })),
      mobile: optional(phone({ zh: '手机号', en: 'Mobile' })),
      reason: text({ zh: '原因', en: 'Reason' }),
    },
  ),
);

/** The most plates, mobiles or codes of one grant. */
export const MOST_GRANTED = 1000;

/** Grants an electronic coupon to plates and mobiles; those that cannot have it are returned with the reason. */
export const grantCoupons = operation('grant-coupons', {
  title: { zh: '发放优惠券', en: 'Grant a coupon' },
  path: '/api/userCoupon/grant',
  access: mayGrant,
  needsPassword: { zh: '是否发放优惠券？', en: 'Grant the coupon?' },
  input: {
    couponId,
    plates: list({ zh: '车牌', en: 'Plates' }, text({ zh: '车牌', en: 'Plate' }, { max: 16 }), { max: MOST_GRANTED }),
    mobiles: {
      ...list({ zh: '手机号', en: 'Mobiles' }, phone({ zh: '手机号', en: 'Mobile' }, { max: 16 }), {
        max: MOST_GRANTED,
      }),
      hint: {
        zh: '发给手机号的券，该客户绑定的任一车辆都可用一次',
        en: 'A coupon of a mobile applies once, to any car bound to that customer',
      },
    },
    gotFrom: choice({ zh: '来源', en: 'Got from' }, GotFrom, { byDefault: 5 }),
  },
  output: { grantedCount: integer({ zh: '已发放', en: 'Granted' }), failed },
  audit: 'user-coupon.granted',
});

/** Makes codes of a paper coupon to be printed; each is valid once and cannot be guessed. */
export const printCoupons = operation('print-coupons', {
  title: { zh: '打印纸质券', en: 'Print paper coupons' },
  path: '/api/userCoupon/print',
  access: mayGrant,
  needsPassword: { zh: '是否生成券码？', en: 'Make these codes?' },
  input: { couponId, count: integer({ zh: '张数', en: 'Number' }, { min: 1, max: MOST_GRANTED, byDefault: 20 }) },
  output: {
    batchId: text({ zh: '批次', en: 'Batch' }),
    codes: list({ zh: '券码', en: 'Codes' }, text({ zh: '券码', en: 'Code' })),
    // The beginning of the addresses that the printed codes lead to.
    address: text({ zh: '领取地址', en: 'Address' }),
    validUntil: instant({ zh: '失效时间', en: 'Until' }),
  },
  audit: 'user-coupon.printed',
});

/** Redeems the code of a paper coupon for the car of a driver who presents it. */
export const redeemCoupon = operation('redeem-coupon', {
  title: { zh: '兑换纸质券', en: 'Redeem a paper coupon' },
  path: '/api/userCoupon/redeem',
  access: permission('user-coupon.redeem', { zh: '兑换优惠券', en: 'Redeem coupons' }),
  input: {
    code: text({ zh: '券码', en: 'Code' }, { min: 4, max: 32 }),
    plate: text({ zh: '车牌', en: 'Plate' }, { max: 16 }),
  },
  output: { couponName: text({ zh: '优惠券', en: 'Coupon' }), validUntil: instant({ zh: '失效时间', en: 'Until' }) },
  audit: 'user-coupon.redeemed',
});

/** Revokes coupons that were not used. */
export const revokeCoupon = operation('revoke-coupon', {
  title: { zh: '撤销优惠券', en: 'Revoke a coupon' },
  path: '/api/userCoupon/revoke',
  access: permission('user-coupon.revoke', { zh: '撤销优惠券', en: 'Revoke coupons' }),
  needsPassword: { zh: '是否撤销该优惠券？', en: 'Revoke this coupon?' },
  input: {
    id: rowId({ zh: '优惠券', en: 'Coupon' }),
    reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true }),
  },
  output: {},
  audit: 'user-coupon.revoked',
});
