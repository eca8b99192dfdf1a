import type { PageHelps } from '@boyun/kernel/web';
import { UserCouponState } from '../user-coupon/user-coupon.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  coupon: {
    purpose: {
      zh: '可以发放的优惠券及其发行量、有效期和用量。',
      en: 'Coupons that can be granted, with their stock and use.',
    },
    steps: [
      {
        zh: '电子券发给车牌或手机号；发给手机号的，该客户绑定的任一车辆都可使用一次。',
        en: 'Grant electronic coupons to plates or mobiles. One of a mobile applies once, to any car of that customer.',
      },
      {
        zh: '名单较长时点“导入名单发券”：下载模板，填车牌或手机号。同一批次内每个对象只发一张，重复导入不会多发。',
        en: 'For long lists press "Grant by list" and fill in the template. In a list each gets the coupon once, however often it is imported.',
      },
      { zh: '纸质券按批次打印，每个券码只能用一次。', en: 'Paper coupons are printed; each code works once.' },
    ],
  },
  userCoupon: {
    purpose: { zh: '谁得到了哪张券，用在哪里。', en: 'Who got which coupon, and where it was used.' },
    steps: [
      {
        zh: '手机号的券在使用前不属于某一辆车，使用后显示用券的车牌。',
        en: 'A coupon of a mobile shows a plate once a car of the customer has used it.',
      },
      { zh: '未使用的可以撤销。', en: 'One that was not used can be revoked.' },
    ],
    states: [
      { state: UserCouponState.granted, means: { zh: '车辆离场时自动抵扣', en: 'Applies when the car leaves' } },
      { state: UserCouponState.held, means: { zh: '司机正在支付', en: 'The driver is paying with it' } },
      { state: UserCouponState.used, means: { zh: '已抵扣', en: 'It applied' } },
    ],
  },
  couponRule: {
    purpose: { zh: '无需人工、自动发放的优惠券。', en: 'Coupons that are granted without anybody doing it.' },
    steps: [
      {
        zh: '“客户首次注册后”在为新手机号开立钱包时发给该手机号，每人一张。',
        en: '"After registering" grants one to the mobile when a wallet is opened for it.',
      },
      {
        zh: '发行量和每车每人限领同样有效；发完、停用或过期后自动停止。',
        en: 'Stock and limits hold. Rules rest while the coupon is used up, disabled or over.',
      },
    ],
  },
};

export default helps;
