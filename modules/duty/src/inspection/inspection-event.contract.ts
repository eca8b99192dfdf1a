import { event, instant, integer, list, optional, reference, text } from '@boyun/kernel/contract';

const inspectionId = reference({ zh: '巡检', en: 'Inspection' }, 'inspection');
const name = text({ zh: '名称', en: 'Name' }, { max: 255 });
const inspectorId = optional(reference({ zh: '巡检员', en: 'Inspector' }, 'account'));

/** An inspection is to be done. */
export const inspectionAssigned = event('inspection.assigned', {
  label: { zh: '派发巡检', en: 'An inspection was assigned' },
  fields: { inspectionId, name, inspectorId, dueAt: instant({ zh: '截止时间', en: 'Due' }) },
});

/** An inspector took an inspection that had none. */
export const inspectionTaken = event('inspection.taken', {
  label: { zh: '领取巡检', en: 'An inspection was taken' },
  fields: { inspectionId, name, inspectorId },
});

/** An inspection is done. */
export const inspectionDone = event('inspection.done', {
  label: { zh: '完成巡检', en: 'An inspection was done' },
  fields: {
    inspectionId,
    name,
    rating: integer({ zh: '评分', en: 'Rating' }),
    problems: list({ zh: '问题', en: 'Problems' }, text({ zh: '问题', en: 'Problem' }, { max: 255 })),
  },
});
