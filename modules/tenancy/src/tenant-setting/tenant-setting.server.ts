import { findBrand, readSetting, requirePicture, writeSetting } from '@boyun/access/server';
import { kernelRefusal, Refusal } from '@boyun/kernel/contract';
import { handle, handleFreely } from '@boyun/kernel/server';
import { refuseUnknownZone } from '../tenant/zone.service.ts';
import { getBrand, getTenantSetting, saveTenantSetting, tenantSettingRefusal } from './tenant-setting.contract.ts';
import { tenantSettingSaved } from './tenant-setting-event.contract.ts';

const LOGO_RULE = {
  path: 'Logo',
  maxBytes: 100 * 1024,
  wrongType: tenantSettingRefusal['logo-type'],
  tooLarge: tenantSettingRefusal['logo-size'],
};

/** Settings of a tenant, and the part of them shown before sign-in. */
export const tenantSettingOperations = [
  handleFreely(getBrand, async (kernel, { tenantId, host }) => {
    // `lot.example.com` names the tenant `lot`; a bare host name or an IP address names none.
    const [first, ...rest] = (host ?? '').split('.');
    const code = tenantId ?? (rest.length > 1 && !/^\d+$/.test(first!) ? first! : null);
    const brand = await findBrand(kernel, code);
    return { brandName: brand?.brandName ?? null, logoUrl: brand?.logo ?? null };
  }),
  handle(getTenantSetting, readSetting),
  handle(saveTenantSetting, async (tx, { version, ...input }, act, kernel) => {
    const { version: was, ...before } = await readSetting(tx);
    if (was !== version) throw new Refusal(kernelRefusal.changed);
    refuseUnknownZone(input.timeZone, tenantSettingRefusal['unknown-zone']);
    if (input.logo !== null && input.logo !== before.logo) await requirePicture(kernel, input.logo, LOGO_RULE);
    const after = { ...input, themeColor: input.themeColor?.toLowerCase() ?? null };
    if (!(await writeSetting(tx, version, after))) throw new Refusal(kernelRefusal.changed);
    tx.emit(tenantSettingSaved, { data: { version: version + 1 } });
    act.describe({ subjectKind: 'tenant-setting', subjectId: `${tx.tenantId}`, subject: after.name, before, after });
    return {};
  }),
];
