import { verifyTenant } from '@boyun/insight/server';
import { SetClock, systemWho } from '@boyun/kernel/server';
import { settlePayment } from '@boyun/money/server';
import { lockOrder } from '@boyun/orders/server';
import { startPayment } from '@boyun/payments/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let plain: TestLot;
let collecting: TestLot;
let strict: TestLot;
let plate = '';
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  plain = await gate.newLot();
  collecting = await gate.newLot({}, { HasDebtCollection: true, Capacity: 100 });
  strict = await gate.newLot({}, { ArrearsLimit: '5.00', Capacity: 100 });
});
afterAll(() => server?.stop());
beforeEach(() => {
  made += 1;
  plate = `粤B${70_000 + made}`;
});

/** Creates stays of the plate that ended owing 3 yuan each. */
async function owe(times: number): Promise<void> {
  const late = { receivedMinute: 100, isOffline: true };
  for (let count = 0; count < times; count += 1) {
    await gate.see(plain.entry, plate, count * 40, late);
    await gate.see(plain.exit, plate, count * 40 + 30, late);
  }
}
const passing = async (id: string) => {
  const [row] = await server.product.kernel.database.system<Record<string, unknown>>(
    `select decision, standing, pass_type, due_fen as due, reason_zh as reason, list_entry_id as "entryId",
       exists (select from waiting_car w where w.passing_id = passing.id) as "isWaiting"
     from passing where id = $1`,
    [id],
  );
  return row!;
};
/** Pays the amount due on a pay page; returns it in fen. */
async function pay(payUrl: string | null, outcome: 'success' | 'fail' = 'success'): Promise<number> {
  const code = payUrl!.replace('/pay/', '');
  const { database } = server.product.kernel;
  const [found] = await database.system<{ id: string }>('select id from parking_order where pay_code = $1', [code]);
  const who = systemWho(user.tenantId, 'driver');
  const payment = await database.inTenant(who, async (tx) => startPayment(tx, (await lockOrder(tx, found!.id))!));
  await database.inTenant(who, (tx) => settlePayment(tx, payment.paymentNo, outcome, 'T1', payment.amountFen));
  await drain();
  return payment.amountFen;
}
const drain = async () => {
  await server.product.consumers.drain();
  await server.product.consumers.drain();
};
const states = async () =>
  (
    await server.product.kernel.database.system<{ place: string; pay: string; due: number }>(
      `select parking_state as place, pay_state as pay, due_fen as due from parking_order
       where tenant_id = $1 and plate = $2 order by id`,
      [user.tenantId, plate],
    )
  ).map((one) => `${one.place} ${one.pay} ${one.due}`);
const soundness = async () => {
  const results = await verifyTenant(server.product.kernel, user.tenantId);
  return results.filter((one) => one.brokenCount > 0).map((one) => [one.key, one.broken]);
};
/** Waives all debts of the plate. */
async function letOff(): Promise<void> {
  const { Rows } = (await user.call('/api/arrears/getArrearsPage', { Plate: plate })).data;
  for (const { Id, Due } of Rows) {
    const waived = await user.call('/api/order/waive', { OrderId: Id, Amount: Due, Reason: '设备故障' });
    expect(waived.data).toMatchObject({ IsPending: false });
  }
  await drain();
}
const page = async (payUrl: string | null) => {
  const payload = { Code: payUrl!.replace('/pay/', '') };
  return (await server.product.app.inject({ method: 'POST', url: '/api/payment/getPayPage', payload })).json().data;
};

test('at the exit of a lot that collects, the fee and all debts are one payment', async () => {
  await owe(2);
  await gate.see(collecting.entry, plate, 200);
  const answer = await gate.see(collecting.exit, plate, 230);
  expect(await passing(answer.passingId)).toMatchObject({
    decision: 'hold',
    due: 900,
    reason: '待缴费9.00元（含以往欠费6.00元）',
  });
  expect(await page(answer.payUrl)).toMatchObject({ Fee: '3.00', Debt: '6.00', Due: '9.00' });
  expect(await pay(answer.payUrl)).toBe(900);
  expect(await passing(answer.passingId)).toMatchObject({ decision: 'open', passType: 'self-service' });
  expect(await states()).toEqual(['left settled 0', 'left settled 0', 'left paid 0']);
  const { data } = await user.call('/api/payment/getPaymentPage', { Plate: plate });
  expect(data).toMatchObject({ Total: 1, Totals: { Amount: '9.00' } });
  expect(await soundness()).toEqual([]);
});

test('another lot asks for its own fee alone', async () => {
  await owe(1);
  await gate.see(plain.entry, plate, 200);
  const answer = await gate.see(plain.exit, plate, 230);
  expect(await passing(answer.passingId)).toMatchObject({ due: 300, reason: '待缴费3.00元' });
  expect(await pay(answer.payUrl)).toBe(300);
  expect(await states()).toEqual(['left arrears 300', 'left paid 0']);
});

test('a car whose stay is free waits for its debts, a white one does not', async () => {
  await owe(1);
  const list = { Plate: plate, LotIds: [collecting.id], ValidFrom: START.toISOString(), ValidUntil: null };
  await user.call('/api/billFreePlate/create', list);
  await gate.see(collecting.entry, plate, 200);
  const answer = await gate.see(collecting.exit, plate, 230);
  expect(await passing(answer.passingId)).toMatchObject({ decision: 'hold', standing: 'free', due: 300 });
  expect(await pay(answer.payUrl)).toBe(300);
  expect(await passing(answer.passingId)).toMatchObject({ decision: 'open' });
  expect((await states())[0]).toBe('left settled 0');

  made += 1;
  plate = `粤B${70_000 + made}`;
  await owe(1);
  await user.call('/api/billWhitePlate/create', { ...list, Plate: plate });
  await gate.see(collecting.entry, plate, 300);
  expect((await gate.see(collecting.exit, plate, 330)).decision).toBe('open');
  expect(await soundness()).toEqual([]);
});

test('a payment that fails leaves everything owed; while it is in progress, no other payment can start', async () => {
  await owe(1);
  await gate.see(collecting.entry, plate, 200);
  const answer = await gate.see(collecting.exit, plate, 230);
  const { database } = server.product.kernel;
  const who = systemWho(user.tenantId, 'driver');
  const [order] = await database.system<{ id: string }>('select id from parking_order where pay_code = $1', [
    answer.payUrl!.replace('/pay/', ''),
  ]);
  const payment = await database.inTenant(who, async (tx) => startPayment(tx, (await lockOrder(tx, order!.id))!));
  expect(await states()).toEqual(['left paying 300', 'inside paying 300']);
  const [debt] = await database.system<{ id: string }>(
    `select id from parking_order where tenant_id = $1 and plate = $2 and parking_state = 'left'`,
    [user.tenantId, plate],
  );
  const cash = await user.call('/api/order/collectCash', { OrderId: debt!.id, Amount: '3.00' });
  expect(cash.code).toBe('order.locked');
  // A debt with a payment in progress still stops the car elsewhere.
  await owe(1);
  expect((await gate.see(strict.entry, plate, 231)).decision).toBe('hold');
  await database.inTenant(who, (tx) => settlePayment(tx, payment.paymentNo, 'fail', 'T2', payment.amountFen));
  expect((await states())[0]).toBe('left arrears 300');
  expect(await soundness()).toEqual([]);
});

test('cash for the stay alone is not enough where debts are collected; both together are', async () => {
  await owe(1);
  await gate.see(collecting.entry, plate, 200);
  const answer = await gate.see(collecting.exit, plate, 230);
  const order = (await user.call('/api/order/getInLotPage', { Plate: plate })).data.Rows[0];
  const { data } = await user.call('/api/order/getOrder', { OrderId: order.Id });
  expect(data.Order).toMatchObject({ Due: '3.00', Debt: '3.00' });
  const collect = (Amount: string) => user.call('/api/order/collectCash', { OrderId: order.Id, Amount });
  expect((await collect('5.00')).code).toBe('order.amount-changed');
  expect((await collect('3.00')).state).toBe('success');
  await drain();
  expect(await passing(answer.passingId)).toMatchObject({ decision: 'hold', isWaiting: true });
  expect((await user.call('/api/arrears/collect', { Plate: plate, Amount: '3.00' })).state).toBe('success');
  await drain();
  expect(await passing(answer.passingId)).toMatchObject({ decision: 'open', passType: 'confirmed' });

  await owe(1);
  await gate.see(collecting.entry, plate, 300);
  const second = await gate.see(collecting.exit, plate, 330);
  const inside = (await user.call('/api/order/getInLotPage', { Plate: plate })).data.Rows[0];
  const both = await user.call('/api/order/collectCash', { OrderId: inside.Id, Amount: '6.00' });
  expect(both.message).toBe('');
  await drain();
  expect(await passing(second.passingId)).toMatchObject({ decision: 'open' });
  expect(await soundness()).toEqual([]);
});

test('a car stopped at the entry pays all debts there, is judged again and let in', async () => {
  await owe(2);
  gate.at(200);
  const rule = await user.call('/api/packRule/create', { Name: `Rule ${made}`, Price: '1.00', LotIds: [strict.id] });
  const sale = { OwnerName: 'Li', ValidFrom: START.toISOString(), Amount: '1.00', Method: 'qr' };
  const pack = await user.call('/api/pack/sell', {
    PackRuleId: rule.data.Id,
    LotId: strict.id,
    Plates: [plate],
    ...sale,
  });
  const answer = await gate.see(strict.entry, plate, 201);
  expect(await passing(answer.passingId)).toMatchObject({ decision: 'hold', standing: 'arrears' });
  expect(await page(answer.payUrl)).toMatchObject({ Due: '6.00' });
  expect(await pay(answer.payUrl)).toBe(600);
  expect(await passing(answer.passingId)).toMatchObject({
    decision: 'open',
    standing: 'pack',
    entryId: pack.data.PackId,
    reason: '欠费已结清，放行',
    isWaiting: false,
  });
  expect(await states()).toEqual(['left settled 0', 'left settled 0', 'inside unpaid 0']);
  expect(await soundness()).toEqual([]);
});

test('a car that has left meanwhile is not let in by a payment', async () => {
  await owe(2);
  const answer = await gate.see(strict.entry, plate, 200);
  await gate.see(strict.entry, `粤C${70_000 + made}`, 201);
  await pay(answer.payUrl);
  expect(await passing(answer.passingId)).toMatchObject({ decision: 'hold', isWaiting: false });
  expect(await states()).toEqual(['left settled 0', 'left settled 0']);
});

test('a waiting car comes in when its debts are waived', async () => {
  await owe(2);
  const held = await gate.see(strict.entry, plate, 300);
  expect(await passing(held.passingId)).toMatchObject({ decision: 'hold', standing: 'arrears' });
  await letOff();
  expect(await passing(held.passingId)).toMatchObject({ decision: 'open', passType: 'confirmed', isWaiting: false });
  expect(await soundness()).toEqual([]);
});
