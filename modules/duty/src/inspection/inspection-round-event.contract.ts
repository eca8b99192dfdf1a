import { actEvent, event, instant, integer, optional, reference, text } from '@boyun/kernel/contract';
import { assignRound, skipStop, startRound } from './inspection-round.contract.ts';

const roundId = reference({ zh: '轮次', en: 'Round' }, 'inspection-round');
const name = text({ zh: '路线', en: 'Route' }, { max: 64 });
const inspectorId = optional(reference({ zh: '巡检员', en: 'Inspector' }, 'account'));
const dueAt = instant({ zh: '截止时间', en: 'Due' });
const place = integer({ zh: '点位序号', en: 'Stop' });
const stopCount = integer({ zh: '点位', en: 'Stops' });
const leftCount = integer({ zh: '未完成点位', en: 'Stops left' });

/** Address of a round. */
export const roundPath = (id: string) => `/_cloud_operation/parkLotInspect?tab=rounds&open=${id}`;

/** A round was made, by a plan or by hand. */
export const roundCreated = event('inspection-round.created', {
  label: { zh: '生成路线巡检', en: 'A round was made' },
  fields: { roundId, name, inspectorId, dueAt, stopCount },
});

/** A round was given to somebody else, or more time. */
export const roundAssigned = actEvent(assignRound, { roundId, name, inspectorId, dueAt });

/** An inspector began a round. */
export const roundStarted = actEvent(startRound, { roundId, name, inspectorId });

/** A stop was inspected. */
export const stopDone = event('inspection-round.stop-done', {
  label: { zh: '完成巡检点位', en: 'A stop was inspected' },
  fields: { roundId, place, inspectionId: reference({ zh: '巡检', en: 'Inspection' }, 'inspection') },
});

/** A stop was left out. */
export const stopSkipped = actEvent(skipStop, { roundId, place, reason: text({ zh: '原因', en: 'Reason' }) });

/** All stops of a round are inspected or skipped. */
export const roundDone = event('inspection-round.done', {
  label: { zh: '完成路线巡检', en: 'A round was completed' },
  fields: { roundId, name, skippedCount: integer({ zh: '跳过点位', en: 'Skipped' }) },
});

/** A round was not complete when it was due. */
export const roundOverdue = event('inspection-round.overdue', {
  label: { zh: '路线巡检逾期', en: 'A round is overdue' },
  fields: { roundId, name, inspectorId, dueAt, stopCount, leftCount },
  push: {
    placeholders: {
      route: { label: name.label, value: (data) => data.name },
      left: { label: leftCount.label, value: (data) => data.leftCount },
      stops: { label: stopCount.label, value: (data) => data.stopCount },
    },
    title: { zh: '巡检逾期：{route}', en: 'Round overdue: {route}' },
    body: { zh: '{route}还有{left}个点位未巡检（共{stops}个）', en: '{route}: {left} of {stops} stops are still open' },
    path: (data) => roundPath(data.roundId),
    message: 'alarm',
  },
});
