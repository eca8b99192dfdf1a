import { pattern } from '@boyun/domain/pattern';
import { choice, instant, optional, phone, plate, readOnly, reference, resource, text } from '@boyun/kernel/contract';
import { CouponGrantType } from '../coupon/coupon.contract.ts';
import { GotFrom, UserCouponState } from '../user-coupon/user-coupon.contract.ts';

/**
 * Coupons granted by a file of plates and mobiles. Within a list, which has a name, each plate and mobile has a coupon once: the same file
 * grants nothing the second time.
 */
export const couponList = resource('coupon-list', {
  title: { zh: '发券名单', en: 'Coupons by list' },
  path: '/api/couponList',
  table: 'user_coupon',
  fields: {
    couponId: reference({ zh: '优惠券', en: 'Coupon' }, 'coupon'),
    plate: optional(
      plate(
        { zh: '车牌', en: 'Plate' },
        { hint: { zh: '车牌和手机号至少填一项', en: 'A plate, a mobile, or both: then it belongs to the car' } },
      ),
    ),
    mobile: optional(
      phone(
        { zh: '手机号', en: 'Mobile' },
        {
          max: 11,
          rule: pattern.mobile,
          hint: {
            zh: '只填手机号时，该客户绑定的车辆都可使用',
            en: 'Alone, the cars bound to that customer may use it',
          },
        },
      ),
    ),
    batch: optional(
      text(
        { zh: '批次', en: 'List' },
        {
          max: 32,
          hint: {
            zh: '同一批次内每个车牌、手机号只发一张；再次发放请换一个批次',
            en: 'In a list each plate and mobile gets the coupon once; to grant it again, name another',
          },
        },
      ),
    ),
    gotFrom: choice({ zh: '来源', en: 'Got from' }, GotFrom, { byDefault: 5 }),
    code: readOnly(text({ zh: '券码', en: 'Code' })),
    grantType: readOnly(choice({ zh: '发放方式', en: 'Granted as' }, CouponGrantType)),
    state: readOnly(choice({ zh: '状态', en: 'State' }, UserCouponState)),
    validFrom: readOnly(instant({ zh: '生效时间', en: 'From' })),
    validUntil: readOnly(instant({ zh: '失效时间', en: 'Until' })),
    grantedBy: readOnly(text({ zh: '发放人', en: 'Granted by' })),
    batchId: readOnly(text({ zh: '批次编号', en: 'Batch' })),
  },
  columns: ['couponId', 'plate', 'mobile', 'batch', 'gotFrom'],
  search: {},
  lotField: null,
  verbs: ['import'],
  importQuestion: { zh: '是否按名单发放优惠券？', en: 'Grant coupons to this list?' },
  subject: ({ plate: car, mobile }) => car ?? mobile ?? '',
  nameField: 'code',
});
