import { DebitWorld } from '@boyun/test-server/debit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { offerDebit } from './auto-debit.service.ts';

const world = new DebitWorld();
const { provider, clock, start } = world;

beforeAll(() => world.begin(inject('databaseUrl')));
afterAll(() => world.end());
beforeEach(() => world.reset());

describe('a contract', () => {
  test('comes from the answer to an entry, and follows notices, newest first', async () => {
    const { plate } = await world.park();
    expect(await world.contracts(plate)).toMatchObject([{ Plate: plate, Channel: 'wechat', State: 'active' }]);
    provider.parking.sign(plate, 'OVERDUE');
    clock.set(new Date(start.getTime() + 3_600_000));
    const { url } = world.server;
    expect(await provider.notifyPlate(plate, url)).toBe(200);
    expect(await provider.notifyPlate(plate, url)).toBe(200);
    expect(await world.contracts(plate)).toMatchObject([{ State: 'blocked', BlockedReason: 'OVERDUE' }]);
    provider.parking.sign(plate);
    expect(await provider.notifyPlate(plate, url, undefined, new Date(start.getTime() + 1_800_000))).toBe(200);
    expect(await world.contracts(plate)).toMatchObject([{ State: 'blocked' }]);
    expect(await provider.notifyPlate(plate, url)).toBe(200);
    expect(await world.contracts(plate)).toMatchObject([{ State: 'active', BlockedReason: null }]);
  });

  test('does not come from a plate that nobody signed, nor from a forged notice', async () => {
    const { plate } = await world.park('OUT_SERVICE');
    expect(await world.contracts(plate)).toEqual([]);
    provider.parking.sign(plate);
    for (const fault of ['wrong-signature', 'wrong-key', 'wrong-merchant', 'old'] as const)
      expect(await provider.notifyPlate(plate, world.server.url, fault)).toBe(401);
    expect(await world.contracts(plate)).toEqual([]);
  });

  test('that the tenant ends stays ended, whatever is reported', async () => {
    const { plate } = await world.park();
    const [contract] = await world.contracts(plate);
    const end = () => world.user.call('/api/debitContract/end', { Id: contract!.Id, Reason: '车主投诉' });
    expect(await end()).toMatchObject({ state: 'success' });
    expect((await end()).code).toBe('debit-contract.over');
    await provider.notifyPlate(plate, world.server.url);
    expect(await world.contracts(plate)).toMatchObject([{ State: 'ended', EndedReason: '车主投诉' }]);
    const lot = await world.gate.newLot();
    await world.gate.see(lot.entry, plate, 1, { plateColor: 0 });
    await world.server.product.consumers.drain();
    await world.server.until('the second entry', async () => {
      const told = 'select 1 from debit_entry where tenant_id = $1 and plate = $2 and provider_no is not null';
      return (await world.system(told, [world.user.tenantId, plate])).length === 2;
    });
    expect(await world.contracts(plate)).toHaveLength(1);
    const entries = await world.system<{ subject: string }>(
      `select subject from audit_log where tenant_id = $1 and action = 'debit-contract.ended'`,
      [world.user.tenantId],
    );
    expect(entries).toEqual([{ subject: plate }]);
    const resumed = await world.user.call('/api/debitContract/resume', { Id: contract!.Id, Reason: '车主同意' });
    expect(resumed.state).toBe('success');
    expect(await world.contracts(plate)).toMatchObject([{ State: 'blocked', BlockedReason: 'AWAITING_REPORT' }]);
    await provider.notifyPlate(plate, world.server.url);
    expect((await world.contracts(plate)).some((one) => one.State === 'active')).toBe(true);
  });

  test('belongs to channels that have it, and is simulated in trials alone', async () => {
    const unionpay = { Channel: 'unionpay', MerchantNo: '7', HasAutoDebit: true };
    expect((await world.user.call('/api/payConfig/create', unionpay)).code).toBe('pay-channel.no-auto-debit');
    const simulated = await world.user.call('/api/debitContract/simulate', { Plate: '粤B12345' });
    expect(simulated.code).toBe('debit-contract.only-in-trial');
  });
});

describe('a debit', () => {
  test('lets the car out when the notice comes, once', async () => {
    const car = await world.park();
    const answer = await world.leave(car);
    expect(answer).toMatchObject({ decision: 'hold', payUrl: expect.stringContaining('/pay/') });
    expect(answer.lines.join()).toContain('无感支付6.00元');
    const debit = await world.debitOf(car.plate);
    expect(debit).toMatchObject({ totalFen: 600, state: 'ACCEPTED' });
    expect(await car.order()).toMatchObject({ PayState: 'paying', ParkingState: 'inside' });
    provider.settle(debit.no);
    const statuses = await Promise.all([1, 2, 3, 4].map(() => provider.notify(debit.no, world.server.url)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await car.isAt('the exit', 'ParkingState', 'left');
    expect(await car.order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00', PayMethod: 'wechat' });
    const shown = { Channel: 'wechat', Scene: 'auto-debit', State: 'succeeded' };
    expect(await world.payments(car.plate)).toMatchObject([shown]);
    expect((await car.seen()).Payments).toMatchObject([shown]);
    expect(await world.broken()).toEqual([]);
  });

  test('is asked about while no notice comes', async () => {
    const car = await world.park();
    await world.leave(car);
    provider.settle((await world.debitOf(car.plate)).no);
    await car.isAt('the exit', 'ParkingState', 'left');
    expect(await car.order()).toMatchObject({ Paid: '6.00' });
  });

  test.each(['wrong-amount', 'wrong-signature', 'wrong-merchant'] as const)(
    'takes no notice with a %s',
    async (fault) => {
      const car = await world.park();
      await world.leave(car);
      const { no } = await world.debitOf(car.plate);
      expect(await provider.notify(no, world.server.url, fault)).not.toBe(200);
      expect(await car.order()).toMatchObject({ PayState: 'paying', Paid: '0.00' });
    },
  );

  test('of a car that is seen again meanwhile is the same', async () => {
    const car = await world.park();
    await world.leave(car);
    const { no } = await world.debitOf(car.plate);
    const again = await world.leave(car);
    expect(again.lines.join()).toContain('无感支付');
    await Promise.all([world.leave(car), world.leave(car)]);
    expect(await world.report(no)).toBe(200);
    await car.isAt('the exit', 'ParkingState', 'left');
    expect(provider.parking.debitsOf(car.plate)).toHaveLength(1);
    expect(await car.order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  });

  test('that is refused falls back to the code, and is not tried again', async () => {
    const car = await world.park();
    provider.parking.sign(car.plate, 'PAUSE');
    await world.leave(car);
    await car.isAt('the refusal', 'PayState', 'unpaid');
    await car.had('debit.fell-back');
    provider.parking.sign(car.plate);
    const again = await world.leave(car);
    expect(again.lines.join()).not.toContain('无感');
    expect(provider.parking.debitsOf(car.plate)).toEqual([]);
    const Code = again.payUrl!.split('/').pop()!;
    const { data } = await world.server.call('/api/payment/start', { Code, Channel: 'wechat', App: 'browser' });
    expect(await world.report(data.PaymentNo)).toBe(200);
    await car.isAt('the exit', 'ParkingState', 'left');
    expect(await car.order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
  });

  test('that fails after it was accepted falls back to the code', async () => {
    const car = await world.park();
    await world.leave(car);
    expect(await world.report((await world.debitOf(car.plate)).no, 'PAY_FAIL')).toBe(200);
    expect(await car.order()).toMatchObject({ PayState: 'unpaid', ParkingState: 'inside' });
    expect(await world.payments(car.plate)).toMatchObject([{ State: 'failed', Scene: 'auto-debit' }]);
    await car.had('debit.fell-back');
    expect(await car.said('debit.fell-back')).toBe('微信支付无感支付6.00元未成功（余额不足），请司机扫码缴费');
  });

  test('of a merchant that may not debit says what to do, at the car and by the test button', async () => {
    expect(await world.tryOut()).toMatchObject({ IsWorking: true });
    const car = await world.park();
    provider.parking.isAllowed = false;
    await world.leave(car);
    await car.had('debit.fell-back');
    expect(await car.said('payment.failed')).toContain('到微信支付商户平台查看收款功能是否受限');
    const tried = await world.tryOut();
    expect(tried.IsWorking).toBe(false);
    expect(tried.Message).toContain('该商户不能使用无感支付');
  });

  test.each([['a lost answer', 'lost-answer'] as const, ['an answer', null] as const])(
    'that was given up after %s brings its money without a notice: WeChat Pay is asked until it says so',
    async (_, fault) => {
      const car = await world.park();
      if (fault) provider.failNext(fault);
      await world.leave(car);
      const { no } = await world.debitOf(car.plate);
      await world.passTime();
      expect(await car.order()).toMatchObject({ PayState: 'unpaid' });
      await world.passTime(61);
      expect(await car.order()).toMatchObject({ PayState: 'unpaid' });
      provider.settle(no);
      await world.passTime(6 * 3600);
      await car.isAt('the payment', 'PayState', 'paid');
      expect(await car.order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
      expect(await world.broken()).toEqual([]);
    },
  );

  test('that was given up and never brings its money is asked about less and less, and no more after days', async () => {
    const car = await world.park();
    await world.leave(car);
    await world.debitOf(car.plate);
    await world.passTime();
    const asks = new Set<string>();
    for (let hours = 0; hours < 100; hours += 1) {
      await world.passTime(3600);
      const [next] = await world.system<{ at: Date | null }>(
        'select ask_at as at from payment where tenant_id = $1 and plate = $2',
        [world.user.tenantId, car.plate],
      );
      if (next!.at) asks.add(next!.at.toISOString());
    }
    const hoursOf = [...asks].map((at) => (Date.parse(at) - start.getTime()) / 3_600_000);
    expect(hoursOf.length).toBeLessThan(20);
    expect(hoursOf.at(-1)).toBeGreaterThan(60);
    expect(hoursOf.at(-1)).toBeLessThan(90);
  });

  test('whose answer is lost is found by its number', async () => {
    const car = await world.park();
    provider.failNext('lost-answer');
    await world.leave(car);
    await world.report((await world.debitOf(car.plate)).no);
    await car.isAt('the exit', 'ParkingState', 'left');
    expect(provider.parking.debitsOf(car.plate)).toHaveLength(1);
  });

  test('whose provider does not answer in time falls back to the code', async () => {
    const car = await world.park();
    // More than are asked for: the debit is requested again and again until its time is over.
    provider.failNext(...Array.from({ length: 1000 }, () => 'timeout' as const));
    await world.leave(car);
    await world.passTime();
    expect(await car.order()).toMatchObject({ PayState: 'paying' });
    provider.failNoMore();
    await world.sweep();
    expect(await car.order()).toMatchObject({ PayState: 'unpaid' });
    expect(provider.parking.debitsOf(car.plate)).toEqual([]);
  });

  test('keeps other ways of paying away until its time is over; what it brings then is returned', async () => {
    const car = await world.park();
    const { payUrl } = await world.leave(car);
    const { no } = await world.debitOf(car.plate);
    const Code = payUrl!.split('/').pop()!;
    const begun = await world.server.call('/api/payment/start', { Code, Channel: 'wechat', App: 'browser' });
    expect(begun.code).toBe('pay-channel.under-way');
    const collect = () => world.user.call('/api/order/collectCash', { OrderId: car.orderId, Amount: '6.00' });
    expect((await collect()).code).toBe('order.locked');
    await world.passTime();
    expect(await car.order()).toMatchObject({ PayState: 'unpaid' });
    expect((await collect()).state).toBe('success');
    await car.isAt('the exit', 'ParkingState', 'left');
    expect(await world.report(no)).toBe(200);
    await world.server.product.consumers.drain();
    const refund = await world.server.until('the refund', async () =>
      [...provider.refunds.values()].find((one) => one.tradeNo === no),
    );
    expect(refund.fen).toBe(600);
    provider.finishRefund(refund.no);
    expect(await provider.notifyRefund(refund.no, world.server.url)).toBe(200);
    expect(await car.order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
    expect(await world.broken()).toEqual([]);
  });

  test('races with cash: one of them pays', async () => {
    const car = await world.park();
    await world.leave(car);
    const { no } = await world.debitOf(car.plate);
    provider.settle(no);
    await Promise.all([
      provider.notify(no, world.server.url),
      world.user.call('/api/order/collectCash', { OrderId: car.orderId, Amount: '6.00' }),
      provider.notify(no, world.server.url),
      world.leave(car),
    ]);
    await car.isAt('the exit', 'ParkingState', 'left');
    expect(await car.order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
    expect(await world.broken()).toEqual([]);
  });
});

describe('no debit', () => {
  const isDebited = async (car: Awaited<ReturnType<typeof world.park>>, more: object = {}) => {
    const answer = await world.leave(car, more);
    expect(answer.decision).toBe('hold');
    return (await world.payments(car.plate)).some((one) => one.Scene === 'auto-debit');
  };

  test('of more than the limit, or the month', async () => {
    await world.configure({ DebitLimit: '5.99' });
    expect(await isDebited(await world.park())).toBe(false);
    await world.configure({ DebitLimit: '6.00', DebitMonthly: '11.00' });
    const car = await world.park();
    expect(await isDebited(car)).toBe(true);
    await world.report((await world.debitOf(car.plate)).no);
    await car.isAt('the exit', 'ParkingState', 'left');
    await world.leave(await world.park('NORMAL', car.plate));
    expect(provider.parking.debitsOf(car.plate)).toHaveLength(1);
  });

  test('while the driver pays by the code', async () => {
    const car = await world.park();
    clock.set(new Date(start.getTime() + 89 * 60_000));
    const [row] = await world.system<{ code: string }>('select pay_code as code from parking_order where id = $1', [
      car.orderId,
    ]);
    const asked = { Code: row!.code, Channel: 'wechat', App: 'browser' };
    const { data } = await world.server.call('/api/payment/start', asked);
    expect(await isDebited(car)).toBe(false);
    await world.report(data.PaymentNo);
    await car.isAt('the exit', 'ParkingState', 'left');
    expect(await car.order()).toMatchObject({ Overpaid: '0.00' });
    expect(await world.broken()).toEqual([]);
  });

  test('of a blocked plate, a doubtful reading, a channel that is off', async () => {
    expect(await isDebited(await world.park('OVERDUE'))).toBe(false);
    expect(await isDebited(await world.park(), { confidence: 40 })).toBe(false);
    const off = await world.park();
    await world.configure({ HasAutoDebit: false });
    expect(await isDebited(off)).toBe(false);
  });

  test('is looked for in the database where a tenant has none: the gate asks a cached value', async () => {
    const other = await world.server.newTenant('Without');
    const asked: string[] = [];
    await world.server.product.kernel.database.inTenant(await other.who(), async (tx) => {
      const watched = {
        ...tx,
        query: (text: string, values?: unknown[]) => {
          asked.push(text);
          return tx.query(text, values);
        },
      };
      const stay = { id: tx.newId(), lotId: tx.newId(), plate: '粤B12345' };
      const at = { plateColor: 1, zone: 'Asia/Shanghai', dueFen: 600 } as const;
      await offerDebit(tx, stay, at);
      expect(await offerDebit(watched as typeof tx, stay, at)).toBeNull();
    });
    expect(asked).toEqual([]);
  });
});
