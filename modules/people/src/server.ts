import { type Kernel, retainedLog, serverModule } from '@boyun/kernel/server';
import { people } from './contract.ts';
import { departmentServer, moveDepartmentOperation } from './department/department.server.ts';
import { employeeOperations, employeeServer } from './employee/employee.server.ts';
import { loginLogReport } from './login-log/login-log.server.ts';
import { menuOperations } from './menu/menu.server.ts';
import { permissionOperations } from './permission/permission.server.ts';
import { roleServer, roleViewOperations } from './role/role.server.ts';
import { setUpOperations } from './set-up/set-up.server.ts';
import { registrationsReport, shareOperations } from './share/share.server.ts';
import { sweepAttempts } from './sign-in/attempt.service.ts';
import { sweepSessions } from './sign-in/session.service.ts';
import { signInOperations } from './sign-in/sign-in.server.ts';
import { supportOperations } from './support/support.server.ts';
import { eraseTenants } from './tenant/erase-tenant.service.ts';
import { tenantOperations } from './tenant/tenant.server.ts';
import { tenantExport } from './tenant/tenant-export.ingress.ts';
import { tenantListReport } from './tenant/tenant-list.server.ts';
import { makeBills, tenantBillOperations, tenantBillReport } from './tenant-bill/tenant-bill.server.ts';
import { tenantSettingOperations } from './tenant-setting/tenant-setting.server.ts';

export {
  addAccount,
  createAccount,
  type NewAccount,
  requirePassword,
} from './account/account.service.ts';
export { hasOtherAdmin, isHeldByOthers } from './account/holder.service.ts';
export { hashPasswordsCheaply } from './account/password.service.ts';
export { accountsWithin } from './account/reach.service.ts';
export { activeAccounts, holdersOf, roleNames } from './account/recipient.queries.ts';
export { withheldRights } from './menu/page-right.service.ts';
export { addRole, createRole, type NewRole } from './role/role.service.ts';
export { STANDARD_ROLES } from './role/standard-role.service.ts';
export { setupCode } from './set-up/set-up.service.ts';
export { MOST_CAPTCHA_LEVEL, makeSolvedCaptcha } from './sign-in/captcha.service.ts';
export { consumeProof } from './sign-in/proof.service.ts';
export { authenticator, findAccount } from './sign-in/session.service.ts';
export { eraseTenants } from './tenant/erase-tenant.service.ts';
export { createTenant, type NewTenant } from './tenant/tenant.service.ts';
export { makeBills } from './tenant-bill/tenant-bill.server.ts';

// Events that affect which lots an account sees: open sockets are refreshed just as calls are re-evaluated.
const CHANGES_SCOPE =
  /^(role|employee|department|lot|area|region)\.(created|updated|deleted|moved|view-started|view-ended)$/;

/** The server side of accounts, sessions and permissions. */
export const peopleServer = serverModule(people, new URL('../migrations/', import.meta.url), {
  resources: [departmentServer, employeeServer, roleServer],
  operations: [
    ...signInOperations,
    ...setUpOperations,
    ...tenantSettingOperations,
    moveDepartmentOperation,
    ...employeeOperations,
    ...roleViewOperations,
    ...permissionOperations,
    ...menuOperations,
    ...supportOperations,
    ...tenantOperations,
    ...tenantBillOperations,
    ...shareOperations,
  ],
  partitioned: ['login_log'],
  retained: [retainedLog({ key: 'loginLog', table: 'login_log', isMonthly: true })],
  reports: [loginLogReport, registrationsReport, tenantListReport, tenantBillReport],
  figures: [
    {
      name: 'accountCount',
      sql: `select tenant_id as "tenantId", count(*) as value from account
        where state <> 'left' and not is_support and tenant_id in (select id from tenant where kind = 'operator') group by 1`,
    },
  ],
  ingresses: [tenantExport],
  sweeps: [
    { name: 'tenant-bills', everySeconds: 600, run: makeBills },
    { name: 'tenant-deletion', everySeconds: 15, run: (kernel) => eraseTenants(kernel, { forMs: 12_000 }) },
    {
      name: 'sessions',
      everySeconds: 60,
      run: async (kernel) => {
        await sweepSessions(kernel);
        await sweepAttempts(kernel);
      },
    },
  ],
  start: async (kernel: Kernel) => {
    // Every process receives the end of a session and closes the sockets it holds for it.
    kernel.live.onEvent((event) => {
      if (event.kind === 'session.closed' && event.subjectId) kernel.live.closeSession(event.subjectId);
      if (event.kind === 'tenant.erasing') kernel.database.closed.add(Number(event.data.tenantId));
      if (CHANGES_SCOPE.test(event.kind)) void kernel.live.refresh(event.tenantId);
    });
  },
});
