import { reviewKind } from '@boyun/reviews/contract';

/** Requests about sub-merchants and their settlements that a second person decides. */
export const settlementReviews = {
  write: reviewKind(
    'sub-merchant',
    { zh: '变更子商户', en: 'Change the sub-merchants' },
    (id) => `/_cloud_operation/Subbusiness_list?open=${id}`,
  ),
  settle: reviewKind(
    'settlement.settle',
    { zh: '子商户结算', en: 'Settle a sub-merchant' },
    (id) => `/_cloud_operation/settlement?open=${id}`,
  ),
  reopen: reviewKind(
    'period.reopen',
    { zh: '会计期间反结账', en: 'Reopen a closed month' },
    () => '/_cloud_operation/accountingPeriod',
  ),
};
