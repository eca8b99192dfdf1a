import { event, reference, text } from '@boyun/kernel/contract';

const fields = {
  offerId: reference({ zh: '共享车位', en: 'Shared spot' }, 'shared-offer'),
  offerNo: text({ zh: '编号', en: 'Number' }, { max: 32 }),
  state: text({ zh: '状态', en: 'State' }, { max: 16 }),
  note: text({ zh: '说明', en: 'Note' }, { max: 255, min: 0 }),
};
const offer = (zh: string, en: string) => ({
  label: { zh, en },
  fields,
  timeline: ({ note }: { readonly note: string }) => ({
    zh: note ? `${zh}：${note}` : zh,
    en: note ? `${en}: ${note}` : en,
    tone: 'info' as const,
  }),
});

/** A spot was offered, by its owner or for it. */
export const offerMade = event('shared-offer.made', offer('提交共享车位', 'A spot was offered'));
/** An offer was published. */
export const offerPublished = event('shared-offer.published', offer('共享车位上线', 'An offer was published'));
/** An offer was rejected. */
export const offerRejected = event('shared-offer.rejected', offer('共享车位未通过', 'An offer was rejected'));
/** Hours or prices of an offer changed. */
export const offerChanged = event(
  'shared-offer.changed',
  offer('共享时段与价格变更', 'Hours or prices of an offer changed'),
);
/** An offer takes no bookings for now. */
export const offerPaused = event('shared-offer.paused', offer('暂停共享', 'An offer was paused'));
/** An offer takes bookings again. */
export const offerResumed = event('shared-offer.resumed', offer('恢复共享', 'An offer was resumed'));
/** An offer has ended. */
export const offerEnded = event('shared-offer.ended', offer('结束共享', 'An offer has ended'));
/** A time of an offer was closed or opened. */
export const offerExcepted = event(
  'shared-offer.excepted',
  offer('临时调整共享时段', 'A time of an offer was adjusted'),
);
