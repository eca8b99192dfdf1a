import { handle, handleFreely, type TenantTx } from '@boyun/kernel/server';
import { requirePicture } from '../account/picture.service.ts';
import { brandRefusal, getBrand, getTenantSetting, saveTenantSetting } from './brand.contract.ts';

const LOGO_RULE = {
  path: 'Logo',
  maxBytes: 100 * 1024,
  wrongType: brandRefusal['logo-type'],
  tooLarge: brandRefusal['logo-size'],
};

interface Setting {
  readonly brandName: string | null;
  readonly logo: string | null;
}

async function settingOf(tx: TenantTx): Promise<Setting> {
  const [row] = await tx.query<Setting>(
    'select brand_name as "brandName", logo from tenant_setting where tenant_id = $1',
    [tx.tenantId],
  );
  return row ?? { brandName: null, logo: null };
}

/** What a tenant sets for itself, and what of it is shown before signing in. */
export const brandOperations = [
  handleFreely(getBrand, async (kernel, { tenantId, host }) => {
    // `lot.example.com` stands for the tenant `lot`; a bare name or an address stands for nobody.
    const [first, ...rest] = (host ?? '').split('.');
    const code = tenantId ?? (rest.length > 1 && !/^\d+$/.test(first!) ? first! : null);
    const [brand] = await kernel.database.system<Setting>(
      `select s.brand_name as "brandName", s.logo from tenant_setting s join tenant t on t.id = s.tenant_id
       where t.code = $1 and t.state = 'active'`,
      [code],
    );
    return { brandName: brand?.brandName ?? null, logoUrl: brand?.logo ?? null };
  }),
  handle(getTenantSetting, settingOf),
  handle(saveTenantSetting, async (tx, { brandName, logo }, act, kernel) => {
    const before = await settingOf(tx);
    if (logo !== null && logo !== before.logo) await requirePicture(kernel, logo, LOGO_RULE);
    await tx.query(
      `insert into tenant_setting (tenant_id, updated_at, brand_name, logo) values ($1, $2, $3, $4)
       on conflict (tenant_id) do update set updated_at = $2, brand_name = $3, logo = $4`,
      [tx.tenantId, tx.now, brandName, logo],
    );
    const after = { brandName, logo };
    tx.emit({ kind: saveTenantSetting.audit!, data: after });
    act.describe({ subjectKind: 'tenant-setting', subject: brandName ?? '', before, after });
    return {};
  }),
];
