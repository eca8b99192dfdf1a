import { flag, instant, operation, optional, plate, text } from '@boyun/kernel/contract';

const code = text({ zh: '领取码', en: 'Code' }, { max: 64 });
const couponName = text({ zh: '优惠券', en: 'Coupon' });

/** What the page of a coupon's code shows before a plate is entered. */
export const getCouponClaim = operation('get-coupon-claim', {
  title: { zh: '优惠券领取页', en: 'Claim page of a coupon' },
  path: '/api/couponClaim/get',
  access: 'public',
  perMinute: 120,
  input: { code },
  output: {
    couponName,
    from: text({ zh: '发放单位', en: 'Given by' }),
    isPerPerson: flag({ zh: '须填手机号', en: 'Asks for a mobile number' }),
  },
  isRead: true,
});

/** Claims a coupon for a car: by the public code of the coupon, or by the code of one on paper. */
export const claimCoupon = operation('claim-coupon', {
  title: { zh: '领取优惠券', en: 'Claim a coupon' },
  path: '/api/couponClaim/claim',
  access: 'public',
  perMinute: 30,
  input: { code, plate: plate(), mobile: optional(text({ zh: '手机号', en: 'Mobile' }, { max: 11 })) },
  output: {
    couponName,
    plate: text({ zh: '车牌', en: 'Plate' }),
    validUntil: instant({ zh: '失效时间', en: 'Until' }),
  },
  audit: 'user-coupon.claimed',
});
