import { serverModule } from '@boyun/kernel/server';
import { organisation } from './contract.ts';
import { departmentServer, moveDepartmentOperation } from './department/department.server.ts';
import { employeeOperations, employeeServer } from './employee/employee.server.ts';

/** The server side of the staff and its departments. */
export const organisationServer = serverModule(organisation, new URL('../migrations/', import.meta.url), {
  resources: [departmentServer, employeeServer],
  operations: [moveDepartmentOperation, ...employeeOperations],
});
