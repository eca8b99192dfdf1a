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

/** What is bought by phone in the two weeks up to `to`, but not before `from`: renewals of packs, credit of merchants, packages; some are not paid, one is open now. */
export async function workOnPurchases(
  product: Product,
  clock: SetClock,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<void> {
  clock.set(to);
  const packs = await endingPacks(await signIn(product, 'operator'));
  for (const [index, day] of DAYS.entries()) {
    const at = new Date(to.getTime() - day * DAY_MS - (index + 1) * 7 * 60_000);
    if (at <= from) continue;
    clock.set(at);
    const call = await signIn(product, 'operator');
    for (const pack of takeOpen(packs, clock.now(), 2)) await renew(call, pack, index);
    await merchantPays(product, index);
  }
  clock.set(to);
  const call = await signIn(product, 'operator');
  const [left, given] = takeOpen(packs, to, 2);
  if (left) await renew(call, left, 0, 'open');
  if (given) await renew(call, given, 1, 'cancelled');
}

/** A pack that its owner may renew from one moment to another, at a price. */
interface EndingPack {
  readonly PackId: string;
  readonly Price: string;
  readonly RenewFrom: string;
  readonly RenewUntil: string;
}

/** Some of the packs that end in the next weeks; what people do with the first of them is shown elsewhere. */
async function endingPacks(call: Call): Promise<EndingPack[]> {
  const { Rows } = await call('/api/pack/list', { State: 'active', PerPage: 200, Sort: 'validUntil' });
  const packs: EndingPack[] = [];
  for (const { Id: PackId } of Rows.slice(20, 70))
    packs.push({ ...((await call('/api/pack/getPack', { PackId })) as unknown as EndingPack), PackId });
  return packs;
}

/** Takes some packs out of those that may be renewed at a moment. */
function takeOpen(packs: EndingPack[], at: Date, most: number): EndingPack[] {
  const isOpen = (one: EndingPack) => new Date(one.RenewFrom) <= at && at <= new Date(one.RenewUntil);
  const taken = packs.filter(isOpen).slice(0, most);
  for (const one of taken) packs.splice(packs.indexOf(one), 1);
  return taken;
}

/** Renews a pack by the phone of its owner; some owners do not pay. */
async function renew(
  call: Call,
  { PackId, Price }: EndingPack,
  turn: number,
  end: 'paid' | 'cancelled' | 'open' = 'paid',
): Promise<void> {
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
