import { reviewKind } from '@boyun/reviews/contract';

/** Tariff versions that wait for approval, as the inbox shows them. */
export const versionReview = reviewKind(
  'charge-rule.version',
  { zh: '收费规则版本', en: 'Tariff version' },
  (ruleId) => `/_cloud_operation/chargeRule?rule=${ruleId}`,
  { hasFlow: false },
);
