import { Refusal } from '@boyun/kernel/contract';
import { type Kernel, systemWho } from '@boyun/kernel/server';
import { give, lockGiving } from '@boyun/merchants/server';
import type { Product } from '@boyun/server/product';
import { numberOf } from './debit.ts';
import { type Call, signInFirst } from './sign-in.ts';

/** Hours within which a car of the demo is sure to have left again. */
const LONG = 700;

/** A merchant of the demo with what it may grant. */
interface DemoMerchant {
  readonly row: object;
  readonly paidIn: string | null;
  readonly discounts: readonly { readonly row: object; readonly packages?: { Count: number; Price: string } }[];
}

const MERCHANTS: readonly DemoMerchant[] = [
  {
    row: { Name: '万象城火锅', Contact: '王商户', Mobile: '13800138001', Address: 'B1-12', LowCredit: '200.00' },
    paidIn: '2000.00',
    discounts: [
      { row: { Name: '消费满200元停2小时', Minutes: 120, Reserve: '10.00', DailyLimit: 60, ValidHours: LONG } },
      { row: { Name: '会员减5元', Effect: 'amount', Amount: '5.00', PerPlateDay: 1, ValidHours: LONG } },
      {
        row: {
          Name: '套餐券免费3小时',
          Minutes: 180,
          Charging: 'package',
          PackageCount: 50,
          PackagePrice: '300.00',
          ValidHours: LONG,
        },
        packages: { Count: 20, Price: '120.00' },
      },
    ],
  },
  {
    row: { Name: '星光影城', Contact: '赵经理', Mobile: '13800138002', CreditKind: 'monthly', Limit: '3000.00' },
    paidIn: null,
    discounts: [{ row: { Name: '观影免费停3小时', Minutes: 180, Reserve: '12.00', ValidHours: LONG } }],
  },
  {
    row: { Name: '便民超市', Contact: '孙店长', Mobile: '13800138003' },
    paidIn: '600.00',
    discounts: [
      {
        row: { Name: '购物全免一次', Effect: 'free', Charging: 'package', ValidHours: LONG },
        packages: { Count: 100, Price: '500.00' },
      },
    ],
  },
];

/** Merchants of the demo, with credit, discounts, and grants to cars that leave within the history. */
export async function addMerchants(
  { product, call }: { readonly product: Product; readonly call: Call },
  lotIds: readonly string[],
  plates: readonly string[],
  since: Date,
): Promise<void> {
  let next = 0;
  for (const [index, { row, paidIn, discounts }] of MERCHANTS.entries()) {
    const ValidFrom = since.toISOString();
    const { Id: MerchantId } = await call('/api/merchant/create', { ...row, LotIds: lotIds, ValidFrom });
    if (paidIn)
      await call('/api/merchant/topUp', { MerchantId, Amount: paidIn, Method: 'transfer', Note: '合同预付款' });
    const desk = index === 0 ? await addAccount(product, call, MerchantId) : null;
    for (const { row: discount, packages } of discounts) {
      const { Id: MerchantDiscountId } = await call('/api/merchantDiscount/create', { MerchantId, ...discount });
      if (packages) await call('/api/merchantDiscount/sellPackage', { MerchantDiscountId, ...packages });
      const Plates = plates.slice(next, next + Math.ceil(plates.length / 4));
      next += Plates.length;
      if (desk) for (const Plate of Plates) await desk('/api/merchantDesk/grant', { MerchantDiscountId, Plate });
      else if (Plates.length > 0) await call('/api/merchantGrant/grant', { MerchantDiscountId, Plates });
    }
  }
}

/** The demo's account of a merchant, which has replaced its initial password. */
async function addAccount(product: Product, call: Call, MerchantId: string): Promise<Call> {
  const given = { MerchantId, Account: 'merchant', Name: '王商户', IsManager: true };
  const { InitialPassword } = await call('/api/merchant/addStaff', given);
  return signInFirst(product, given.Account, InitialPassword);
}

/** One car in so many was in a shop that grants discounts. */
const SHOPS_ONE_IN = 30;
const WAYS = ['desk', 'desk', 'rotating', 'static', 'printed'] as const;

/** Grants a car that is about to leave a discount, where its driver was in a shop; a merchant without credit grants nothing. */
export async function grantShopper({ database }: Pick<Kernel, 'database'>, tenantId: number, plate: string) {
  const number = numberOf(`shop ${plate}`);
  if (!plate || number % SHOPS_ONE_IN !== 0) return;
  await database.inTenant(systemWho(tenantId, '王商户'), async (tx) => {
    const discounts = await tx.query<{ id: string }>(
      'select id from merchant_discount where tenant_id = $1 and status = 2 order by name',
      [tx.tenantId],
    );
    const chosen = discounts[Math.floor(number / SHOPS_ONE_IN) % discounts.length];
    if (!chosen) return;
    const way = WAYS[Math.floor(number / 7) % WAYS.length]!;
    try {
      await give(tx, await lockGiving(tx, chosen.id, null), { plate, way, by: way === 'desk' ? '王商户' : 'driver' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  });
}
