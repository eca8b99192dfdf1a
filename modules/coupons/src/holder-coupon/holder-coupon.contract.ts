import {
  choice,
  group,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  phone,
  plate,
  text,
} from '@boyun/kernel/contract';
import { coupon } from '../coupon/coupon.contract.ts';
import { UserCouponState, userCouponList } from '../user-coupon/user-coupon.contract.ts';

/** The most coupons shown of a kind: those that can be used, were used, or are over. */
export const MOST_SHOWN = 10;

const { effect, amountFen, percent, minutes } = coupon.fields;

/** The coupons of a customer or a car: how many of each kind, and the first of them. */
export const heldCoupons = {
  usableCount: integer({ zh: '可用', en: 'Can be used' }),
  usedCount: integer({ zh: '已使用', en: 'Used' }),
  overCount: integer({ zh: '已失效', en: 'Over' }),
  coupons: list(
    { zh: '优惠券', en: 'Coupons' },
    group(
      { zh: '优惠券', en: 'Coupon' },
      {
        id: text({ zh: '编号', en: 'Id' }),
        couponName: text({ zh: '优惠券', en: 'Coupon' }),
        effect,
        amountFen,
        percent,
        minutes,
        plate: optional(text({ zh: '车牌', en: 'Plate' })),
        mobile: optional(phone({ zh: '手机号', en: 'Mobile' })),
        state: choice({ zh: '状态', en: 'State' }, UserCouponState),
        validUntil: instant({ zh: '失效时间', en: 'Until' }),
        usedAt: optional(instant({ zh: '使用时间', en: 'Used at' })),
        usedFen: optional(money({ zh: '优惠金额', en: 'Taken off' })),
        orderId: optional(text({ zh: '订单', en: 'Order' })),
      },
    ),
  ),
};

/** The coupons a car can use or has used: its own, and those of its customer's mobile. */
export const getCarCoupons = operation('get-car-coupons', {
  title: { zh: '车辆的优惠券', en: 'Coupons of a car' },
  path: '/api/userCoupon/getOfCar',
  access: userCouponList.access,
  input: { plate: plate() },
  output: heldCoupons,
  isRead: true,
});
