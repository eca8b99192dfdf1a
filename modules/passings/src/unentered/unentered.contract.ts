import { choice, operation, optional, text } from '@boyun/kernel/contract';
import { settlePassing } from '../passing/passing.contract.ts';

const { passingId } = settlePassing.input;

/** Why nobody can say of a car that it was let in and did not come in. */
export const UnenteredObstacle = {
  'not-let-in': { zh: '该过车没有放行入场', en: 'No car was let in here' },
  'not-inside': { zh: '该车的停车已结束', en: 'Its stay is over already' },
  'has-passed': { zh: '地感已报告车辆通过道闸', en: 'The loop has told of a car behind the barrier' },
  'under-way': {
    zh: '正在等待道闸和地感的报告，请稍候',
    en: 'The barrier and its loop may still report, wait a moment',
  },
} as const;

/** Whether a car that was let in may be one that did not come in after all. */
export const getUnentered = operation('get-unentered', {
  title: { zh: '核对是否入场', en: 'Whether it came in' },
  path: '/api/passing/getUnentered',
  access: settlePassing.access,
  input: { passingId },
  output: {
    plate: text({ zh: '车牌', en: 'Plate' }),
    obstacle: optional(choice({ zh: '不可操作原因', en: 'Why not' }, UnenteredObstacle)),
  },
  isRead: true,
});

/** A person has seen that a car which was let in drove off: its stay ends as turned back, without a fee. */
export const markUnentered = operation('mark-unentered', {
  title: { zh: '车辆未入场', en: 'It did not come in' },
  path: '/api/passing/markUnentered',
  access: settlePassing.access,
  input: { passingId },
  output: {},
  audit: 'passing.unentered',
});
