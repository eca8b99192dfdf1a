import { event, list, optional, reference, text } from '@boyun/kernel/contract';

const accountId = reference({ zh: '账号编号', en: 'Account' }, 'account');
const account = text({ zh: '账号', en: 'Account name' }, { max: 64 });

/** An account was added. */
export const accountCreated = event('account.created', {
  label: { zh: '新增账号', en: 'An account was added' },
  fields: {
    account,
    name: text({ zh: '姓名', en: 'Name' }, { max: 255 }),
    roles: list({ zh: '角色', en: 'Roles' }, text({ zh: '角色', en: 'Role' }, { max: 64 })),
    lotIds: optional(list({ zh: '车场', en: 'Parking lots' }, reference({ zh: '车场', en: 'Parking lot' }, 'lot'))),
  },
});

/** The password of an account was changed. */
export const passwordChanged = event('account.password-changed', {
  label: { zh: '修改密码', en: 'A password was changed' },
  fields: { accountId: optional(accountId), account },
});

/** The picture of an account was changed. */
export const portraitChanged = event('account.portrait-changed', {
  label: { zh: '修改头像', en: 'The picture of an account was changed' },
  fields: { accountId: optional(accountId) },
});
