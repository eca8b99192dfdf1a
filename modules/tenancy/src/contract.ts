import { moduleContract, page } from '@boyun/kernel/contract';
import { getSetup, setUp, setUpRefusal } from './set-up/set-up.contract.ts';
import {
  createTenantOperation,
  deleteTenant,
  enterSupport,
  exportTenant,
  freezeTenant,
  getTenantProduct,
  keepTenant,
  saveTenantProduct,
  setTenantTrial,
  tenantList,
  tenantRefusal,
  unfreezeTenant,
  updateTenant,
} from './tenant/tenant.contract.ts';
import {
  tenantAdded,
  tenantCreated,
  tenantDeletionRequested,
  tenantDeletionStopped,
  tenantErased,
  tenantErasing,
  tenantExportDownloaded,
  tenantExported,
  tenantFrozen,
  tenantProductChanged,
  tenantTrialChanged,
  tenantUnfrozen,
  tenantUpdated,
} from './tenant/tenant-event.contract.ts';
import {
  mayListTenantBills,
  payTenantBill,
  settleTenantBill,
  tenantBillList,
  tenantBillRefusal,
} from './tenant-bill/tenant-bill.contract.ts';
import { tenantBillMade, tenantBillSettled } from './tenant-bill/tenant-bill-event.contract.ts';
import {
  getBrand,
  getTenantSetting,
  saveTenantSetting,
  tenantSettingRefusal,
} from './tenant-setting/tenant-setting.contract.ts';
import { tenantSettingSaved } from './tenant-setting/tenant-setting-event.contract.ts';

export { getBrand, getSetup, mayListTenantBills, setUp };

/** Tenants: their first start, settings, products and bills. */
export const tenancy = moduleContract('tenancy', {
  events: [
    tenantBillMade,
    tenantBillSettled,
    tenantSettingSaved,
    tenantFrozen,
    tenantUnfrozen,
    tenantUpdated,
    tenantTrialChanged,
    tenantDeletionRequested,
    tenantDeletionStopped,
    tenantExported,
    tenantProductChanged,
    tenantExportDownloaded,
    tenantErasing,
    tenantErased,
    tenantAdded,
    tenantCreated,
  ],
  operations: [
    getSetup,
    setUp,
    getBrand,
    getTenantSetting,
    saveTenantSetting,
    createTenantOperation,
    setTenantTrial,
    updateTenant,
    freezeTenant,
    unfreezeTenant,
    deleteTenant,
    keepTenant,
    exportTenant,
    getTenantProduct,
    saveTenantProduct,
    enterSupport,
    settleTenantBill,
    payTenantBill,
  ],
  reports: [tenantList, tenantBillList],
  refusals: [setUpRefusal, tenantRefusal, tenantBillRefusal, tenantSettingRefusal],
  pages: [
    page('systemSet', {
      path: '/_cloud_system/systemSet',
      title: { zh: '系统设置', en: 'System settings' },
      icon: 'setting',
      area: 'system',
      access: getTenantSetting.access,
    }),
    page('tenant', {
      path: '/_cloud_tenant/tenant',
      title: tenantList.title,
      icon: 'tenant',
      area: 'tenant',
      access: tenantList.access,
    }),
    page('tenantBill', {
      path: '/_cloud_tenant/bill',
      title: tenantBillList.title,
      icon: 'payment',
      area: 'tenant',
      access: tenantBillList.access,
    }),
    page('menuConfig', {
      path: '/_cloud_system/menuConfig',
      title: getTenantProduct.title,
      icon: 'menu',
      area: 'tenant',
      access: getTenantProduct.access,
    }),
  ],
});
