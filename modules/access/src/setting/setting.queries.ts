import type { Kernel, TenantTx } from '@boyun/kernel/server';

/** What a tenant decided about its pages, its signing in and the defaults of its lots. */
export interface TenantSetting {
  readonly name: string;
  readonly brandName: string | null;
  readonly logo: string | null;
  readonly themeColor: string | null;
  readonly hasTagBar: boolean;
  readonly timeZone: string;
  readonly orderLockSeconds: number;
  readonly arrearsLimitFen: number | null;
  readonly isPasswordStrict: boolean;
  readonly sessionHours: number;
}

/** Returns the settings of a tenant, with their version; the standard ones where it has decided nothing. */
export async function readSetting(tx: TenantTx): Promise<TenantSetting & { readonly version: number }> {
  const [row] = await tx.query<TenantSetting & { version: number }>(
    `select t.name, s.brand_name, s.logo, s.theme_color,
       coalesce(s.has_tag_bar, true) as "hasTagBar", t.time_zone,
       coalesce(s.order_lock_seconds, 120) as "orderLockSeconds", s.arrears_limit_fen,
       coalesce(s.is_password_strict, false) as "isPasswordStrict", coalesce(s.session_hours, 12) as "sessionHours",
       coalesce(s.version, 0) as version
     from tenant t left join tenant_setting s on s.tenant_id = t.id where t.id = $1`,
    [tx.tenantId],
  );
  return row!;
}

/** Replaces the settings of a tenant; returns false where they are no longer at `version`. */
export async function writeSetting(tx: TenantTx, version: number, setting: TenantSetting): Promise<boolean> {
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
      setting.brandName,
      setting.logo,
      setting.themeColor,
      setting.hasTagBar,
      setting.orderLockSeconds,
      setting.arrearsLimitFen,
      setting.isPasswordStrict,
      setting.sessionHours,
    ],
  );
  if (saved.length === 0) return false;
  await tx.query('update tenant set name = $2, time_zone = $3 where id = $1', [
    tx.tenantId,
    setting.name,
    setting.timeZone,
  ]);
  return true;
}

/** Returns the brand of the active tenant with a code; null where it has none. */
export async function findBrand(
  kernel: Pick<Kernel, 'database'>,
  code: string | null,
): Promise<{ brandName: string | null; logo: string | null } | null> {
  const [brand] = await kernel.database.systemOf.office<{ brandName: string | null; logo: string | null }>(
    `select s.brand_name, s.logo from tenant_setting s join tenant t on t.id = s.tenant_id
     where t.code = $1 and t.state = 'active'`,
    [code],
  );
  return brand ?? null;
}
