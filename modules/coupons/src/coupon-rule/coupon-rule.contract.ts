import { choice, reference, refusals, resource, text } from '@boyun/kernel/contract';
import { listField } from '@boyun/lists/contract';
import { CouponStatus } from '../coupon/coupon.contract.ts';

/** What a coupon is granted for. */
export const CouponOccasion = {
  registration: { zh: '客户首次注册后', en: 'After registering' },
  'first-stay': { zh: '首次停车离场后', en: 'After the first stay' },
  overpaid: { zh: '多付后', en: 'After paying too much' },
  'failed-exit': { zh: '异常放行后', en: 'After an exit that failed' },
} as const;
export type CouponOccasion = keyof typeof CouponOccasion;

/** Rules by which coupons are granted without anybody doing it; the stock and the limit per car of the coupon hold. */
export const couponRule = resource('coupon-rule', {
  title: { zh: '自动发券规则', en: 'Coupon rules' },
  path: '/api/couponRule',
  fields: {
    name: text({ zh: '规则名称', en: 'Name' }, { max: 64 }),
    occasion: choice({ zh: '发放时机', en: 'Granted' }, CouponOccasion, { byDefault: 'first-stay' }),
    couponId: reference({ zh: '优惠券', en: 'Coupon' }, 'coupon'),
    status: choice({ zh: '状态', en: 'Status' }, CouponStatus, { byDefault: 2 }),
    remark: listField.remark,
  },
  columns: ['name', 'occasion', 'couponId', 'status', 'remark'],
  search: { name: 'contains', occasion: 'equals', couponId: 'equals', status: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  subject: (row) => row.name,
});

export const couponRuleRefusal = refusals('coupon-rule', {
  paper: {
    status: 422,
    zh: '纸质券不能自动发放，请选择电子券',
    en: 'Choose an electronic coupon: paper is handed out',
  },
});
