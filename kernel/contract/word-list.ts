/** Places where people enter the same texts repeatedly: each has a word list in the tenant's dictionary. */
export const WORD_LISTS = {
  'settle-admit': { zh: '放行原因', en: 'Reasons for admitting a car' },
  'settle-turn-back': { zh: '劝返原因', en: 'Reasons for turning a car back' },
  'lane-open': { zh: '手动开闸原因', en: 'Reasons for opening a barrier by hand' },
  'lane-close': { zh: '手动关闸原因', en: 'Reasons for closing a barrier by hand' },
  'order-void': { zh: '作废原因', en: 'Reasons for voiding an order' },
  'order-close': { zh: '关闭订单原因', en: 'Reasons for closing an order' },
  'order-correct': { zh: '订单更正原因', en: 'Reasons for correcting an order' },
  'order-waive': { zh: '减免原因', en: 'Reasons for waiving arrears' },
  'order-refund': { zh: '退款原因', en: 'Reasons for refunds' },
  'black-list': { zh: '拉黑原因', en: 'Reasons for blacklisting a plate' },
  'feedback-answer': { zh: '反馈常用回复', en: 'Replies to feedback' },
  'alarm-handled': { zh: '报警处理说明', en: 'Notes on handled alarms' },
  'alarm-false': { zh: '误报说明', en: 'Notes on false alarms' },
  'plate-lookup': { zh: '查询车主原因', en: 'Reasons for looking up the owner of a plate' },
  'review-reject': { zh: '驳回原因', en: 'Reasons for rejecting a request' },
} as const;

/** The key of a word list. */
export type WordList = keyof typeof WORD_LISTS;
