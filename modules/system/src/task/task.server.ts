import { cancelTask, getTask, type ReportRow } from '@boyun/kernel/contract';
import { handle, importResult, notFound, serveReport, sql, type TenantTx } from '@boyun/kernel/server';
import { taskList } from './task.contract.ts';
import { findTask, type ShownTask, seesAllTasks } from './task.queries.ts';
import { mayOpen, shownTask } from './task.service.ts';

async function requireTask(tx: TenantTx, id: string, isLocked = false): Promise<ShownTask> {
  const task = await findTask(tx, id, isLocked);
  if (!task) throw notFound(tx.who, { zh: '任务', en: 'Task' });
  return task;
}

export const taskReport = serveReport(taskList, ({ who, filters, kernel }) => ({
  from: 'task',
  as: 't',
  lot: null,
  own: 't.account_id = ?',
  where: seesAllTasks(who) && !filters.isMine ? [] : [sql`t.account_id = ${who.userId}`],
  filters: { isMine: null },
  period: 't.created_at',
  columns: {
    title: null,
    url: null,
    path: null,
    error: null,
    expiresAt: "case when t.files <> '{}' then t.expires_at end",
  },
  extra: {
    input: "case when t.kind = 'act' then t.input end",
    fileKey: 't.file_key',
    errorZh: 't.error_zh',
    errorEn: 't.error_en',
  },
  order: 't.id desc',
  aggregates: { of: { openCount: "count(*) filter (where t.state in ('queued', 'running'))" } },
  finish: (rows: (ReportRow<typeof taskList> & ShownTask)[]) => rows.map((row) => shownTask(kernel, who, row)),
}));

/** Operations of an account on its tasks. */
export const taskOperations = [
  handle(getTask, async (tx, { taskId }, _act, kernel) => {
    const task = await requireTask(tx, taskId);
    const result = mayOpen(kernel, tx.who, task) ? await importResult(tx, kernel.files, taskId) : null;
    return { ...shownTask(kernel, tx.who, task), result };
  }),
  handle(cancelTask, async (tx, { taskId }, act, kernel) => {
    const task = await requireTask(tx, taskId, true);
    await kernel.tasks.cancel(tx, taskId);
    const { title } = shownTask(kernel, tx.who, task);
    act.describe({ subjectKind: 'task', subjectId: taskId, subject: title, after: { state: 'cancelled' } });
    return { state: 'cancelled' as const };
  }),
];
