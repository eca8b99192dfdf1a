import { isPlate } from '@boyun/domain/plate';
import type { SetClock } from '@boyun/kernel/server';
import type { Product } from '@boyun/server/product';
import { walletsServer } from '@boyun/wallets/server';
import { grantByList, welcomeCustomers } from './activity.ts';
import type { DemoWorld } from './build.ts';
import { chargeByCode } from './purchase.ts';
import { type Call, signIn } from './sign-in.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS = 14;
const SURNAMES = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜';
const GIVEN = ['晓明', '思远', '佳怡', '建国', '雨桐', '志强', '婉清', '浩然', '丽华', '子涵'];
/** Yuan that customers put in, in turn. */
const AMOUNTS = ['100.00', '200.00', '50.00', '300.00', '100.00', '500.00'];
/** How they pay; a code is that of the customer's phone. */
const WAYS = ['cash', 'qr', 'code', 'cash', 'code', 'transfer'] as const;
const RULES = [
  { Name: '充100送10', Minimum: '100.00', Gift: '10.00', ValidDays: 30, OnRefund: 'proportional' },
  { Name: '充200送30', Minimum: '200.00', Gift: '30.00', ValidDays: 90, OnRefund: 'proportional' },
  { Name: '充500送100', Minimum: '500.00', Gift: '100.00', ValidDays: 180, OnRefund: 'whole', PerWallet: 2 },
  { Name: '新客体验金', Minimum: '50.00', Gift: '5.00', ValidDays: 5, OnRefund: 'whole', PerWallet: 1 },
] as const;

interface Debt {
  readonly Id: string;
  readonly Plate: string;
  readonly Due: string;
  readonly LotId: string;
  readonly LeftAt: string;
}

const rowsOf = async <T>(call: Call, path: string, body: object): Promise<readonly T[]> =>
  (await call(path, { PerPage: 200, ...body })).Rows as unknown as readonly T[];

/** Wallets of some forty customers over two weeks: topped up with gifts, used, refunded; gifts that end; one is frozen. */
export async function workOnWallets(product: Product, { fleet }: DemoWorld, clock: SetClock, to: Date): Promise<void> {
  const start = new Date(to.getTime() - DAYS * DAY_MS);
  clock.set(start);
  const admin = await signIn(product, 'admin');
  for (const rule of RULES) await admin('/api/giftRule/create', rule);
  await welcomeCustomers(admin);
  const lots = await rowsOf<{ Id: string; Code: string }>(admin, '/api/parkLot/list', {});
  const lotIds = fleet.lots.map(({ code }) => lots.find((one) => one.Code === code)!.Id);
  clock.set(to);
  const owed = await rowsOf<Debt>(await signIn(product, 'admin'), '/api/arrears/getArrearsPage', {});
  // Cameras misread: what is no plate has no owner.
  const debts = owed.filter((one) => isPlate(one.Plate));
  const cars = [...new Map(debts.map((one) => [one.Plate, one])).values()].slice(0, 12);
  const walletIds: string[] = [];
  for (let day = DAYS; day >= 0; day -= 1) {
    clock.set(new Date(to.getTime() - day * DAY_MS - 60_000));
    const call = await signIn(product, 'operator');
    await openWallets(call, day, { lotIds, cars, walletIds });
    await payDebts(call, cars, walletIds, clock.now());
  }
  clock.set(to);
  const sweeps = walletsServer.sweeps ?? [];
  for (const sweep of sweeps) await sweep.run(product.kernel);
  await finish(await signIn(product, 'operator'), walletIds, lotIds);
  const customers = await rowsOf<{ Mobile: string }>(await signIn(product, 'admin'), '/api/wallet/list', {});
  const plates = debts.slice(0, 12).map((one) => one.Plate);
  await grantByList(
    await signIn(product, 'admin'),
    customers.map((one) => one.Mobile),
    plates,
  );
}

/** The customers of one day: about three open a wallet, and one of an earlier day tops up again. */
async function openWallets(
  call: Call,
  day: number,
  to: { readonly lotIds: readonly string[]; readonly cars: readonly Debt[]; readonly walletIds: string[] },
): Promise<void> {
  const { lotIds, cars, walletIds } = to;
  const earlier = walletIds.length;
  for (let count = 0; count < 3 && walletIds.length < 40; count += 1) {
    const index = walletIds.length;
    const Plates = [cars[index]?.Plate, index % 4 === 0 ? `粤B${String(81_000 + index)}` : '']
      .filter(Boolean)
      .join(' ');
    const { Id } = await call('/api/wallet/create', {
      Mobile: `1380014${String(1000 + index * 7)}`,
      HolderName: `${SURNAMES[index % SURNAMES.length]}${GIVEN[(index * 3) % GIVEN.length]}`,
      Plates,
      LotId: lotIds[index % lotIds.length],
    });
    walletIds.push(Id);
    await topUp(call, Id, index);
  }
  if (earlier > 0 && day % 2 === 0) await topUp(call, walletIds[(day * 5) % earlier]!, day);
}

async function topUp(call: Call, WalletId: string, index: number): Promise<void> {
  const Amount = AMOUNTS[index % AMOUNTS.length];
  const way = WAYS[index % WAYS.length];
  const sold = await call('/api/wallet/topUp', { WalletId, Amount, Method: way === 'code' ? 'phone' : way });
  if (way === 'code') await chargeByCode(call, sold, index);
}

/** Customers whose cars left without paying pay from their wallet some time later. */
async function payDebts(call: Call, cars: readonly Debt[], walletIds: readonly string[], now: Date): Promise<void> {
  for (const [index, { Plate }] of cars.entries()) {
    const WalletId = walletIds[index];
    // Some owe until today.
    if (!WalletId || index % 3 === 2) continue;
    for (const { Id, Due, LeftAt } of await rowsOf<Debt>(call, '/api/arrears/getArrearsPage', { Plate })) {
      if (new Date(LeftAt) >= now || Number(Due) > 40) continue;
      await call('/api/order/payByWallet', { OrderId: Id, WalletId, Amount: Due });
    }
  }
}

/** What is going on today: cars whose wallets pay at the exit, a fee at the booth, a refund that waits for approval, a frozen wallet. */
async function finish(call: Call, walletIds: readonly string[], lotIds: readonly string[]): Promise<void> {
  const inside = await rowsOf<{ Id: string; Plate: string; Due: string }>(call, '/api/order/getInLotPage', {
    LotId: lotIds[0],
  });
  const [booth, ...others] = inside.filter(
    (one) => /^粤B/.test(one.Plate) && Number(one.Due) > 0 && Number(one.Due) < 50,
  );
  if (booth) await call('/api/order/payByWallet', { OrderId: booth.Id, WalletId: walletIds[5], Amount: booth.Due });
  for (const [index, { Plate }] of others.slice(0, 4).entries()) {
    const Id = walletIds[20 + index]!;
    const { Version } = (await call('/api/wallet/get', { Id })) as unknown as { Version: number };
    await call('/api/wallet/update', { Id, Version, Plates: Plate });
    await call('/api/wallet/setAutoPay', { WalletId: Id, Plate, IsAutomatic: true, Limit: '60.00' });
  }
  for (const index of [17, 23]) {
    const WalletId = walletIds[index]!;
    const { Refundable } = (await call('/api/wallet/getRefund', { WalletId })) as unknown as { Refundable: string };
    const Amount = index === 17 ? Refundable : '50.00';
    await call('/api/wallet/refund', { WalletId, Refundable, Amount, Reason: '客户搬离，不再停车' });
  }
  const adjusted = { WalletId: walletIds[8], Amount: '20.00', ValidDays: 60, Reason: '道闸故障补偿' };
  await call('/api/wallet/adjust', adjusted);
  await call('/api/wallet/freeze', { WalletId: walletIds[30], Note: '客户来电，手机遗失' });
}
