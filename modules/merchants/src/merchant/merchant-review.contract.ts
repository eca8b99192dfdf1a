import { reviewKind } from '@boyun/reviews/contract';

const pathOf = (id: string) => `/_cloud_operation/discount?open=${id}`;

/** Requests about merchants that a second person decides. */
export const merchantReviews = {
  write: reviewKind('merchant', { zh: '变更商家', en: 'Change the merchants' }, pathOf),
  discount: reviewKind(
    'merchant-discount',
    { zh: '变更商家优惠方案', en: 'Change the discounts of merchants' },
    (id) => `/_cloud_operation/merchantDiscount?open=${id}`,
  ),
  refund: reviewKind('merchant.refund', { zh: '商家余额退款', en: 'Refund the balance of a merchant' }, pathOf),
};
