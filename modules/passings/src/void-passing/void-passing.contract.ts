import { LaneDirection } from '@boyun/facilities/contract';
import {
  choice,
  file,
  instant,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { voidList } from '@boyun/orders/contract';
import { reviewAnswer } from '@boyun/reviews/contract';
import { passingList } from '../passing/passing.contract.ts';

const passingId = reference({ zh: '过车记录', en: 'Passing record' }, 'passing');
const reason = text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255, isLong: true, words: 'order-void' });
/** The right to void and restore passing records. */
const mayVoid = permission('passing.void', { zh: '作废过车记录', en: 'Void a passing record' });

/** Voids a passing record that is wrong: a test, a pedestrian, a car of the street. It moves no money. */
export const voidPassing = operation('void-passing', {
  title: { zh: '作废过车记录', en: 'Void a passing record' },
  path: '/api/passing/void',
  access: mayVoid,
  input: { passingId, reason: { ...reason, label: { zh: '作废原因', en: 'Reason' } } },
  output: reviewAnswer,
  audit: 'passing.void-requested',
  needsPassword: { zh: '是否作废该过车记录？', en: 'Void this passing record?' },
});

/** Restores a void passing record. */
export const restorePassing = operation('restore-passing', {
  title: { zh: '恢复过车记录', en: 'Restore a passing record' },
  path: '/api/passing/restore',
  access: mayVoid,
  input: { passingId, reason },
  output: reviewAnswer,
  audit: 'passing.restore-requested',
  needsPassword: { zh: '是否恢复该过车记录？', en: 'Restore this passing record?' },
});

/** Void passing records: on whose request, why, when, and approved by whom. */
export const voidPassingList = report('void-passing', {
  title: { zh: '作废过车记录', en: 'Void passing records' },
  path: '/api/passing/getVoidPage',
  access: voidList.access,
  alwaysSortable: ['voidedAt'],
  filters: voidList.filters,
  columns: {
    id: passingList.columns.id,
    plate: passingList.columns.plate,
    plateColor: passingList.columns.plateColor,
    standing: passingList.columns.standing,
    lotId: passingList.columns.lotId,
    laneId: passingList.columns.laneId,
    direction: choice({ zh: '方向', en: 'Direction' }, LaneDirection),
    voidedAt: instant({ zh: '作废时间', en: 'Voided' }),
    voidReason: voidList.columns.voidReason,
    requestedByName: voidList.columns.requestedByName,
    reviewerNames: voidList.columns.reviewerNames,
    happenedAt: passingList.columns.happenedAt,
    picture: optional(file({ zh: '图片', en: 'Picture' })),
    orderId: passingList.columns.orderId,
  },
});

/** Refusals of voiding and restoring passing records. */
export const voidPassingRefusal = refusals('void-passing', {
  waiting: {
    status: 409,
    zh: '车辆仍在等待，请先在车道监控中处理',
    en: 'The car still waits; deal with it on the lane monitor first',
  },
  paid: {
    status: 409,
    zh: '该记录属于已收费的订单{orderNo}，不能作废；如需更正请处理该订单',
    en: 'It belongs to order {orderNo}, which has been paid, and cannot be voided; correct the order instead',
  },
  'already-void': { status: 409, zh: '该过车记录已作废', en: 'This passing record is void already' },
  'not-void': { status: 409, zh: '该过车记录没有作废', en: 'This passing record is not void' },
});
