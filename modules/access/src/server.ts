import { type Kernel, retainedLog, serverModule } from '@boyun/kernel/server';
import { sweepAttempts } from './attempt/attempt.service.ts';
import { access } from './contract.ts';
import { loginLogReport } from './login-log/login-log.server.ts';
import { menuOperations } from './menu/menu.server.ts';
import { menuFrame } from './menu/menu-frame.ingress.ts';
import { permissionOperations } from './permission/permission.server.ts';
import { giveNewPermissions } from './role/new-permission.service.ts';
import { roleServer, roleViewOperations } from './role/role.server.ts';
import { sweepSessions } from './sign-in/session.service.ts';
import { sessionClosed } from './sign-in/session-event.contract.ts';
import { signInOperations } from './sign-in/sign-in.server.ts';
import { supportOperations } from './support/support.server.ts';

export {
  addAccount,
  createAccount,
  insertAccount,
  type NewAccount,
  requirePassword,
} from './account/account.service.ts';
export { hasOtherAdmin, isHeldByOthers } from './account/holder.service.ts';
export {
  countAccounts,
  countByDepartment,
  giveInitialPassword,
  limitToLots,
  type ManagedAccount,
  makePassword,
  presencesOf,
  releaseFormerStaff,
  requireManaged,
  rolesOf,
  setAccountState,
  setRoles,
} from './account/managed-account.service.ts';
export { hashPasswordsCheaply, refuseWeakPassword } from './account/password.service.ts';
export { requirePicture } from './account/picture.service.ts';
export {
  accountsWithin,
  lockAdmins,
  requireAdminLeft,
  requireReach,
} from './account/reach.service.ts';
export {
  activeAccounts,
  findHolders,
  type Holder,
  holdersOf,
  namesOfRoles,
  requireRoles,
  roleNames,
  withRoles,
} from './account/recipient.queries.ts';
export { subTenantOf } from './account/sub-tenant.service.ts';
export { standardMenu } from './menu/menu-tree.service.ts';
export { withheldRights } from './menu/page-right.service.ts';
export {
  addRole,
  createRole,
  insertStandardRoles,
  type NewRole,
  requireStandardRole,
} from './role/role.service.ts';
export { requirePlacesWithin } from './role/role-reach.service.ts';
export { STANDARD_ROLES } from './role/standard-role.service.ts';
export { findBrand, readSetting, writeSetting } from './setting/setting.queries.ts';
export { MOST_CAPTCHA_LEVEL, makeSolvedCaptcha } from './sign-in/captcha.service.ts';
export { consumeProof } from './sign-in/proof.service.ts';
export { authenticator, findAccount } from './sign-in/session.service.ts';
export { endAllSessions, endSessions } from './sign-in/session-end.service.ts';
export { keepExportKey, takeExportKey } from './support/export-key.queries.ts';
export { auditOnPlatform, staffIn } from './support/platform-staff.service.ts';
export { openSupport } from './support/support.server.ts';

// Events that affect which lots an account sees: open sockets are refreshed just as calls are re-evaluated.
const CHANGES_SCOPE =
  /^(role|employee|department|lot|area|region)\.(created|updated|deleted|moved|view-started|view-ended)$/;

/** The server side of accounts, sessions and permissions. */
export const accessServer = serverModule(access, new URL('../migrations/', import.meta.url), {
  resources: [roleServer],
  operations: [
    ...signInOperations,
    ...roleViewOperations,
    ...permissionOperations,
    ...menuOperations,
    ...supportOperations,
  ],
  ingresses: [menuFrame],
  partitioned: ['login_log'],
  retained: [retainedLog({ key: 'loginLog', table: 'login_log', isMonthly: true })],
  reports: [loginLogReport],
  figures: [
    {
      name: 'accountCount',
      sql: `select tenant_id, count(*) as value from account
        where state <> 'left' and not is_support and tenant_id in (select id from tenant where kind = 'operator') group by 1`,
    },
  ],
  sweeps: [
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
    await giveNewPermissions(kernel);
    // Every process receives the end of a session and closes the sockets it holds for it.
    kernel.live.onEvent((event) => {
      if (event.kind === sessionClosed.kind && event.subjectId) kernel.live.closeSession(event.subjectId);
      if (CHANGES_SCOPE.test(event.kind)) void kernel.live.refresh(event.tenantId);
    });
  },
});
