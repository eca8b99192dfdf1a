import { plateColorLabel } from '@boyun/domain/plate';
import { choice, file, operation, optional, plate, reference, refusals, text } from '@boyun/kernel/contract';
import { mayCorrect } from '@boyun/orders/contract';
import { reviewAnswer } from '@boyun/reviews/contract';
import { plateBox } from '../passing/passing.contract.ts';

const newPlate = plate({ zh: '正确车牌', en: 'Correct plate' });
const reason = text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true, words: 'order-correct' });
const needsPassword = { zh: '是否更正车牌？', en: 'Correct the plate?' };

/** The picture that shows the plate of an order or of a passing, as far as it is the camera's own, and the place of the plate in it. */
export const getPlateView = operation('get-plate-view', {
  title: { zh: '查看车牌图片', en: 'View the plate in its picture' },
  path: '/api/passing/getPlateView',
  access: mayCorrect,
  input: {
    orderId: optional(reference({ zh: '订单', en: 'Order' }, 'parking-order')),
    passingId: optional(reference({ zh: '过车记录', en: 'Passing record' }, 'passing')),
  },
  output: { picture: optional(file({ zh: '过车图片', en: 'Picture' })), plateBox },
  isRead: true,
});

/** Corrects the plate of an order and matches it with an exit that had no order. */
export const correctPlate = operation('correct-plate', {
  title: { zh: '更正车牌', en: 'Correct plate' },
  path: '/api/order/correctPlate',
  access: mayCorrect,
  input: {
    orderId: reference({ zh: '订单', en: 'Order' }, 'parking-order'),
    plate: newPlate,
    plateColor: choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel),
    reason,
  },
  output: reviewAnswer,
  audit: 'order.plate-requested',
  needsPassword,
});

/** Corrects the plate of an exit without an order and ends the stay of that plate at that exit. */
export const correctExitPlate = operation('correct-exit-plate', {
  title: { zh: '更正出场车牌', en: 'Correct the plate of an exit' },
  path: '/api/passing/correctPlate',
  access: mayCorrect,
  input: { passingId: reference({ zh: '过车记录', en: 'Passing record' }, 'passing'), plate: newPlate, reason },
  output: reviewAnswer,
  audit: 'passing.plate-requested',
  needsPassword,
});

export const plateRefusal = refusals('plate', {
  'has-order': {
    status: 409,
    zh: '该过车记录已有订单，请在订单中更正车牌',
    en: 'This passing belongs to an order; correct the plate of the order',
  },
  'not-passed': {
    status: 409,
    zh: '只能更正已放行的出场记录；车辆仍在等待时请在车道监控中处理',
    en: 'Only exits that were let out can be corrected; a car that waits is handled on the lane monitor',
  },
  'none-inside': {
    status: 409,
    zh: '出场时{plate}没有在场订单，无法匹配',
    en: '{plate} had no order inside at the time of this exit',
  },
});
