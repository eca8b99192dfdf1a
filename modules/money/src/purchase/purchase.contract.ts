import {
  choice,
  flag,
  group,
  instant,
  list,
  money,
  operation,
  optional,
  refusals,
  rowId,
  text,
} from '@boyun/kernel/contract';
import { HandChannel } from '../channel/channel.contract.ts';

/** How far a purchase has come. */
export const PurchaseState = {
  open: { zh: '待支付', en: 'To pay', tone: 'info' },
  paid: { zh: '已支付', en: 'Paid', tone: 'good' },
  closed: { zh: '未支付', en: 'Not paid', tone: 'neutral' },
} as const;
export type PurchaseState = keyof typeof PurchaseState;

/** How staff takes the money of a purchase: handed over, or by the payer's phone. */
export const TakeMethod = { ...HandChannel, phone: { zh: '线上支付', en: 'By phone' } } as const;
export type TakeMethod = keyof typeof TakeMethod;

const purchaseId = rowId({ zh: '购买编号', en: 'Purchase' });
const state = choice({ zh: '状态', en: 'State' }, PurchaseState);
const amountFen = money({ zh: '金额', en: 'Amount' });
const validUntil = instant({ zh: '有效至', en: 'Valid until' });
const title = {
  titleZh: text({ zh: '名称', en: 'In Chinese' }),
  titleEn: text({ zh: '英文名称', en: 'In words' }),
};

/** Field of the way the money is taken. */
export const takeMethod = choice({ zh: '收款方式', en: 'Paid by' }, TakeMethod, { byDefault: 'cash' });

/** What an operation that sells something answers; `state` is `open` where the payer's phone still has to pay. */
export const takenOutput = {
  purchaseId,
  state,
  paymentNo: optional(text({ zh: '流水号', en: 'Payment number' }, { max: 64 })),
};

/** Asks the channel about a payment of a purchase under way, books its outcome, and returns how far it has come. */
export const followPurchase = operation('follow-purchase', {
  title: { zh: '查询线上收款', en: 'Follow a purchase' },
  path: '/api/purchase/follow',
  access: 'signed-in',
  input: { purchaseId },
  output: {
    state,
    isPaying: flag({ zh: '正在支付', en: 'A payment is under way' }),
    amountFen,
    ...title,
    // Of the page that the payer opens.
    address: text({ zh: '支付地址', en: 'Address' }, { max: 300 }),
    validUntil,
  },
  isRead: true,
});

/** Takes the money of an open purchase by the payment code that the payer's phone shows. */
export const chargePurchase = operation('charge-purchase', {
  title: { zh: '扫付款码', en: 'Scan the payment code' },
  path: '/api/purchase/charge',
  access: 'signed-in',
  input: { purchaseId, authCode: text({ zh: '付款码', en: 'Payment code' }, { max: 24 }) },
  output: { state },
  audit: 'purchase.charged',
});

/** Closes an open purchase: it cannot be paid any more. One that was paid meanwhile stays. */
export const cancelPurchase = operation('cancel-purchase', {
  title: { zh: '取消收款', en: 'Cancel a purchase' },
  path: '/api/purchase/cancel',
  access: 'signed-in',
  input: { purchaseId },
  output: { state },
  audit: 'purchase.cancelled',
});

/** The purchases of a subject that are still to be paid. */
export const getOpenPurchases = operation('get-open-purchases', {
  title: { zh: '待支付项目', en: 'Purchases to pay' },
  path: '/api/purchase/open',
  access: 'signed-in',
  input: {
    kind: text({ zh: '类型', en: 'Kind' }, { max: 20, pattern: /^[a-z-]+$/ }),
    subjectId: rowId({ zh: '对象编号', en: 'Subject' }),
  },
  output: {
    purchases: list(
      { zh: '待支付项目', en: 'Purchases' },
      group(
        { zh: '待支付项目', en: 'Purchase' },
        { id: purchaseId, amountFen, ...title, validUntil, actorName: text({ zh: '经办人', en: 'By' }) },
      ),
    ),
  },
  isRead: true,
});

export const purchaseRefusal = refusals('purchase', {
  over: {
    status: 409,
    zh: '收款码已失效，请重新发起',
    en: 'It can no longer be paid, please start again',
  },
  'being-paid': {
    status: 409,
    zh: '“{title}”正在等待支付，请先完成或取消',
    en: '"{title}" is waiting to be paid: complete or cancel it first',
  },
  'no-phone': {
    status: 422,
    zh: '该车场没有开通线上支付渠道，请当面收款',
    en: 'No channel by phone is in use in this lot, take the money by hand',
  },
});
