import { reviewKind } from '@boyun/reviews/contract';

/** Requests about units that a second person decides. */
export const unitReviews = {
  refund: reviewKind(
    'unit-bill.refund',
    { zh: '单位账单退款', en: 'Refund a bill of a unit' },
    (billId) => `/_cloud_group/bill?open=${billId}`,
  ),
  credit: reviewKind(
    'unit-bill.credit',
    { zh: '减免单位账单', en: 'Credit a bill of a unit' },
    (billId) => `/_cloud_group/bill?open=${billId}`,
  ),
  vehicles: reviewKind(
    'unit-vehicle.add',
    { zh: '单位新增车辆', en: 'Vehicles that a unit adds' },
    () => '/_cloud_group/vehicle',
  ),
};
