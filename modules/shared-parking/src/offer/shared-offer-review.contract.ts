import { reviewKind } from '@boyun/reviews/contract';

/** Requests about shared spots and their money that a second person decides. */
export const shareReviews = {
  offer: reviewKind(
    'shared-offer.publish',
    { zh: '发布共享车位', en: 'Share a spot' },
    (offerId: string) => `/_cloud_share/spot?open=${offerId}`,
  ),
  change: reviewKind(
    'shared-offer.change',
    { zh: '变更共享车位', en: 'Change a shared spot' },
    (offerId: string) => `/_cloud_share/spot?open=${offerId}`,
  ),
  withdrawal: reviewKind(
    'owner-withdrawal.pay',
    { zh: '业主提现', en: 'Withdrawal of a spot owner' },
    (withdrawalId: string) => `/_cloud_share/income?tab=withdrawals&open=${withdrawalId}`,
  ),
};
