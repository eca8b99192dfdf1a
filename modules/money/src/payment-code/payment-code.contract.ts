import { refusals } from '@boyun/kernel/contract';

/** Refusals of payment codes. */
export const codeRefusal = refusals('payment-code', {
  'no-code': {
    status: 422,
    zh: '这不是微信、支付宝或银联的付款码，请让付款人打开付款码后重新扫描',
    en: 'This is no payment code of WeChat, Alipay or UnionPay; ask the payer to show it and scan again',
  },
  off: {
    status: 422,
    zh: '该车场未开通{channel}，请换一种方式收款',
    en: '{channel} is not in use in this lot, take the money another way',
  },
});
