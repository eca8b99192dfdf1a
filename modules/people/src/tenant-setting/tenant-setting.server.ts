import { kernelRefusal, Refusal, type Values } from '@boyun/kernel/contract';
import { handle, handleFreely, type TenantTx } from '@boyun/kernel/server';
import { requirePicture } from '../account/picture.service.ts';
import { refuseUnknownZone } from '../tenant/zone.service.ts';
import { getBrand, getTenantSetting, saveTenantSetting, tenantSettingRefusal } from './tenant-setting.contract.ts';
import { tenantSettingSaved } from './tenant-setting-event.contract.ts';

const LOGO_RULE = {
  path: 'Logo',
  maxBytes: 100 * 1024,
  wrongType: tenantSettingRefusal['logo-type'],
  tooLarge: tenantSettingRefusal['logo-size'],
};

type Setting = Values<typeof getTenantSetting.output>;

async function settingOf(tx: TenantTx): Promise<Setting> {
  const [row] = await tx.query<Setting>(
    `select t.name, s.brand_name as "brandName", s.logo, s.theme_color as "themeColor",
       coalesce(s.has_tag_bar, true) as "hasTagBar", t.time_zone as "timeZone",
       coalesce(s.order_lock_seconds, 120) as "orderLockSeconds", s.arrears_limit_fen as "arrearsLimitFen",
       coalesce(s.is_password_strict, false) as "isPasswordStrict", coalesce(s.session_hours, 12) as "sessionHours",
       coalesce(s.version, 0) as version
     from tenant t left join tenant_setting s on s.tenant_id = t.id where t.id = $1`,
    [tx.tenantId],
  );
  return row!;
}

/** Settings of a tenant, and the part of them shown before sign-in. */
export const tenantSettingOperations = [
  handleFreely(getBrand, async (kernel, { tenantId, host }) => {
    // `lot.example.com` names the tenant `lot`; a bare host name or an IP address names none.
    const [first, ...rest] = (host ?? '').split('.');
    const code = tenantId ?? (rest.length > 1 && !/^\d+$/.test(first!) ? first! : null);
    const [brand] = await kernel.database.systemOf.office<{ brandName: string | null; logo: string | null }>(
      `select s.brand_name as "brandName", s.logo from tenant_setting s join tenant t on t.id = s.tenant_id
       where t.code = $1 and t.state = 'active'`,
      [code],
    );
    return { brandName: brand?.brandName ?? null, logoUrl: brand?.logo ?? null };
  }),
  handle(getTenantSetting, settingOf),
  handle(saveTenantSetting, async (tx, { version, ...input }, act, kernel) => {
    const { version: was, ...before } = await settingOf(tx);
    if (was !== version) throw new Refusal(kernelRefusal.changed);
    refuseUnknownZone(input.timeZone, tenantSettingRefusal['unknown-zone']);
    if (input.logo !== null && input.logo !== before.logo) await requirePicture(kernel, input.logo, LOGO_RULE);
    const after = { ...input, themeColor: input.themeColor?.toLowerCase() ?? null };
    const saved = await tx.query(
      `insert into tenant_setting as s (tenant_id, version, updated_at, brand_name, logo, theme_color, has_tag_bar,
         order_lock_seconds, arrears_limit_fen, is_password_strict, session_hours)
       values ($1, 1, $2, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (tenant_id) do update set version = s.version + 1, updated_at = $2, brand_name = $4, logo = $5,
         theme_color = $6, has_tag_bar = $7, order_lock_seconds = $8, arrears_limit_fen = $9, is_password_strict = $10,
         session_hours = $11
         where s.version = $3
       returning version`,
      [
        tx.tenantId,
        tx.now,
        version,
        after.brandName,
        after.logo,
        after.themeColor,
        after.hasTagBar,
        after.orderLockSeconds,
        after.arrearsLimitFen,
        after.isPasswordStrict,
        after.sessionHours,
      ],
    );
    if (saved.length === 0) throw new Refusal(kernelRefusal.changed);
    await tx.query('update tenant set name = $2, time_zone = $3 where id = $1', [
      tx.tenantId,
      after.name,
      after.timeZone,
    ]);
    tx.emit(tenantSettingSaved, { data: { version: version + 1 } });
    act.describe({ subjectKind: 'tenant-setting', subjectId: `${tx.tenantId}`, subject: after.name, before, after });
    return {};
  }),
];
