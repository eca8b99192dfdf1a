import type { CallFault } from '@boyun/simulator/provider/wechat-pay';
import { DebitWorld } from '@boyun/test-server/debit';
import { endured } from '@boyun/test-server/endurance';
import { randomOf } from '@boyun/test-server/gate-day';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const SEED = Number(process.env.SEED ?? 20_260_304);
const CARS = endured(12, 300);
const FAULTS: readonly CallFault[] = ['timeout', '5xx', 'forged', 'lost-answer'];

const world = new DebitWorld();
const { provider } = world;

beforeAll(() => world.begin(inject('databaseUrl')));
afterAll(() => world.end());

test(`of ${CARS} cars with a hostile provider and busy cashiers none pays twice and none is lost (seed ${SEED})`, async () => {
  const random = randomOf(SEED);
  const chance = (share: number) => random() < share;
  const cars: Awaited<ReturnType<typeof world.park>>[] = [];
  for (let count = 0; count < CARS; count += 1) {
    await world.reset({ DebitMode: chance(0.5) ? 'open-at-once' : 'after-success' });
    const car = await world.park();
    cars.push(car);
    if (chance(0.15)) provider.parking.sign(car.plate, 'PAUSE');
    if (chance(0.5)) provider.failNext(FAULTS[Math.floor(random() * FAULTS.length)]!);
    await world.leave(car);
    if (chance(0.3)) await world.leave(car);
    const tried = await debitOrEnd(car);
    provider.failNoMore();
    const acts: Promise<unknown>[] = [];
    const isPaid = chance(0.6);
    if (tried && isPaid) provider.settle(tried);
    else if (tried && chance(0.5)) provider.settle(tried, 'PAY_FAIL');
    if (tried && chance(0.7))
      acts.push(provider.notify(tried, world.server.url), provider.notify(tried, world.server.url));
    if (chance(0.5)) acts.push(world.user.call('/api/order/collectCash', { OrderId: car.orderId, Amount: '6.00' }));
    if (chance(0.3)) acts.push(world.passTime(chance(0.5) ? 11 : 660));
    await Promise.all(acts);
  }
  // Whatever is open ends; accepted debits bring their money after all.
  await world.reset();
  await world.passTime(700);
  for (const { no, state } of provider.payments.values()) if (state === 'ACCEPTED') provider.settle(no);
  for (const { no, state } of provider.payments.values())
    if (state === 'SUCCESS') expect(await provider.notify(no, world.server.url)).toBe(200);
  await world.server.product.consumers.drain();
  await world.server.until('the refunds', async () => {
    for (const refund of provider.refunds.values())
      if (refund.state === 'PROCESSING') {
        provider.finishRefund(refund.no);
        await provider.notifyRefund(refund.no, world.server.url);
      }
    const open = await world.system(`select 1 from refund where tenant_id = $1 and state = 'paying'`, [
      world.user.tenantId,
    ]);
    return open.length === 0;
  });
  for (const car of cars) {
    expect(provider.parking.debitsOf(car.plate).length).toBeLessThanOrEqual(1);
    const order = await car.order();
    expect([order.Plate, order.Overpaid]).toEqual([car.plate, '0.00']);
    expect(['0.00', '6.00']).toContain(order.Paid);
    const [debit] = provider.parking.debitsOf(car.plate);
    const isBack = [...provider.refunds.values()].some((one) => one.tradeNo === debit?.no);
    if (debit && debit.state !== 'PAY_FAIL') expect([order.Paid, car.plate]).toEqual(['6.00', car.plate]);
    if (isBack) expect((await world.payments(car.plate)).filter((one) => one.Channel === 'cash')).toHaveLength(1);
  }
  expect(await world.broken()).toEqual([]);
});

/** Returns the number of the debit that the provider took, once it has taken one; null where the debit has ended without, or there is none. */
function debitOrEnd({ plate }: { plate: string }): Promise<string | null> {
  return world.server
    .until('the debit or its end', async () => {
      const [taken] = provider.parking.debitsOf(plate);
      if (taken) return { no: taken.no };
      const open = (await world.payments(plate)).some((one) => one.State === 'paying');
      return open ? null : { no: null };
    })
    .then((one) => one.no);
}
