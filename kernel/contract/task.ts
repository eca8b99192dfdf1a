import * as z from 'zod/mini';
import { permission } from './access.ts';
import { actEvent, event } from './event.ts';
import { choice, flag, group, instant, integer, json, list, optional, reference, text } from './field.ts';
import { operation } from './operation.ts';

/** Kinds of background tasks. */
export const TaskKind = {
  export: { zh: '导出', en: 'Export' },
  import: { zh: '导入', en: 'Import' },
  act: { zh: '计算', en: 'Calculation' },
} as const;
export type TaskKind = keyof typeof TaskKind;

/** State of a task. */
export const TaskState = {
  queued: { zh: '排队中', en: 'Waiting', tone: 'neutral' },
  running: { zh: '进行中', en: 'Running', tone: 'info' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'warn' },
  expired: { zh: '已过期', en: 'Expired', tone: 'neutral' },
} as const;
export type TaskState = keyof typeof TaskState;

/** Whether a task is still open. */
export function isTaskOpen(state: TaskState): boolean {
  return state === 'queued' || state === 'running';
}

/** The permission to see and cancel the tasks of all accounts; an account limited to some lots sees only its own. */
export const canSeeAllTasks = permission('task.list-all', { zh: '查看全部任务', en: 'View: All tasks' });

/** A task as people see it. */
export const taskFields = {
  id: text({ zh: '编号', en: 'Id' }),
  kind: choice({ zh: '类型', en: 'Kind' }, TaskKind),
  /** Name of the plain table, report or operation it works on. */
  source: text({ zh: '来源', en: 'Source' }),
  title: text({ zh: '任务', en: 'Task' }),
  state: choice({ zh: '状态', en: 'State' }, TaskState),
  doneCount: integer({ zh: '已处理', en: 'Done' }),
  totalCount: integer({ zh: '总数', en: 'Of' }),
  fileName: optional(text({ zh: '文件', en: 'File' })),
  url: optional(text({ zh: '下载地址', en: 'Address of the file' }, { max: 2000 })),
  /** Address of the page that shows its result; null for files and imports. */
  path: optional(text({ zh: '结果页面', en: 'Page of the result' }, { max: 500 })),
  error: optional(text({ zh: '原因', en: 'Reason' }, { max: 2000 })),
  account: text({ zh: '账号', en: 'Account' }),
  createdAt: instant({ zh: '提交时间', en: 'Started' }),
  startedAt: optional(instant({ zh: '开始时间', en: 'Begun' })),
  endedAt: optional(instant({ zh: '完成时间', en: 'Ended' })),
  expiresAt: optional(instant({ zh: '文件有效期至', en: 'File kept until' })),
};

/** How an import treats its rows. */
export const ImportMode = {
  good: { zh: '导入正确的行', en: 'Import valid rows' },
  all: { zh: '全部正确才导入', en: 'Import only if all rows are valid' },
  check: { zh: '只检查不导入', en: 'Check only, import nothing' },
} as const;
export type ImportMode = keyof typeof ImportMode;

/** Result of an import, spec §3. */
export const importResultFields = {
  total: integer({ zh: '总数', en: 'Total' }),
  successNum: integer({ zh: '成功', en: 'Succeeded' }),
  /** Those of them that wait for approval. */
  pendingNum: integer({ zh: '待审核', en: 'Pending approval' }),
  repeatNum: integer({ zh: '重复', en: 'Repeated' }),
  failedNum: integer({ zh: '失败', en: 'Failed' }),
  mode: choice({ zh: '方式', en: 'Mode' }, ImportMode),
  hasImported: flag({ zh: '已写入', en: 'Rows were written' }),
  url: { ...optional(text({ zh: '失败文件', en: 'Failed rows file' }, { max: 2000 })), wireName: 'URL' },
  failedRecords: list(
    { zh: '失败记录', en: 'Failed records' },
    group(
      { zh: '失败记录', en: 'Failed record' },
      {
        sheet: text({ zh: '工作表', en: 'Sheet' }),
        row: integer({ zh: '行', en: 'Row' }),
        errorMsg: text({ zh: '错误', en: 'Error' }, { max: 2000 }),
        operationGuide: text({ zh: '操作指引', en: 'What to do' }, { max: 2000 }),
        cells: json<Record<string, string>>({ zh: '单元格', en: 'Cells' }),
      },
    ),
    { max: 50_000 },
  ),
};

const taskId = reference({ zh: '任务', en: 'Task' }, 'task');

/** Returns a task of the caller with its progress, and with its result once it has ended. */
export const getTask = operation('get-task', {
  title: { zh: '任务详情', en: 'Task' },
  path: '/api/task/get',
  access: 'signed-in',
  input: { taskId },
  output: {
    ...taskFields,
    result: optional(group({ zh: '结果', en: 'Result' }, importResultFields)),
  },
  isRead: true,
});

/** Cancels an open task; rows an import has already written stay. */
export const cancelTask = operation('cancel-task', {
  title: { zh: '取消任务', en: 'Cancel a task' },
  path: '/api/task/cancel',
  access: 'signed-in',
  input: { taskId },
  output: { state: choice({ zh: '状态', en: 'State' }, TaskState) },
  audit: 'task.cancelled',
});

const eventFields = {
  taskId: text({ zh: '任务', en: 'Task' }, { max: 36 }),
  taskKind: text({ zh: '类型', en: 'Kind' }, { max: 16 }),
  source: text({ zh: '来源', en: 'Source' }, { max: 64 }),
};

/** A task was submitted. */
export const taskStarted = event('task.started', {
  label: { zh: '提交任务', en: 'A task was started' },
  fields: eventFields,
});

/** A task was done, or failed. */
export const taskEnded = event('task.ended', {
  label: { zh: '任务结束', en: 'A task ended' },
  fields: { ...eventFields, state: choice({ zh: '状态', en: 'State' }, TaskState) },
});

/** A task was cancelled. */
export const taskCancelled = actEvent(cancelTask, eventFields);

/** Input of an import in addition to its file or rows. */
export const importFields = {
  mode: choice({ zh: '方式', en: 'Mode' }, ImportMode, { byDefault: 'good' }),
  /** The field of each column head, `{head: key}`; heads not listed are recognised by their titles. */
  mapping: optional(json({ zh: '列对应', en: 'Columns' }, z.record(z.string(), z.nullable(z.string())))),
  /** Rows sent instead of a file: `[{sheet, row, cells: {key: text}}]`. */
  rows: optional(
    json(
      { zh: '数据行', en: 'Rows' },
      z.array(
        z.object({
          sheet: z.string().check(z.maxLength(255)),
          row: z.int(),
          cells: z.record(z.string(), z.string().check(z.maxLength(10_000))),
        }),
      ),
    ),
  ),
  isOnlyHeads: { ...flag({ zh: '只读表头', en: 'Only the heads' }, { byDefault: false }), wireName: 'OnlyHeads' },
  isBackground: { ...flag({ zh: '后台执行', en: 'In the background' }, { byDefault: false }), wireName: 'Background' },
};

/** A row of an import: its position, and its cells as a person reads them, by field key. */
export interface ImportRow {
  readonly sheet: string;
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}
