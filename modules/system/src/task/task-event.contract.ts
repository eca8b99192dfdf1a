import { actEvent, cancelTask, text } from '@boyun/kernel/contract';

const fields = {
  taskId: text({ zh: '任务', en: 'Task' }, { max: 36 }),
  taskKind: text({ zh: '类型', en: 'Kind' }, { max: 16 }),
  source: text({ zh: '来源', en: 'Source' }, { max: 64 }),
};

/** A task was cancelled. */
export const taskCancelled = actEvent(cancelTask, fields);
