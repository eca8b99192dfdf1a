import type { PageHelps } from '@boyun/kernel/web';
import { EmployeeState } from '../employee/employee.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  employee: {
    purpose: { zh: '员工账号：角色、岗位、可管理的车场。', en: 'Accounts of the staff with roles, jobs and lots.' },
    steps: [
      {
        zh: '新员工的初始密码只显示一次，首次登录须修改。',
        en: 'The first password is shown once and has to be changed at the first sign-in.',
      },
      { zh: '离职员工请冻结账号，记录会保留。', en: 'Freeze the account of somebody who leaves; the records stay.' },
    ],
    states: [
      { state: EmployeeState.active, means: { zh: '可以登录', en: 'Can sign in' } },
      { state: EmployeeState.frozen, means: { zh: '不能登录', en: 'Cannot sign in' } },
    ],
  },
};
export default helps;
