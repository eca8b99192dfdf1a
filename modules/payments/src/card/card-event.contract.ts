import { choice, event, money, optional, reference, text } from '@boyun/kernel/contract';
import { PayChannel } from '@boyun/money/contract';

const card = {
  cardId: reference({ zh: '卡片', en: 'Card' }, 'card'),
  cardNo: text({ zh: '卡号', en: 'Card number' }, { max: 32 }),
};
const paymentId = reference({ zh: '支付编号', en: 'Payment' }, 'payment');
const paymentNo = text({ zh: '流水号', en: 'Payment number' }, { max: 64 });
const channel = choice({ zh: '渠道', en: 'Channel' }, PayChannel);
/** Below zero where money went back. */
const amountFen = money({ zh: '金额', en: 'Amount' }, { min: -100_000_000_00 });
const balanceFen = money({ zh: '余额', en: 'Balance' });
const note = optional(text({ zh: '备注', en: 'Note' }, { max: 255 }));

/** A card was topped up. */
export const cardRecharged = event('card.recharged', {
  label: { zh: '卡充值', en: 'A card was topped up' },
  fields: { ...card, paymentId, paymentNo, channel, amountFen, balanceFen },
});

/** A card was reported lost. */
export const cardLost = event('card.lost', {
  label: { zh: '卡挂失', en: 'A card was reported lost' },
  fields: { ...card, note },
});

/** A lost card was found. */
export const cardFound = event('card.found', {
  label: { zh: '卡解挂', en: 'A lost card was found' },
  fields: { ...card, note },
});

/** A card was replaced. */
export const cardReplaced = event('card.replaced', {
  label: { zh: '换卡', en: 'A card was replaced' },
  fields: {
    ...card,
    newCardId: reference({ zh: '新卡', en: 'New card' }, 'card'),
    newCardNo: text({ zh: '新卡号', en: 'New card number' }, { max: 32 }),
    amountFen,
    note,
  },
});

/** Money of a card went back. */
export const cardRefunded = event('card.refunded', {
  label: { zh: '卡退款', en: 'Money of a card went back' },
  fields: { ...card, paymentId, paymentNo, channel, amountFen, balanceFen },
});

/** A provider failed to return money of a card, which is on the card again. */
export const cardRefundFailed = event('card.refund-failed', {
  label: { zh: '卡退款失败', en: 'A refund of a card failed' },
  fields: { ...card, amountFen, balanceFen },
});

/** A card was given back. */
export const cardReturned = event('card.returned', {
  label: { zh: '退卡', en: 'A card was given back' },
  fields: { ...card, amountFen, note },
});
