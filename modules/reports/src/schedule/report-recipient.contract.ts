import { pattern } from '@boyun/domain/pattern';
import { inUse, resource, text } from '@boyun/kernel/contract';

/** The addresses that reports may be sent to. Only administrators add and change them: data leaves the product there. */
export const reportRecipient = resource('report-recipient', {
  title: { zh: '报表收件人', en: 'Report recipients' },
  path: '/api/reportRecipient',
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { max: 64 }),
    mail: text({ zh: '邮箱', en: 'Mail address' }, { max: 120, rule: pattern.email }),
    isActive: inUse,
  },
  columns: ['name', 'mail', 'isActive'],
  search: { name: 'contains', isActive: 'equals' },
  verbs: ['list', 'get', 'create', 'update', 'delete'],
  adminVerbs: ['create', 'update', 'delete'],
  subject: (row) => row.name,
  order: [{ field: 'name' }],
});
