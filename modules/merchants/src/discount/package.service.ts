import { formatYuan } from '@boyun/domain/money';
import { Refusal } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';
import { book } from '@boyun/money/server';
import { merchantRefusal } from '../merchant/merchant.contract.ts';
import { availableOf, moveCredit, reservedOf } from '../merchant/merchant.queries.ts';
import { packageSold } from './discount-event.contract.ts';
import type { Giving } from './giving.service.ts';
import { discountRefusal } from './merchant-discount.contract.ts';

/** Sells grants of a package discount out of the credit of its merchant; both are locked. Refuses more than is available. */
export async function sellGrants(
  tx: TenantTx,
  { merchant, discount }: Giving,
  { count, priceFen, note }: { readonly count: number; readonly priceFen: number; readonly note: string | null },
): Promise<{ stock: number; balanceFen: number }> {
  if (discount.charging !== 'package') throw new Refusal(discountRefusal['not-package']);
  const available = availableOf(merchant, (await reservedOf(tx, [merchant.id])).get(merchant.id) ?? 0);
  if (available < priceFen)
    throw new Refusal(merchantRefusal.short, { available: formatYuan(available), needed: formatYuan(priceFen) });
  let { balanceFen } = merchant;
  if (priceFen > 0) {
    balanceFen = await moveCredit(tx, merchant, { kind: 'package', amountFen: -priceFen, note });
    const entries = [
      { account: 'merchant', party: merchant.id, amountFen: priceFen },
      { account: 'revenue', party: 'merchant-package', amountFen: -priceFen },
    ] as const;
    await book(tx, entries, { lotId: merchant.lotIds[0]! });
  }
  await tx.query('update merchant_discount set stock = stock + $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    discount.id,
    count,
  ]);
  const data = { merchantDiscountId: discount.id, count, priceFen };
  tx.emit(packageSold, { lotId: null, subjectId: discount.id, data });
  return { stock: discount.stock + count, balanceFen };
}
