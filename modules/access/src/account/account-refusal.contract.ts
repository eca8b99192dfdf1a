import { refusals } from '@boyun/kernel/contract';

/** What accounts are called where people manage them. */
export const accountTitle = { zh: '员工', en: 'Employees' };

export const accountRefusal = refusals('employee', {
  'last-admin': {
    status: 422,
    zh: '这是最后一位可用的管理员，请先指定另一位管理员',
    en: 'This is the last administrator. Appoint another one first',
  },
  'beyond-own-rights': {
    status: 422,
    zh: '不能管理或授予超出自己权限和车场范围的账号',
    en: 'You cannot manage or grant more permissions or lots than your own',
  },
});
