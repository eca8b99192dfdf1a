import { choice, resource, text } from '@boyun/kernel/contract';
import { AccountKind } from '@boyun/money/contract';

/** The codes and names that kinds of accounts have in the books of the tenant, where they are not the usual ones. */
export const accountCode = resource('account-code', {
  title: { zh: '科目对照', en: 'Codes of accounts' },
  path: '/api/accountCode',
  fields: {
    account: choice({ zh: '科目', en: 'Account' }, AccountKind),
    code: text({ zh: '科目代码', en: 'Code' }, { max: 20, pattern: /^[\dA-Za-z.-]+$/ }),
    codeName: text({ zh: '科目名称', en: 'Name' }, { max: 64 }),
  },
  columns: ['account', 'code', 'codeName'],
  search: { account: 'equals', code: 'prefix' },
  verbs: ['list', 'get', 'create', 'update', 'delete', 'export'],
  nameField: 'codeName',
  order: [{ field: 'code' }],
  subject: (row) => `${row.code} ${row.codeName}`,
});
