/** States of a payment. */
export const PaymentState = {
  paying: { zh: '支付中', en: 'Paying', tone: 'info' },
  succeeded: { zh: '成功', en: 'Succeeded', tone: 'good' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
  closed: { zh: '已关闭', en: 'Closed', tone: 'neutral' },
} as const;
export type PaymentState = keyof typeof PaymentState;

/** States of a refund. */
export const RefundState = {
  paying: { zh: '退款中', en: 'Going back', tone: 'info' },
  succeeded: { zh: '已退款', en: 'Refunded', tone: 'good' },
  failed: { zh: '退款失败', en: 'Refund failed', tone: 'bad' },
} as const;
export type RefundState = keyof typeof RefundState;
