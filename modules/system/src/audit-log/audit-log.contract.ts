import {
  choice,
  type Field,
  instant,
  json,
  type Label,
  list,
  operation,
  optional,
  permission,
  report,
  text,
} from '@boyun/kernel/contract';

const mayRead = permission('audit-log.list', { zh: '查看操作日志', en: 'View: Audit log' });

/** Who did what an entry records: an account of the tenant, or drivers, devices and the product itself. */
export const ActorKind = {
  staff: { zh: '员工', en: 'Staff' },
  other: { zh: '司机与系统', en: 'Drivers and system' },
} as const;

/** The audit log: account, action and subject, with the values before and after. */
export const auditLog = report('audit-log', {
  title: { zh: '操作日志', en: 'Audit log' },
  path: '/api/auditLog/list',
  access: mayRead,
  sortable: ['at', 'account', 'actorName', 'action', 'subjectKind', 'subject', 'address'],
  alwaysSortable: ['at'],
  filters: {
    account: optional(text({ zh: '账号', en: 'Account' }, { max: 64 })),
    action: optional(text({ zh: '操作', en: 'Action' }, { max: 64 })),
    subject: optional(text({ zh: '对象', en: 'Subject' }, { max: 64 })),
    by: optional(choice({ zh: '范围', en: 'Which' }, ActorKind)),
    from: optional(instant({ zh: '开始时间', en: 'From' })),
    to: optional(instant({ zh: '结束时间', en: 'To' })),
  },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    at: instant({ zh: '时间', en: 'Time' }),
    account: text({ zh: '账号', en: 'Account' }),
    actorName: text({ zh: '操作人', en: 'By' }),
    action: text({ zh: '操作代码', en: 'Action code' }),
    actionName: text({ zh: '操作', en: 'Action' }),
    subjectKind: text({ zh: '对象类型代码', en: 'Code of the kind' }),
    subjectKindName: text({ zh: '对象类型', en: 'Kind of subject' }),
    subjectId: optional(text({ zh: '对象编号', en: 'Subject id' })),
    subject: optional(text({ zh: '对象', en: 'Subject' })),
    address: optional(text({ zh: '操作IP', en: 'IP address' })),
    before: optional(json({ zh: '修改前', en: 'Before' })),
    after: optional(json({ zh: '修改后', en: 'After' })),
    requestId: optional(text({ zh: '请求编号', en: 'Request id' })),
  },
});

/** The part of a declared field needed to display a value of an entry. */
export type AuditField = Pick<Field, 'kind' | 'label' | 'choices' | 'to'> & {
  readonly item?: AuditField;
  readonly fields?: AuditFields;
};
export type AuditFields = Readonly<Record<string, AuditField>>;

/** The fields that the values of an entry belong to, for labelling and formatting; only names for values without a declared field. */
export const getAuditFields = operation('get-audit-fields', {
  title: { zh: '日志字段', en: 'Fields of an audit entry' },
  path: '/api/auditLog/fields',
  access: mayRead,
  input: {
    action: text({ zh: '操作代码', en: 'Action code' }, { max: 128 }),
    subjectKind: text({ zh: '对象类型代码', en: 'Code of the kind' }, { max: 128 }),
    keys: list({ zh: '字段', en: 'Fields' }, text({ zh: '字段', en: 'Field' }, { max: 128 }), { max: 200 }),
  },
  output: {
    fields: json<AuditFields>({ zh: '字段', en: 'Fields' }),
    names: json<Readonly<Record<string, Label>>>({ zh: '名称', en: 'Names' }),
  },
  isRead: true,
});
