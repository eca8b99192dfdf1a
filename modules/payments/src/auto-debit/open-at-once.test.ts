import { DebitWorld } from '@boyun/test-server/debit';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const world = new DebitWorld();
const { provider } = world;

beforeAll(() => world.begin(inject('databaseUrl')));
afterAll(() => world.end());
beforeEach(() => world.reset({ DebitMode: 'open-at-once' }));

test('the car is let out before the money comes', async () => {
  const car = await world.park();
  const answer = await world.leave(car);
  expect(answer).toMatchObject({ decision: 'open', payUrl: null });
  expect(answer.commandId).not.toBeNull();
  expect(await car.order()).toMatchObject({ ParkingState: 'left', PayState: 'paying', Due: '6.00' });
  expect(await world.report((await world.debitOf(car.plate)).no)).toBe(200);
  expect(await car.order()).toMatchObject({ PayState: 'settled', Paid: '6.00' });
  await world.server.product.consumers.drain();
  const counted = await world.system<{ count: number; sum: number }>(
    `select sum((data ->> 'count')::int)::int as count, sum((data ->> 'amountFen')::int)::int as sum from event
     where tenant_id = $1 and kind = 'stay.recounted' and data ->> 'metric' = 'unpaid'`,
    [world.user.tenantId],
  );
  expect(counted).toEqual([{ count: -1, sum: -600 }]);
  expect(await world.broken()).toEqual([]);
});

test('a debit that fails leaves the fee owed, with an event; the next time the car waits', async () => {
  const car = await world.park();
  await world.leave(car);
  await world.report((await world.debitOf(car.plate)).no, 'PAY_FAIL');
  expect(await car.order()).toMatchObject({ PayState: 'arrears', Due: '6.00' });
  await car.had('debit.owed');
  const next = await world.park('NORMAL', car.plate);
  expect(await world.leave(next)).toMatchObject({ decision: 'hold' });
  expect(await world.broken()).toEqual([]);
});

test('a debit that is refused leaves the fee owed too', async () => {
  const car = await world.park();
  provider.parking.sign(car.plate, 'OVERDUE');
  expect((await world.leave(car)).decision).toBe('open');
  await car.isAt('the end', 'PayState', 'arrears');
  await car.had('debit.owed');
});

test('a debit without an outcome leaves the fee owed; money that comes later settles it', async () => {
  const car = await world.park();
  await world.leave(car);
  const { no } = await world.debitOf(car.plate);
  await world.passTime(11 * 60);
  expect(await car.order()).toMatchObject({ PayState: 'arrears' });
  expect(await world.report(no)).toBe(200);
  expect(await car.order()).toMatchObject({ Paid: '6.00', Due: '0.00', Overpaid: '0.00' });
  expect(await world.broken()).toEqual([]);
});

test('the same car seen again is not debited again', async () => {
  const car = await world.park();
  await world.leave(car);
  const { no } = await world.debitOf(car.plate);
  const again = await Promise.all([world.leave(car), world.leave(car)]);
  expect(again.map((one) => one.decision)).toEqual(['open', 'open']);
  await world.report(no);
  expect(provider.parking.debitsOf(car.plate)).toHaveLength(1);
  expect(await car.order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
});

test('a debit is refunded like other payments', async () => {
  const car = await world.park();
  await world.leave(car);
  const { no } = await world.debitOf(car.plate);
  await world.report(no);
  const { user } = world;
  const [{ PaymentId }] = (await user.call('/api/order/getRefundable', { OrderId: car.orderId })).data.Payments;
  const asked = { OrderId: car.orderId, PaymentId, Left: '6.00', Amount: '2.00', Way: 'origin', Reason: '多收' };
  expect(await user.call('/api/order/refund', asked)).toMatchObject({ state: 'success' });
  const refund = await world.server.until('the request', async () =>
    [...provider.refunds.values()].find((one) => one.tradeNo === no),
  );
  provider.finishRefund(refund.no);
  await provider.notifyRefund(refund.no, world.server.url);
  expect(await car.order()).toMatchObject({ Paid: '4.00' });
  expect(await world.broken()).toEqual([]);
});
