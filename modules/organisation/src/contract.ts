import { moduleContract, resourcePage } from '@boyun/kernel/contract';
import { department, departmentRefusal, moveDepartment } from './department/department.contract.ts';
import { departmentMoved } from './department/department-event.contract.ts';
import {
  EmployeeState,
  employee,
  employeeRefusal,
  forceLogout,
  freezeEmployee,
  issuePasswords,
  unfreezeEmployee,
} from './employee/employee.contract.ts';
import { employeeFrozen, employeeUnfrozen, passwordIssued } from './employee/employee-event.contract.ts';

export {
  department,
  departmentRefusal,
  EmployeeState,
  employee,
  employeeRefusal,
  forceLogout,
  freezeEmployee,
  issuePasswords,
  moveDepartment,
  unfreezeEmployee,
};

/** The staff and its departments. */
export const organisation = moduleContract('organisation', {
  events: [departmentMoved, employeeFrozen, employeeUnfrozen, passwordIssued],
  resources: [department, employee],
  operations: [moveDepartment, freezeEmployee, unfreezeEmployee, forceLogout, issuePasswords],
  refusals: [departmentRefusal, employeeRefusal],
  pages: [
    resourcePage('organization', department, {
      path: '/_cloud_user/organization',
      title: { zh: '组织架构', en: 'Organization' },
      icon: 'team',
      area: 'user',
    }),
    resourcePage('employee', employee, { path: '/_cloud_user/employee', icon: 'user', area: 'user' }),
  ],
});
