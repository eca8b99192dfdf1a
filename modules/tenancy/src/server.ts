import { type Kernel, serverModule } from '@boyun/kernel/server';
import { tenancy } from './contract.ts';
import { setUpOperations } from './set-up/set-up.server.ts';
import { eraseTenants } from './tenant/erase-tenant.service.ts';
import { tenantOperations } from './tenant/tenant.server.ts';
import { tenantErasing } from './tenant/tenant-event.contract.ts';
import { tenantExport } from './tenant/tenant-export.ingress.ts';
import { tenantListReport } from './tenant/tenant-list.server.ts';
import { makeBills, tenantBillOperations, tenantBillReport, toldBills } from './tenant-bill/tenant-bill.server.ts';
import { tenantSettingOperations } from './tenant-setting/tenant-setting.server.ts';

export { setupCode } from './set-up/set-up.service.ts';
export { eraseTenants } from './tenant/erase-tenant.service.ts';
export { createTenant, type NewTenant } from './tenant/tenant.service.ts';
export { makeBills, toldBills } from './tenant-bill/tenant-bill.server.ts';
export {
  lockTenantBill,
  settleBill,
  type TenantBill,
  type TenantBillTill,
  tenantBillTill,
} from './tenant-bill/tenant-bill.service.ts';

/** The server side of tenants, their settings and their bills. */
export const tenancyServer = serverModule(tenancy, new URL('../migrations/', import.meta.url), {
  operations: [...setUpOperations, ...tenantSettingOperations, ...tenantOperations, ...tenantBillOperations],
  reports: [tenantListReport, tenantBillReport],
  ingresses: [tenantExport],
  sweeps: [
    { name: 'tenant-bills', everySeconds: 600, run: makeBills },
    toldBills,
    { name: 'tenant-deletion', everySeconds: 15, run: (kernel) => eraseTenants(kernel, { forMs: 12_000 }) },
  ],
  start: async (kernel: Kernel) => {
    // Every process refuses a tenant from the moment its erasure begins.
    kernel.live.onEvent((event) => {
      if (event.kind === tenantErasing.kind) kernel.database.closed.add(Number(event.data.tenantId));
    });
  },
});
