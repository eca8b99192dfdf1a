import { activityReviews } from '../activity/activity-field.contract.ts';
import { fixedAmount } from '../activity/fixed-amount.contract.ts';
import { ActivityPage } from './activity-page.view.tsx';

/** Activities with a fixed amount for a stay, or for its time within hours. */
export default function FixedAmountPage() {
  return (
    <ActivityPage
      of={fixedAmount}
      kind="fixedAmount"
      review={activityReviews.fixedAmount}
      columns={[
        'name',
        'state',
        'priceFen',
        'appliesTo',
        'used',
        'hours',
        'lotIds',
        'validUntil',
        'usedCount',
        'isExclusive',
        'validFrom',
        'remark',
      ]}
      cells={{ priceFen: { width: 96 }, appliesTo: { width: 130 }, isExclusive: { isHiddenAtFirst: true } }}
      empty={{
        title: { zh: '还没有固定金额活动', en: 'No fixed-amount activities yet' },
        hint: {
          zh: '如“夜间19:00–07:00只收5元”；新增后可用历史停车测算费用',
          en: 'For example 5 yuan for the night, 19:00–07:00. Preview the cost on past stays before it begins',
        },
      }}
    />
  );
}
