import type { Product } from '@boyun/server/product';
import { makeBills } from '@boyun/tenancy/server';
import { DEMO_PASSWORD } from './place.ts';
import { signIn } from './sign-in.ts';

const DAY_MS = 86_400_000;

/** Further tenants, in different states, so that the platform has something to manage. */
const OTHERS = [
  {
    code: 'harbor',
    name: '前海港湾停车',
    admin: ['harbor', '林港生'],
    plan: { LotQuota: 20, AccountQuota: 50, DeviceQuota: 100, MonthlyFee: '300.00', LotFee: '100.00', days: 300 },
    lots: ['港湾一号停车场', '港湾二号停车场', '海运中心停车场'],
  },
  {
    code: 'lakeside',
    name: '湖畔商业管理',
    admin: ['lakeside', '沈湖'],
    plan: { LotQuota: 2, AccountQuota: 10, DeviceQuota: 16, days: 5 },
    lots: ['湖畔天地停车场'],
    pages: ['console', 'parkLot', 'gate', 'lane', 'order', 'inLot', 'passRecord', 'employee', 'role', 'jobs'],
  },
  {
    code: 'oldtown',
    name: '老城路边停车',
    admin: ['oldtown', '顾老城'],
    plan: { LotQuota: 10, AccountQuota: 20, DeviceQuota: 40, days: 90 },
    lots: [],
    isFrozen: true,
  },
] as const;

/** Opens further tenants as the platform does, agrees a plan with the demo's own and has its administrator consent to support. */
export async function addTenants(product: Product, tenantId: number): Promise<void> {
  const { clock } = product.kernel;
  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
  const platform = await signIn(product, 'platform', { tenant: 'platform', password: DEMO_PASSWORD });
  await platform('/api/tenant/update', {
    TenantId: tenantId,
    Name: '泊云示范停车',
    ContactName: '周值守',
    ContactPhone: '0755-82000000',
    LotQuota: 50,
    AccountQuota: 100,
    DeviceQuota: 200,
    MonthlyFee: '500.00',
    LotFee: '120.00',
    ExpiresAt: inDays(365),
  });
  for (const { code, name, admin, plan, lots, ...more } of OTHERS) {
    const { days, ...quotas } = plan;
    const [account, adminName] = admin;
    const made = await platform('/api/tenant/create', {
      Code: code,
      Name: name,
      AdminAccount: account,
      AdminName: adminName,
      ContactName: adminName,
      ExpiresAt: inDays(days),
      ...quotas,
    });
    const first = await signIn(product, account, { tenant: code, password: made.InitialPassword });
    await first('/api/tenantUser/userChangePassword', {
      Password: made.InitialPassword,
      PasswordResetCode: DEMO_PASSWORD,
      PasswordResetCodeRepeat: DEMO_PASSWORD,
    });
    const call = await signIn(product, account, { tenant: code, password: DEMO_PASSWORD });
    for (const [index, lot] of lots.entries())
      await call('/api/parkLot/create', { Name: lot, Code: `${code.toUpperCase()}${index + 1}`, Capacity: 120 });
    if ('pages' in more)
      await platform('/api/tenant/saveProduct', {
        TenantId: made.TenantId,
        IsEverything: false,
        PageKeys: [...more.pages],
      });
    if ('isFrozen' in more) await platform('/api/tenant/freeze', { TenantId: made.TenantId });
  }
  await makeBills(product.kernel);
  const { Rows: bills } = await platform('/api/tenantBill/list', { Name: 'harbor' });
  for (const { TenantNumber, Month } of bills)
    await platform('/api/tenantBill/settle', { TenantNumber, Month, Outcome: 'paid', Note: '银行转账' });
  const demo = await signIn(product, 'admin');
  await demo('/api/support/grant', { Hours: 2, IsReadOnly: false, Reason: '协助导入第一批车位' });
  await demo('/api/support/revoke', {});
  await demo('/api/support/grant', {
    Hours: 72,
    IsReadOnly: true,
    IsExportAllowed: true,
    Reason: '核对昨天的车流统计，并备份数据',
  });
}
