import { reviewKind } from './review-kind.contract.ts';

/** A change of an approval flow: always requires another administrator, or a day's wait where there is none. */
export const flowChangeReview = reviewKind(
  'review-flow',
  { zh: '审批流程变更', en: 'Change of an approval flow' },
  () => '/_cloud_operation/reviewFlow',
  { hasFlow: false },
);
