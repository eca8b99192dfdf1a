import { reviewKind } from '@boyun/reviews/contract';

/** Path of the page that shows a pack. */
const packPage = (packId: string) => `/_cloud_operation/packManage?open=${packId}`;

/** Kinds of requests about packs that need approval. */
export const packReviews = {
  sale: reviewKind('pack.sale', { zh: '办理月卡', en: 'Sell a pack' }, packPage),
  discount: reviewKind('pack.discount', { zh: '月卡优惠', en: 'Sell or renew a pack below its price' }, packPage),
  plates: reviewKind(
    'pack.plates',
    { zh: '车主变更月卡车牌', en: 'Change the plates of a pack as its owner' },
    packPage,
  ),
  cancel: reviewKind('pack.cancel', { zh: '注销月卡', en: 'Cancel a pack' }, packPage),
  refund: reviewKind('pack.refund', { zh: '月卡退款', en: 'Refund a pack' }, packPage),
};
