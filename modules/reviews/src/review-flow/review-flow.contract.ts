import {
  choice,
  description,
  group,
  integer,
  inUse,
  list,
  money,
  operation,
  optional,
  resource,
  text,
} from '@boyun/kernel/contract';
import { FlowKindChoice } from '../review/review-kind.contract.ts';

/** The approval levels per kind of request, with role and amount from which each applies. */
export const reviewFlow = resource('review-flow', {
  title: { zh: '审批流程', en: 'Approval flows' },
  path: '/api/reviewFlow',
  fields: {
    kind: choice({ zh: '审批类型', en: 'Kind' }, FlowKindChoice),
    level: integer({ zh: '审批级别', en: 'Level' }, { min: 1, max: 5, byDefault: 1 }),
    role: optional(
      text(
        { zh: '审批角色', en: 'Role' },
        {
          max: 64,
          hint: {
            zh: '不选表示任何有审核权限的人；申请人本人不能审核',
            en: 'If empty, anyone who may decide, except the requester',
          },
        },
      ),
    ),
    amountFromFen: money(
      { zh: '起审金额', en: 'From amount' },
      {
        byDefault: 0,
        hint: {
          zh: '涉及金额低于此值时不需要本级审批',
          en: 'Requests below this amount skip this level',
        },
      },
    ),
    isEnabled: inUse,
    remark: description,
  },
  columns: ['kind', 'level', 'role', 'amountFromFen', 'isEnabled', 'remark'],
  search: { kind: 'equals', isEnabled: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  adminVerbs: ['create', 'update', 'delete'],
  subject: (row) => `${row.kind} ${row.level}`,
  nameField: 'kind',
  order: [{ field: 'kind' }, { field: 'level' }],
});

/** The roles a level can require. */
export const getReviewRoles = operation('get-review-roles', {
  title: { zh: '审批角色', en: 'Roles of approval' },
  path: '/api/reviewFlow/getRoles',
  access: reviewFlow.can.list,
  input: {},
  output: {
    roles: list(
      { zh: '角色', en: 'Roles' },
      group(
        { zh: '角色', en: 'Role' },
        {
          value: text({ zh: '代码', en: 'Code' }),
          name: text({ zh: '名称', en: 'Name' }),
          /** Active accounts that may decide where this role is required. */
          peopleCount: integer({ zh: '可审核人数', en: 'People who can decide' }),
        },
      ),
    ),
    /** Active accounts that may decide where no role is required. */
    anyCount: integer({ zh: '有审核权限的人数', en: 'People who may decide' }),
  },
  isRead: true,
});
