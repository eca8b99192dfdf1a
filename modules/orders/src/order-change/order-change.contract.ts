import {
  choice,
  file,
  flag,
  instant,
  integer,
  list,
  money,
  operation,
  optional,
  permission,
  reference,
  report,
  text,
} from '@boyun/kernel/contract';
import { reviewAnswer } from '@boyun/reviews/contract';
import { orderColumns } from '../order/order.contract.ts';

const orderId = reference({ zh: '订单', en: 'Order' }, 'parking-order');
const reason = text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true });
const correctionReason = { ...reason, words: 'order-correct' } as const;
/** The right to void and restore orders. */
const mayVoid = permission('order.void', { zh: '作废订单', en: 'Void an order' });
/** The right to correct orders: times, plate, closing by hand. */
export const mayCorrect = permission('order.correct', { zh: '更正订单', en: 'Correct an order' });

/** Voids an order; requires a reason. */
export const voidOrder = operation('void-order', {
  title: { zh: '作废订单', en: 'Void order' },
  path: '/api/order/void',
  access: mayVoid,
  input: { orderId, reason: { ...reason, label: { zh: '作废原因', en: 'Reason' }, words: 'order-void' } },
  output: reviewAnswer,
  audit: 'order.void-requested',
  needsPassword: { zh: '是否作废该订单？', en: 'Void this order?' },
});

/** Restores a void order to its previous state. */
export const restoreOrder = operation('restore-order', {
  title: { zh: '恢复订单', en: 'Restore order' },
  path: '/api/order/restore',
  access: mayVoid,
  input: { orderId, reason },
  output: reviewAnswer,
  audit: 'order.restore-requested',
  needsPassword: { zh: '是否恢复该订单？', en: 'Restore this order?' },
});

/** Closes orders of cars that are no longer there or whose exit was not recorded. */
export const closeOrders = operation('close-orders', {
  title: { zh: '关闭在场订单', en: 'Close orders of cars inside' },
  path: '/api/order/closeOrders',
  access: mayCorrect,
  input: {
    orderIds: list({ zh: '订单', en: 'Orders' }, orderId, { min: 1, max: 100 }),
    isFree: flag({ zh: '免除未付费用', en: 'Waive the unpaid fee' }, { byDefault: false }),
    reason: { ...reason, words: 'order-close' },
  },
  output: {
    pendingCount: integer({ zh: '等待审核', en: 'Wait for review' }),
    closedCount: integer({ zh: '已关闭', en: 'Closed' }),
  },
  audit: 'order.close-requested',
  needsPassword: { zh: '是否关闭所选订单？', en: 'Close these orders?' },
});

/** Corrects the entry or exit time of an order and recalculates its fee. */
export const correctTimes = operation('correct-times', {
  title: { zh: '更正进出时间', en: 'Correct entry or exit time' },
  path: '/api/order/correctTimes',
  access: mayCorrect,
  input: {
    orderId,
    enteredAt: instant({ zh: '入场时间', en: 'Entered' }),
    leftAt: optional(instant({ zh: '离场时间', en: 'Left' })),
    reason: correctionReason,
  },
  output: reviewAnswer,
  audit: 'order.times-requested',
  needsPassword: { zh: '是否更正该订单的进出时间？', en: 'Correct the times of this order?' },
});

/** The pictures an order shows. */
export const PictureSide = {
  entry: { zh: '入场图片', en: 'Entry picture' },
  exit: { zh: '出场图片', en: 'Exit picture' },
} as const;

/** Replaces the entry or exit picture of an order where the camera's is wrong or missing. */
export const correctPicture = operation('correct-picture', {
  title: { zh: '更换图片', en: 'Replace a picture' },
  path: '/api/order/correctPicture',
  access: mayCorrect,
  input: {
    orderId,
    side: choice({ zh: '图片', en: 'Picture' }, PictureSide),
    picture: file({ zh: '新图片', en: 'New picture' }),
    reason: correctionReason,
  },
  output: reviewAnswer,
  audit: 'order.picture-requested',
  needsPassword: { zh: '是否更换该订单的图片？', en: 'Replace the picture of this order?' },
});

/** Waives the unpaid fee or a part of it. */
export const waiveOrder = operation('waive-order', {
  title: { zh: '减免欠费', en: 'Waive arrears' },
  path: '/api/order/waive',
  access: permission('order.waive', { zh: '减免欠费', en: 'Waive arrears' }),
  input: {
    orderId,
    amountFen: money({ zh: '减免金额', en: 'Amount waived' }, { min: 1 }),
    reason: { ...reason, words: 'order-waive' },
  },
  output: reviewAnswer,
  audit: 'order.waive-requested',
  needsPassword: { zh: '是否减免该订单的欠费？', en: 'Waive what this order owes?' },
});

/** Void orders: by whom, why, when, and approved by whom. */
export const voidList = report('void-order', {
  title: { zh: '作废数据', en: 'Void data' },
  path: '/api/order/getVoidPage',
  access: permission('void-order.list', { zh: '查看作废数据', en: 'View: Void data' }),
  alwaysSortable: ['voidedAt', 'enteredAt'],
  filters: {
    lotId: optional(orderColumns.lotId),
    plate: optional(text({ zh: '车牌', en: 'Plate' }, { max: 16 })),
    from: optional(instant({ zh: '作废起', en: 'Voided from' })),
    to: optional(instant({ zh: '作废止', en: 'Voided to' })),
  },
  columns: {
    id: orderColumns.id,
    plate: orderColumns.plate,
    plateColor: orderColumns.plateColor,
    standing: orderColumns.standing,
    lotId: orderColumns.lotId,
    voidedAt: instant({ zh: '作废时间', en: 'Voided' }),
    voidReason: text({ zh: '作废原因', en: 'Reason' }, { max: 512 }),
    requestedByName: text({ zh: '申请人', en: 'Requested by' }),
    reviewerNames: optional(text({ zh: '审核人', en: 'Agreed by' })),
    feeFen: money({ zh: '原应收', en: 'Fee before' }),
    enteredAt: orderColumns.enteredAt,
    leftAt: orderColumns.leftAt,
    orderNo: orderColumns.orderNo,
    entryPicture: optional(file({ zh: '入场图片', en: 'Entry picture' })),
  },
  totals: { feeFen: money({ zh: '原应收合计', en: 'Fees before' }) },
});
