import { cancelTask, getTask, isTaskOpen, kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { handle, handleReport, importResult, notFound, type TenantTx } from '@boyun/kernel/server';
import { taskList } from './task.contract.ts';
import { endCancelled, findTask, findTasks, type ShownTask } from './task.queries.ts';
import { mayOpen, shownTask } from './task.service.ts';
import { taskCancelled } from './task-event.contract.ts';

async function requireTask(tx: TenantTx, id: string, isLocked = false): Promise<ShownTask> {
  const task = await findTask(tx, id, isLocked);
  if (!task) throw notFound(tx.who, { zh: '任务', en: 'Task' });
  return task;
}

export const taskReport = handleReport(taskList, async (tx, filters, paging, kernel) => {
  const { tasks, total, openCount } = await findTasks(tx, filters, paging);
  return { rows: tasks.map((one) => shownTask(kernel, tx.who, one)), total, totals: { openCount } };
});

/** Operations of an account on its tasks. */
export const taskOperations = [
  handle(getTask, async (tx, { taskId }, _act, kernel) => {
    const task = await requireTask(tx, taskId);
    const result = mayOpen(kernel, tx.who, task) ? await importResult(tx, kernel.files, taskId) : null;
    return { ...shownTask(kernel, tx.who, task), result };
  }),
  handle(cancelTask, async (tx, { taskId }, act, kernel) => {
    const task = await requireTask(tx, taskId, true);
    if (!isTaskOpen(task.state)) throw new Refusal(kernelRefusal['task-over']);
    await endCancelled(tx, taskId);
    const { kind, title } = shownTask(kernel, tx.who, task);
    tx.emit(taskCancelled, { subjectId: taskId, data: { taskId, taskKind: kind, source: task.source } });
    act.describe({ subjectKind: 'task', subjectId: taskId, subject: title, after: { state: 'cancelled' } });
    return { state: 'cancelled' as const };
  }),
];
