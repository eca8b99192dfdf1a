import type { SetClock } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import { type Call, signIn } from './sign-in.ts';

const DAY_MS = 24 * 3_600_000;
/** Days ago on which packs are renewed and merchants pay, each at another hour. */
const DAYS = [12, 11, 9, 8, 6, 5, 3, 2, 1, 0] as const;
/** Payment codes of the apps that customers pay with, in turn; trials simulate them. */
const CODES = ['134567890123456789', '284567890123456789', '135567890123456787', '6220001234567890123'] as const;

/** Takes the money of a purchase that was begun by phone: scans the payment code of the customer. */
export async function chargeByCode(call: Call, { PurchaseId }: { readonly PurchaseId: string }, turn: number) {
  await call('/api/purchase/charge', { PurchaseId, AuthCode: CODES[turn % CODES.length] });
}

/** Two weeks of what is bought by phone: renewals of packs, credit of merchants, packages; some are not paid, one is open now. */
export async function workOnPurchases(product: Product, clock: SetClock, to: Date): Promise<void> {
  clock.set(to);
  const packs = await endingPacks(await signIn(product, 'operator'));
  for (const [index, day] of DAYS.entries()) {
    clock.set(new Date(to.getTime() - day * DAY_MS - (index + 1) * 7 * 60_000));
    const call = await signIn(product, 'operator');
    for (const PackId of packs.splice(0, 2)) await renew(call, PackId, index);
    await merchantPays(product, index);
  }
  clock.set(to);
  const call = await signIn(product, 'operator');
  const [left, given] = packs;
  if (left) await renew(call, left, 0, 'open');
  if (given) await renew(call, given, 1, 'cancelled');
}

async function endingPacks(call: Call): Promise<string[]> {
  const { Rows } = await call('/api/pack/list', { State: 'active', PerPage: 200, Sort: 'validUntil' });
  return Rows.slice(20, 44).map((one) => one.Id);
}

/** Renews a pack by the phone of its owner; some owners do not pay. */
async function renew(call: Call, PackId: string, turn: number, end: 'paid' | 'cancelled' | 'open' = 'paid') {
  const { Price } = (await call('/api/pack/getPack', { PackId })) as unknown as { Price: string };
  const sold = await call('/api/pack/renew', { PackId, Count: 1, Amount: Price, Method: 'phone' });
  if (end === 'open') return;
  if (end === 'cancelled' || turn === 4) await call('/api/purchase/cancel', { PurchaseId: sold.PurchaseId });
  else await chargeByCode(call, sold, turn);
}

/** The merchant with an account tops up on its own phone and buys packages; another pays at the office. */
async function merchantPays(product: Product, turn: number): Promise<void> {
  const manager = await signIn(product, 'merchant');
  if (turn % 3 === 0) {
    const sold = await manager('/api/merchantDesk/topUp', { Amount: ['500.00', '1000.00'][turn % 2] });
    await chargeByCode(await signIn(product, 'admin'), sold, turn);
  }
  if (turn % 4 === 1) {
    const desk = (await manager('/api/merchantDesk/get', {})) as unknown as {
      Discounts: readonly { Id: string; PackagePrice: string | null }[];
    };
    const offer = desk.Discounts.find((one) => one.PackagePrice !== null)!;
    const bought = { MerchantDiscountId: offer.Id, PackageCount: 1, Price: offer.PackagePrice };
    await manager('/api/merchantDesk/buyPackage', bought);
  }
  if (turn % 5 !== 2) return;
  const finance = await signIn(product, 'finance');
  const { Rows } = await finance('/api/merchant/list', { Name: '便民超市' });
  const paid = { MerchantId: Rows[0]!.Id, Amount: '300.00', Method: 'phone', Note: '续充' };
  await chargeByCode(finance, await finance('/api/merchant/topUp', paid), turn);
}
