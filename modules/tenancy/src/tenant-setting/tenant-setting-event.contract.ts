import { actEvent, integer } from '@boyun/kernel/contract';
import { saveTenantSetting } from './tenant-setting.contract.ts';

/** The settings of a tenant were saved. */
export const tenantSettingSaved = actEvent(saveTenantSetting, { version: integer({ zh: '版本', en: 'Version' }) });
