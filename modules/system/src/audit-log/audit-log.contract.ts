import { instant, json, optional, permission, report, text } from '@boyun/kernel/contract';

/** Who did what to what, with the values before and after. */
export const auditLog = report('audit-log', {
  title: { zh: '操作日志', en: 'Audit log' },
  path: '/api/auditLog/list',
  access: permission('audit-log.list', { zh: '查看操作日志', en: 'View: Audit log' }),
  filters: {
    account: optional(text({ zh: '账号', en: 'Account' }, { max: 64 })),
    action: optional(text({ zh: '操作', en: 'Action' }, { max: 64 })),
    subject: optional(text({ zh: '对象', en: 'Subject' }, { max: 64 })),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    account: text({ zh: '账号', en: 'Account' }),
    actorName: text({ zh: '操作人', en: 'By' }),
    action: text({ zh: '操作', en: 'Action' }),
    subjectKind: text({ zh: '对象类型', en: 'Kind of subject' }),
    subjectId: optional(text({ zh: '对象编号', en: 'Subject id' })),
    subject: optional(text({ zh: '对象', en: 'Subject' })),
    address: optional(text({ zh: '来源地址', en: 'From address' })),
    before: optional(json({ zh: '修改前', en: 'Before' })),
    after: optional(json({ zh: '修改后', en: 'After' })),
    requestId: optional(text({ zh: '请求编号', en: 'Request id' })),
  },
});
