import { reviewKind } from '@boyun/reviews/contract';

/** Requests about cards that a second person decides. */
export const cardReviews = {
  return: reviewKind(
    'card.refund',
    { zh: '退卡退款', en: 'Refund a card' },
    (cardId) => `/_cloud_operation/card?open=${cardId}`,
  ),
};
