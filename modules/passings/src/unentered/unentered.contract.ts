import { choice, operation, optional, text } from '@boyun/kernel/contract';
import { settlePassing } from '../passing/passing.contract.ts';

const { passingId } = settlePassing.input;

/** Reasons why a car cannot be marked as not entered. */
export const UnenteredObstacle = {
  'not-let-in': { zh: '该过车没有放行入场', en: 'No car was let in here' },
  'not-inside': { zh: '该车的停车已结束', en: 'Its stay has already ended' },
  'has-passed': { zh: '地感已报告车辆通过道闸', en: 'The loop has reported a car past the barrier' },
  'under-way': {
    zh: '正在等待道闸和地感的报告，请稍候',
    en: 'The barrier and its loop may still report, wait a moment',
  },
} as const;

/** Whether a car that was let in can be marked as not entered, with the reason if it cannot. */
export const getUnentered = operation('get-unentered', {
  title: { zh: '核对是否入场', en: 'Check whether a car entered' },
  path: '/api/passing/getUnentered',
  access: settlePassing.access,
  input: { passingId },
  output: {
    plate: text({ zh: '车牌', en: 'Plate' }),
    obstacle: optional(choice({ zh: '不可操作原因', en: 'Why not' }, UnenteredObstacle)),
  },
  isRead: true,
});

/** Marks a car that was let in as not entered: its stay ends as turned back, without a fee. */
export const markUnentered = operation('mark-unentered', {
  title: { zh: '车辆未入场', en: 'Mark as not entered' },
  path: '/api/passing/markUnentered',
  access: settlePassing.access,
  input: { passingId },
  output: {},
  audit: 'passing.unentered',
});
