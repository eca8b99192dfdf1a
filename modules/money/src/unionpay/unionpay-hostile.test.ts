import type { CallFault, UnionpayFault } from '@boyun/simulator/provider/unionpay';
import { endured } from '@boyun/test-server/endurance';
import { randomOf } from '@boyun/test-server/gate-day';
import type { TestLot } from '@boyun/test-server/lot';
import { UnionpayWorld } from '@boyun/test-server/unionpay-world';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const PAYMENTS = endured(40, 1000);
const TOGETHER = 5;
const SEED = Number(process.env.SEED ?? 20_260_304);
const NOTICES: readonly (UnionpayFault | undefined)[] = [
  undefined,
  undefined,
  'wrong-amount',
  'wrong-merchant',
  'wrong-currency',
  'wrong-signature',
  'stranger',
  'unsigned',
];
const FAULTS: readonly CallFault[] = ['timeout', '5xx', 'forged', 'stranger', 'lost-answer'];

const world = new UnionpayWorld();
const { provider } = world;
const random = randomOf(SEED);
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
const chance = (share: number) => random() < share;
let lot: TestLot;

beforeAll(async () => {
  await world.begin(inject('databaseUrl'));
  lot = await world.gate.newLot({}, { Capacity: 5000 });
});
afterAll(() => world.end());

type Car = Awaited<ReturnType<typeof world.owingCar>>;

/** The address of a phone: a thousand drivers do not share one. */
const ofPhone = () => ({ 'x-forwarded-for': `10.${[0, 0, 0].map(() => Math.floor(random() * 255)).join('.')}` });
const settled = (state: string) => [...provider.trades.values()].filter((one) => one.state === state);

/** Pays as the driver does; UnionPay refuses a trade whose time is over. */
function settleBadly(no: string): void {
  if (provider.trades.get(no)?.state !== 'open') return;
  try {
    provider.settle(no, chance(0.9) ? 'done' : 'failed');
  } catch (error) {
    expect((error as Error).message).toContain('受理时间');
  }
}

/** Starts by the page of cards or by the code, some taps at once; returns the number of the payment where there is one. */
async function startBadly({ code }: Car): Promise<string | null> {
  const app = chance(0.5) ? 'browser' : 'unionpay';
  const start = () => world.start(code, app, ofPhone());
  if (chance(0.4)) provider.failNext(pick(FAULTS));
  await Promise.all(Array.from({ length: 1 + Math.floor(random() * 3) }, start));
  const { data } = await start();
  if (!data?.PaymentNo) return null;
  if (app === 'browser') provider.open(await world.formOf(data.Address));
  return data.PaymentNo;
}

/** The driver, UnionPay, the attendant and the sweep all at once, each as bad as it can be. */
async function pay(car: Car): Promise<void> {
  const no = await startBadly(car);
  if (no && chance(0.85)) settleBadly(no);
  if (chance(0.3)) provider.failNext(pick(FAULTS));
  const notices = Array.from({ length: Math.floor(random() * 5) }, () => pick(NOTICES));
  const isNoticed = no && provider.trades.get(no)?.state === 'done';
  await Promise.all([
    ...(isNoticed ? notices.map((fault) => provider.notify(no, world.server.url, fault)) : []),
    ...(chance(0.3) ? [world.expire()] : []),
    ...(chance(0.2) ? [world.user.call('/api/order/collectCash', { OrderId: car.id, Amount: '6.00' })] : []),
  ]);
}

/** Asks the money of every other paid car back, twice at once. */
async function refundBadly(cars: readonly Car[]): Promise<void> {
  for (const [at, { id }] of cars.entries()) {
    if (at % 2) continue;
    if (chance(0.3)) provider.failNext(pick(FAULTS));
    await Promise.all([1, 2].map(() => world.refund(id, '2.00')));
  }
}

/** Lets everything come to its end: nothing fails any more, but refunds that the bank refuses. */
async function settleAll(): Promise<void> {
  provider.failNoMore();
  await world.server.until('the end of every payment and refund', async () => {
    // Every fifth refund is taken and fails later.
    for (const [at, { no, kind, state }] of [...provider.trades.values()].entries())
      if (kind === 'refund' && state === 'open') provider.settle(no, at % 5 ? 'done' : 'failed');
    world.pass(61);
    await world.expire();
    const open = `select 1 from payment where tenant_id = $1 and state = 'paying'
      union all select 1 from refund where tenant_id = $1 and state = 'paying'`;
    return (await world.system(open)).length === 0;
  });
}

test(`of ${PAYMENTS} payments with a hostile UnionPay none is lost and none is booked twice (seed ${SEED})`, async () => {
  const cars: Car[] = [];
  for (let from = 0; from < PAYMENTS; from += TOGETHER) {
    world.reset();
    const group: Car[] = [];
    for (let count = 0; count < TOGETHER; count += 1) group.push(await world.owingCar(lot));
    await Promise.all(group.map(pay));
    // Who has paid drives out.
    for (const { plate } of group) await world.gate.see(lot.exit, plate, 90);
    cars.push(...group);
  }
  await settleAll();
  await refundBadly(cars);
  await settleAll();
  const booked = await world.system<{ no: string; isRefund: boolean }>(
    `select payment_no as no, false as "isRefund" from payment where tenant_id = $1 and channel = 'unionpay' and state = 'succeeded'
     union all select refund_no, true from refund where tenant_id = $1 and channel = 'unionpay' and state = 'succeeded'`,
  );
  const done = settled('done');
  expect(booked.map((one) => one.no).sort()).toEqual(done.map((one) => one.no).sort());
  const ofKind = (all: typeof done, isRefund: boolean) => all.filter((one) => (one.kind === 'refund') === isRefund);
  expect(ofKind(done, false).length).toBeGreaterThan(PAYMENTS / 4);
  expect(ofKind(done, true).length).toBeGreaterThan(PAYMENTS / 40);
  expect(ofKind(settled('failed'), true).length).toBeGreaterThan(0);
  const [sums] = await world.system<{ fen: number; cashFen: number }>(
    `select (select sum(paid_fen) from bill where tenant_id = $1)::bigint
       + (select coalesce(sum(excess_fen), 0) from payment where tenant_id = $1)::bigint as fen,
       (select coalesce(sum(amount_fen), 0) from payment where tenant_id = $1 and channel = 'cash')::bigint as "cashFen"`,
  );
  const takenFen = done.reduce((sum, { kind, fen }) => sum + (kind === 'refund' ? 0 : fen), 0);
  expect(sums!.fen).toBe(takenFen + sums!.cashFen);
  expect(await world.broken()).toEqual([]);
}, 600_000);
