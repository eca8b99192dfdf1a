import { reviewKind } from '@boyun/reviews/contract';

/** Requests about VIP groups that a second person decides: who changes a policy, or gives it to a car, does not do so alone. */
export const vipReviews = {
  group: reviewKind(
    'vip-group',
    { zh: '变更VIP分组', en: 'Change VIP groups' },
    (id) => `/_cloud_vip/group?open=${id}`,
  ),
  vehicle: reviewKind(
    'vip-vehicle',
    { zh: '变更VIP车辆', en: 'Change VIP vehicles' },
    (id) => `/_cloud_vip/vehicle?open=${id}`,
  ),
};
