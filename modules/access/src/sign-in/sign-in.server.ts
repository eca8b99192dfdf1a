import { kernelRefusal, Refusal, type Values } from '@boyun/kernel/contract';
import { handle, handleFreely, type Kernel, type TenantTx } from '@boyun/kernel/server';
import { replacePassword, requirePassword } from '../account/account.service.ts';
import { replacePortrait } from '../account/portrait.service.ts';
import { subTenantOf } from '../account/sub-tenant.service.ts';
import { roleName } from '../role/standard-role.service.ts';
import { makeCaptcha } from './captcha.service.ts';
import { levelFor } from './captcha-level.service.ts';
import { menuOf } from './menu.service.ts';
import { createProof } from './proof.service.ts';
import { authenticator, closeSession } from './session.service.ts';
import {
  changePassword,
  changePortrait,
  checkUserPassword,
  getCaptcha,
  getCurrentUser,
  getMenuList,
  getTenantUserInfo,
  login,
  logOff,
} from './sign-in.contract.ts';
import { signIn } from './sign-in.service.ts';

/** Returns the caller's details for the pages. */
async function describeCaller(tx: TenantTx, kernel: Kernel): Promise<Values<typeof getTenantUserInfo.output>> {
  const { who } = tx;
  const [row] = await tx.query<{
    avatar: string | null;
    dashboardPath: string;
    tenantName: string;
    isTrial: boolean;
    viewRole: string | null;
    viewRoleCode: string | null;
    supportUntil: Date | null;
    logo: string | null;
    brandName: string | null;
    themeColor: string | null;
    hasTagBar: boolean;
    isPasswordStrict: boolean;
  }>(
    `select a.avatar, dashboard_of(a) as "dashboardPath", t.name as "tenantName", t.is_trial, r.code as "viewRoleCode", r.name as "viewRole",
       g.expires_at as "supportUntil", ts.logo, ts.brand_name, ts.theme_color, coalesce(ts.has_tag_bar, true) as "hasTagBar",
       coalesce(ts.is_password_strict, false) as "isPasswordStrict"
     from account a
     join tenant t on t.id = a.tenant_id
     left join tenant_setting ts on ts.tenant_id = a.tenant_id
     left join session s on s.tenant_id = a.tenant_id and s.id = $3
     left join role r on r.tenant_id = s.tenant_id and r.id = s.view_role_id
     left join support_grant g on g.tenant_id = s.tenant_id and g.id = s.support_grant_id
     where a.tenant_id = $1 and a.id = $2`,
    [who.tenantId, who.userId, who.sessionId],
  );
  if (!row) throw new Refusal(kernelRefusal['signed-out']);
  return {
    avatarUrl: row.avatar && kernel.files.sign(row.avatar, '', who.userId),
    tenantName: row.tenantName,
    isTrial: row.isTrial,
    logoUrl: row.logo && kernel.files.sign(row.logo, '', who.userId),
    brandName: row.brandName,
    themeColor: row.themeColor,
    hasTagBar: row.hasTagBar,
    isPasswordStrict: row.isPasswordStrict,
    userName: who.name,
    account: who.account,
    realName: who.name,
    subTenantId: (await tx.slots.find(subTenantOf)?.(tx, who.userId!)) ?? null,
    userId: who.userId!,
    tenantId: String(who.tenantId),
    timeZone: who.zone,
    dashboardPath: row.dashboardPath,
    isAdmin: who.isAdmin,
    hasToChangePassword: who.hasToChangePassword,
    isReadOnly: who.isReadOnly,
    viewRole: row.viewRole && roleName({ code: row.viewRoleCode, name: row.viewRole }, who.language),
    supportUntil: row.supportUntil,
    // Platform staff are identified by a role no tenant can grant, whatever its roles are called.
    roles: [...who.roles.filter((one) => one !== 'platform'), ...(who.isPlatform ? ['platform'] : [])],
    permissions: [...who.permissions].sort(),
    withheld: [...who.withheld],
  };
}

/** Operations for signing in, for the signed-in account and for the first start. */
export const signInOperations = [
  handleFreely(login, (kernel, input, caller) => signIn(kernel, input, caller)),
  handleFreely(getCaptcha, async (kernel, input, { address }) =>
    makeCaptcha(kernel, await levelFor(kernel, input, address)),
  ),
  handle(logOff, async (tx, _input, act) => {
    act.describe({ subjectKind: 'account', subjectId: tx.who.userId, subject: tx.who.account });
    await closeSession(tx, act.agent);
    return {};
  }),
  handle(getTenantUserInfo, (tx, _input, _act, kernel) => describeCaller(tx, kernel)),
  handleFreely(getCurrentUser, async (kernel, { token }, { address, requestId }) => {
    const who = await authenticator(kernel, token, { address, requestId, language: 'zh' });
    return kernel.database.inTenant(who, (tx) => describeCaller(tx, kernel), { isRead: true });
  }),
  handle(changePortrait, async (tx, { portraitUrl }, act, kernel) => {
    const { userId, account } = tx.who;
    const before = await replacePortrait(kernel, tx, portraitUrl);
    act.describe({
      subjectKind: 'account',
      subjectId: userId,
      subject: account,
      before: { avatar: before },
      after: { avatar: portraitUrl },
    });
    return { avatarUrl: portraitUrl };
  }),
  handle(getMenuList, async (tx, _input, _act, kernel) => ({ menu: await menuOf(tx, kernel) })),
  handleFreely(checkUserPassword, (kernel, input, { who }) =>
    kernel.database.inTenant(who!, async (tx) => {
      await requirePassword(kernel, tx, input.password);
      return { proof: await createProof(tx) };
    }),
  ),
  handle(changePassword, async (tx, input, act, kernel) => {
    const { userId, account } = tx.who;
    act.describe({ subjectKind: 'account', subjectId: userId, subject: account });
    await replacePassword(kernel, tx, input.password, input.passwordResetCode, input.passwordResetCodeRepeat);
    return {};
  }),
];
