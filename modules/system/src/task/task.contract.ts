import { choice, flag, instant, optional, report, TaskKind, TaskState, taskFields } from '@boyun/kernel/contract';

/** Background tasks of the caller, or of all accounts for those who may see them, newest first. */
export const taskList = report('task', {
  title: { zh: '任务中心', en: 'Task centre' },
  path: '/api/task/list',
  access: 'signed-in',
  sortable: [
    'kind',
    'source',
    'state',
    'doneCount',
    'totalCount',
    'fileName',
    'account',
    'createdAt',
    'startedAt',
    'endedAt',
    'expiresAt',
  ],
  filters: {
    kind: optional(choice({ zh: '类型', en: 'Kind' }, TaskKind)),
    state: optional(choice({ zh: '状态', en: 'State' }, TaskState)),
    isMine: optional(flag({ zh: '仅看本人任务', en: 'My own' })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: taskFields,
  totals: { openCount: taskFields.totalCount },
});
