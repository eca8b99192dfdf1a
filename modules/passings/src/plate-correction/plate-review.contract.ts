import { reviewKind } from '@boyun/reviews/contract';

/** Path of the page that shows an order. */
const orderPage = (orderId: string) => `/_cloud_operation/order?orderId=${orderId}`;

/** Kinds of requests to correct a misread plate. */
export const plateReviews = {
  order: reviewKind('order.plate', { zh: '更正车牌', en: 'Correct a plate' }, orderPage),
  exit: reviewKind('order.exit-plate', { zh: '更正出场车牌', en: 'Correct the plate of an exit' }, orderPage),
};
