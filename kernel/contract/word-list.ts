/** Places where people write the same again and again: each has a list of words of the tenant's dictionary. */
export const WORD_LISTS = {
  'settle-admit': { zh: '放行原因', en: 'Why a car is let through' },
  'settle-turn-back': { zh: '劝返原因', en: 'Why a car is turned back' },
  'lane-open': { zh: '手动开闸原因', en: 'Why a barrier is opened by hand' },
  'lane-close': { zh: '手动关闸原因', en: 'Why a barrier is closed by hand' },
  'order-void': { zh: '作废原因', en: 'Why an order is void' },
  'order-close': { zh: '关闭订单原因', en: 'Why an order is closed' },
  'order-correct': { zh: '订单更正原因', en: 'Why an order is corrected' },
  'order-waive': { zh: '减免原因', en: 'Why arrears are waived' },
  'order-refund': { zh: '退款原因', en: 'Why money is given back' },
  'black-list': { zh: '拉黑原因', en: 'Why a plate is on the black list' },
  'feedback-answer': { zh: '反馈常用回复', en: 'What feedback is answered with' },
  'review-reject': { zh: '驳回原因', en: 'Why a request is rejected' },
} as const;

/** The key of a list of words. */
export type WordList = keyof typeof WORD_LISTS;
