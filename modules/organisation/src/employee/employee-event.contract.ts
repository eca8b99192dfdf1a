import { event, text } from '@boyun/kernel/contract';

const fields = { account: text({ zh: '账号', en: 'Account name' }, { max: 64 }) };

/** An account was frozen. */
export const employeeFrozen = event('employee.frozen', {
  label: { zh: '冻结员工', en: 'An employee was frozen' },
  fields,
});

/** A frozen account may sign in again. */
export const employeeUnfrozen = event('employee.unfrozen', {
  label: { zh: '解冻员工', en: 'An employee was unfrozen' },
  fields,
});

/** An employee was given a new initial password. */
export const passwordIssued = event('employee.password-issued', {
  label: { zh: '重置密码', en: 'A password was issued' },
  fields,
});
