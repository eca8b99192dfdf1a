import { reviewKind } from '@boyun/reviews/contract';

const pageOf = (carId: string) => `/_cloud_member/car?open=${carId}`;

/** Requests about cars of customers. */
export const carReviews = {
  /** A customer's request to have a car certified. */
  certify: reviewKind('customer-car.certify', { zh: '车辆认证', en: 'Certify a car' }, pageOf),
  /** A decision that takes a certified car away from another customer. */
  move: reviewKind('customer-car.move', { zh: '车辆转移认证', en: 'Move a certified car' }, pageOf),
};
