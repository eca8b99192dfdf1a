import { formatYuan } from '@boyun/domain/money';
import { Refusal } from '@boyun/kernel/contract';
import { handle, notFound } from '@boyun/kernel/server';
import { lockOwn, requireManager } from '../desk/desk.service.ts';
import { requireInForce } from '../discount/giving.service.ts';
import { merchantDiscount } from '../discount/merchant-discount.contract.ts';
import { sellGrants } from '../discount/package.service.ts';
import { merchant as merchantTable } from '../merchant/merchant.contract.ts';
import { lockMerchant } from '../merchant/merchant.queries.ts';
import { payIn } from '../merchant/merchant-bill.service.ts';
import { buyPackage, deskPayRefusal, topUpAtDesk } from './desk-pay.contract.ts';

const topUpServer = handle(topUpAtDesk, async (tx, { amountFen }, act) => {
  const { id } = await requireManager(tx);
  const merchant = await lockMerchant(tx, id);
  if (!merchant) throw notFound(tx.who, merchantTable.title);
  const taken = await payIn(tx, merchant, { amountFen, method: 'phone', note: null });
  act.describe({
    subjectKind: merchantTable.name,
    subjectId: id,
    subject: merchant.name,
    after: { amountFen, purchaseId: taken.purchaseId },
  });
  return taken;
});

const buyServer = handle(buyPackage, async (tx, { merchantDiscountId, packageCount, priceFen }, act) => {
  const giving = await lockOwn(tx, merchantDiscountId);
  await requireManager(tx);
  requireInForce(tx, giving);
  const { merchant, discount } = giving;
  const { packageCount: size, packagePriceFen: each } = discount;
  if (size === null || each === null) throw new Refusal(deskPayRefusal['not-for-sale']);
  if (each * packageCount !== priceFen)
    throw new Refusal(deskPayRefusal['price-changed'], { price: formatYuan(each * packageCount) });
  const count = size * packageCount;
  const note = `${discount.name} ×${count}`;
  const { stock, balanceFen } = await sellGrants(tx, giving, { count, priceFen, note });
  act.describe({
    subjectKind: merchantDiscount.name,
    subjectId: discount.id,
    subject: `${merchant.name} ${discount.name}`,
    before: { stock: discount.stock },
    after: { stock, count, priceFen },
  });
  return { stock, balanceFen, name: discount.name };
});

/** What merchants pay by themselves. */
export const deskPayServers = [topUpServer, buyServer];
