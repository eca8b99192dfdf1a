import { event, optional, reference } from '@boyun/kernel/contract';

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
