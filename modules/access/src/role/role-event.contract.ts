import { event, flag, list, optional, reference, text } from '@boyun/kernel/contract';

/** A role was added. */
export const roleCreated = event('role.created', {
  label: { zh: '新增角色', en: 'A role was added' },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 255 }),
    isAdmin: flag({ zh: '管理员', en: 'Administrator' }),
    permissions: list({ zh: '权限', en: 'Permissions' }, text({ zh: '权限', en: 'Permission' }, { max: 64 })),
  },
});

const roleId = optional(reference({ zh: '角色', en: 'Role' }, 'role'));

/** An administrator looks at the product as a role sees it. */
export const roleViewStarted = event('role.view-started', {
  label: { zh: '以角色查看', en: 'A view as a role began' },
  fields: { roleId },
});

/** An administrator sees everything again. */
export const roleViewEnded = event('role.view-ended', {
  label: { zh: '结束以角色查看', en: 'A view as a role ended' },
  fields: { roleId },
});
