import { reviewKind } from '@boyun/reviews/contract';

/** The address that shows an order. */
const orderPage = (orderId: string) => `/_cloud_operation/order?orderId=${orderId}`;

/** Requests upon orders that a second person decides, as far as the tenant's flows say so. */
export const orderReviews = {
  void: reviewKind('order.void', { zh: '作废订单', en: 'Void an order' }, orderPage),
  restore: reviewKind('order.restore', { zh: '恢复订单', en: 'Restore an order' }, orderPage),
  close: reviewKind('order.close', { zh: '关闭在场订单', en: 'Close the order of a car inside' }, orderPage),
  times: reviewKind('order.times', { zh: '更正进出时间', en: 'Correct entry or exit time' }, orderPage),
  picture: reviewKind('order.picture', { zh: '更换订单图片', en: 'Replace a picture of an order' }, orderPage),
  waive: reviewKind('order.waive', { zh: '减免欠费', en: 'Waive arrears' }, orderPage),
  refund: reviewKind('order.refund', { zh: '停车费退款', en: 'Refund a parking fee' }, orderPage),
};
