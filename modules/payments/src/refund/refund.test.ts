import { verifyTenant } from '@boyun/insight/server';
import { SetClock, systemWho, type TenantTx } from '@boyun/kernel/server';
import { closePayment, settlePayment } from '@boyun/money/server';
import { lockOrder } from '@boyun/orders/server';
import { TestCards } from '@boyun/test-server/card';
import { dropFlow, setFlow } from '@boyun/test-server/flow';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startPayment } from '../payment/payment.service.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({ NoPlate: 'hold' }, { Capacity: 200 });
});
afterAll(() => server?.stop());

type Way = 'origin' | 'cash' | 'transfer' | 'qr';

const newPlate = () => {
  made += 1;
  return `粤B${String(60_000 + made)}`;
};
const orderOf = async (plate: string, by = user) =>
  (await by.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0];
const detail = async (OrderId: string) => (await user.call('/api/order/getOrder', { OrderId })).data;
const refundable = async (OrderId: string, by = user) =>
  (await by.call('/api/order/getRefundable', { OrderId })).data.Payments as { PaymentId: string; Left: string }[];
const refund = async (OrderId: string, PaymentId: string, Amount: string, Way: Way = 'origin', by = user) => {
  const Left = (await refundable(OrderId, by)).find((one) => one.PaymentId === PaymentId)?.Left ?? '0.00';
  return by.call('/api/order/refund', { OrderId, PaymentId, Left, Amount, Way, Reason: '投诉协商退款' });
};
/** Gives back from the only payment of an order. */
const giveBack = async (OrderId: string, amount: string, way: Way = 'origin', by = user) =>
  refund(OrderId, (await refundable(OrderId, by))[0]!.PaymentId, amount, way, by);
const broken = async (by = user) => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, by.tenantId)).flatMap((one) => one.broken);
};
const refunds = async (plate: string, by = user) => {
  const { data } = await by.call('/api/payment/getPaymentPage', { Plate: plate, Purpose: 'order-refund' });
  return data.Rows.map((one: Record<string, string>) => [one.Channel, one.State, one.Amount, one.Excess]);
};
const told = async (OrderId: string) =>
  (await detail(OrderId)).Timeline.map((one: { Zh: string }) => one.Zh).join('\n');

/** A car that stayed 75 minutes, paid six yuan and left. */
async function leave(pay: (order: { Id: string; PayPath: string }) => Promise<unknown>): Promise<[string, string]> {
  const plate = newPlate();
  await gate.see(lot.entry, plate, 10);
  await gate.see(lot.exit, plate, 75);
  const { Id } = await orderOf(plate);
  await pay((await detail(Id)).Order);
  await server.until('the exit', async () => {
    await server.product.consumers.drain();
    return (await orderOf(plate)).ParkingState === 'left';
  });
  return [plate, Id];
}
const inCash = ({ Id }: { Id: string }) => user.call('/api/order/collectCash', { OrderId: Id, Amount: '6.00' });
const byPhone = ({ PayPath }: { PayPath: string }) =>
  server.call('/api/payment/sandbox/pay', { Code: PayPath.split('/').at(-1), Outcome: 'success' });

describe('money of a stay', () => {
  test('goes back in cash: a part, then the rest, and not a fen more', async () => {
    const [plate, id] = await leave(inCash);
    expect(await orderOf(plate)).toMatchObject({ PayState: 'paid', Paid: '6.00', Reduced: '0.00' });
    expect((await giveBack(id, '6.01')).code).toBe('refund.too-much');
    expect((await giveBack(id, '2.00')).state).toBe('success');
    expect(await orderOf(plate)).toMatchObject({
      PayState: 'part-refunded',
      Fee: '6.00',
      Paid: '4.00',
      Reduced: '0.00',
      Refunded: '2.00',
      Due: '0.00',
    });
    expect((await refundable(id)).map((one) => one.Left)).toEqual(['4.00']);
    expect((await giveBack(id, '4.01')).code).toBe('refund.too-much');
    await giveBack(id, '4.00', 'transfer');
    expect(await orderOf(plate)).toMatchObject({
      PayState: 'refunded',
      Paid: '0.00',
      Reduced: '0.00',
      Refunded: '6.00',
    });
    expect(await refundable(id)).toEqual([]);
    expect(await refunds(plate)).toEqual([
      ['transfer', 'succeeded', '-4.00', '0.00'],
      ['cash', 'succeeded', '-2.00', '0.00'],
    ]);
    expect(await told(id)).toMatch(/同意退款：可退金额 ¥6.00 → ¥4.00；支付与退款方式 现金 → 原路退回；投诉协商退款/);
    expect(await told(id)).toContain('已退2.00元（现金）');
    expect((await detail(id)).Changes.map((one: { Kind: string }) => one.Kind)).toEqual(['refund', 'refund']);
    expect(await broken()).toEqual([]);
  });

  test('asked for again after a lost answer, it does not go back twice', async () => {
    const [plate, id] = await leave(inCash);
    const [{ PaymentId, Left }] = (await refundable(id)) as unknown as [{ PaymentId: string; Left: string }];
    const body = { OrderId: id, PaymentId, Left, Amount: '2.00', Way: 'cash', Reason: '投诉协商退款' };
    expect((await user.call('/api/order/refund', body)).state).toBe('success');
    expect((await user.call('/api/order/refund', body)).code).toBe('refund.changed');
    expect(await orderOf(plate)).toMatchObject({ Refunded: '2.00', Paid: '4.00' });
  });

  test('once all of it went back, the order can be void, and come back', async () => {
    const [plate, id] = await leave(inCash);
    const note = { OrderId: id, Reason: '测试' };
    expect((await user.call('/api/order/void', note)).message).toContain('请先退款');
    await giveBack(id, '6.00');
    expect((await user.call('/api/order/void', note)).state).toBe('success');
    expect(await broken()).toEqual([]);
    await user.call('/api/order/restore', note);
    expect(await orderOf(plate)).toMatchObject({
      PayState: 'refunded',
      Fee: '6.00',
      Reduced: '0.00',
      Refunded: '6.00',
      Due: '0.00',
    });
    // A correction to less than went back is reversed once.
    const { EnteredAt, LeftAt } = (await detail(id)).Order;
    const times = { EnteredAt: new Date(Date.parse(EnteredAt) + 3_600_000).toISOString(), LeftAt };
    expect((await user.call('/api/order/correctTimes', { ...note, ...times })).state).toBe('success');
    expect(await broken()).toEqual([]);
  });

  test('goes back onto the card it came from, also where the card is lost; not onto one that is over', async () => {
    const cards = new TestCards(user, lot.id, START);
    const { CardId, CardNo } = await cards.issue({}, '20.00');
    const [, id] = await leave(({ Id }) => user.call('/api/order/payByCard', { OrderId: Id, CardNo, Amount: '6.00' }));
    await giveBack(id, '1.50');
    const entries = (await user.call('/api/card/getEntryPage', { CardId })).data;
    expect(entries.Rows[0]).toMatchObject({ Kind: 'payment-back', Amount: '1.50', Balance: '15.50' });
    await user.call('/api/card/lose', { CardId, IsFound: false, Note: '丢失' });
    expect((await giveBack(id, '0.50')).state).toBe('success');
    expect(await broken()).toEqual([]);
    await user.call('/api/card/return', { CardId, Method: 'cash', Note: '退卡' });
    expect((await giveBack(id, '1.00')).code).toBe('refund.card-over');
    expect((await giveBack(id, '1.00', 'cash')).state).toBe('success');
    expect(await broken()).toEqual([]);
  });

  test('what a driver paid for an earlier stay with a later one goes back of the earlier', async () => {
    const tenant = await server.newTenant();
    const own = new TestGate(server, tenant, clock, START);
    const toll = await own.newLot({}, { HasDebtCollection: true });
    const plate = newPlate();
    own.at(0);
    await own.see(toll.entry, plate, 10);
    const { Id: owedId } = await orderOf(plate, tenant);
    own.at(75);
    await tenant.call('/api/order/closeOrders', { OrderIds: [owedId], IsFree: false, Reason: '漏拍出场' });
    expect(await orderOf(plate, tenant)).toMatchObject({ PayState: 'arrears', Due: '6.00' });
    await own.see(toll.entry, plate, 210);
    await own.see(toll.exit, plate, 275);
    const { Id } = await orderOf(plate, tenant);
    expect((await tenant.call('/api/order/collectCash', { OrderId: Id, Amount: '12.00' })).state).toBe('success');
    await server.product.consumers.drain();
    expect((await refundable(owedId, tenant)).map((one) => one.Left)).toEqual(['6.00']);
    await giveBack(owedId, '6.00', 'cash', tenant);
    const { Rows } = (await tenant.call('/api/order/getOrderPage', { Plate: plate })).data;
    expect(Rows.map((one: Record<string, string>) => [one.PayState, one.Paid, one.Refunded])).toEqual([
      ['paid', '6.00', '0.00'],
      ['refunded', '0.00', '6.00'],
    ]);
    expect((await refundable(Id, tenant)).map((one) => one.Left)).toEqual(['6.00']);
    expect(await refundable(owedId, tenant)).toEqual([]);
    expect(await broken(tenant)).toEqual([]);
  });
});

describe('through the provider', () => {
  test('money is on its way until the provider says so; meanwhile it cannot go back twice', async () => {
    const [plate, id] = await leave(byPhone);
    expect((await giveBack(id, '5.00')).state).toBe('success');
    const [left] = await refundable(id);
    expect(left?.Left).toBe('1.00');
    expect((await refund(id, left!.PaymentId, '1.01')).code).toBe('refund.too-much');
    await server.until('the refund', async () => {
      await server.product.consumers.drain();
      return (await refunds(plate))[0][1] === 'succeeded';
    });
    expect(await refunds(plate)).toEqual([['sandbox', 'succeeded', '-5.00', '0.00']]);
    expect(await orderOf(plate)).toMatchObject({
      PayState: 'part-refunded',
      Paid: '1.00',
      Reduced: '0.00',
      Refunded: '5.00',
    });
    expect(await told(id)).toMatch(/退款5.00元处理中[\s\S]*已退5.00元（模拟支付）/);
    expect(await broken()).toEqual([]);
  });

  test('a refund it rejects is reported, changes nothing, and can be made in another way', async () => {
    const [plate, id] = await leave(byPhone);
    await setFlow(server, user, { Kind: 'order.refund', AmountFrom: '5.00' });
    await giveBack(id, '4.04');
    await server.until('the failure', async () => {
      await server.product.consumers.drain();
      return (await refunds(plate))[0][1] === 'failed';
    });
    expect(await orderOf(plate)).toMatchObject({ PayState: 'paid', Paid: '6.00', Reduced: '0.00' });
    expect(await told(id)).toContain('退款4.04元失败');
    // What did not go back does not count towards the threshold either.
    expect((await giveBack(id, '4.04', 'cash')).data).toMatchObject({ IsPending: false });
    await dropFlow(server, user, 'order.refund');
    expect(await orderOf(plate)).toMatchObject({ PayState: 'part-refunded', Paid: '1.96' });
    expect(await broken()).toEqual([]);
  });
});

describe('what was too much', () => {
  test('goes back while the car is inside; what it paid for its stay only after it has left', async () => {
    const plate = newPlate();
    await gate.see(lot.entry, plate, 10);
    gate.at(75);
    const { Id } = await orderOf(plate);
    const { database } = server.product.kernel;
    const asDriver = <T>(work: (tx: TenantTx) => Promise<T>) =>
      database.inTenant(systemWho(user.tenantId, 'driver'), work);
    // The driver's payment comes to nothing, as it seems; the attendant takes cash; then its money comes all the same.
    const started = await asDriver(async (tx) => startPayment(tx, (await lockOrder(tx, Id))!));
    await asDriver((tx) => closePayment(tx, started.id));
    await inCash({ Id });
    await asDriver((tx) => settlePayment(tx, started.paymentNo, 'success', 'SB1', started.amountFen));
    expect((await detail(Id)).Order).toMatchObject({ ParkingState: 'inside', Paid: '6.00', Overpaid: '6.00' });
    const [only, ...more] = await refundable(Id);
    expect([only?.Left, more.length]).toEqual(['6.00', 0]);
    await refund(Id, only!.PaymentId, '6.00', 'cash');
    expect((await detail(Id)).Order).toMatchObject({
      Paid: '6.00',
      Overpaid: '0.00',
      Refunded: '0.00',
      Reduced: '0.00',
    });
    expect(await refundable(Id)).toEqual([]);
    expect(await refunds(plate)).toEqual([['cash', 'succeeded', '-6.00', '-6.00']]);
    expect(await broken()).toEqual([]);
    await gate.see(lot.exit, plate, 80);
    await server.product.consumers.drain();
    expect((await refundable(Id)).map((one) => one.Left)).toEqual(['6.00']);
  });
});

test('what came too much for a debt goes back of the debt', async () => {
  const tenant = await server.newTenant();
  const own = new TestGate(server, tenant, clock, START);
  const toll = await own.newLot({}, { HasDebtCollection: true });
  const plate = newPlate();
  own.at(0);
  await own.see(toll.entry, plate, 10);
  const { Id: owedId } = await orderOf(plate, tenant);
  own.at(75);
  await tenant.call('/api/order/closeOrders', { OrderIds: [owedId], IsFree: false, Reason: '漏拍出场' });
  await own.see(toll.entry, plate, 210);
  await own.see(toll.exit, plate, 275);
  const { Id } = await orderOf(plate, tenant);
  const asDriver = <T>(work: (tx: TenantTx) => Promise<T>) =>
    server.product.kernel.database.inTenant(systemWho(tenant.tenantId, 'driver'), work);
  // The driver's payment of both comes after the attendant has taken cash for both.
  const late = await asDriver(async (tx) => startPayment(tx, (await lockOrder(tx, Id))!));
  await asDriver((tx) => closePayment(tx, late.id));
  await tenant.call('/api/order/collectCash', { OrderId: Id, Amount: '12.00' });
  await asDriver((tx) => settlePayment(tx, late.paymentNo, 'success', 'SB2', late.amountFen));
  await server.product.consumers.drain();
  for (const orderId of [Id, owedId]) {
    const order = async () => (await tenant.call('/api/order/getOrder', { OrderId: orderId })).data.Order;
    expect(await order()).toMatchObject({ Overpaid: '6.00' });
    const payments = await refundable(orderId, tenant);
    expect(payments.map((one) => one.Left)).toEqual(['6.00', '6.00']);
    const excess = payments.find((one) => one.PaymentId === late.id)!;
    expect((await refund(orderId, excess.PaymentId, '6.00', 'cash', tenant)).state).toBe('success');
    expect(await order()).toMatchObject({ Overpaid: '0.00', Refunded: '0.00', Paid: '6.00' });
  }
  expect(await broken(tenant)).toEqual([]);
});

describe('a second person', () => {
  test('agrees before anything goes back; of money that went back meanwhile nothing goes back again', async () => {
    const tenant = await server.newTenant();
    const own = new TestGate(server, tenant, clock, START);
    const toll = await own.newLot();
    const plate = newPlate();
    await own.see(toll.entry, plate, 10);
    await own.see(toll.exit, plate, 75);
    const { Id } = await orderOf(plate, tenant);
    await tenant.call('/api/order/collectCash', { OrderId: Id, Amount: '6.00' });
    await server.product.consumers.drain();
    await setFlow(server, tenant, { Kind: 'order.refund', Role: 'admin', AmountFrom: '5.00' });
    const clerk = await server.newUser(tenant, ['order.list', 'order.refund']);
    const { PaymentId } = (await refundable(Id, clerk))[0]!;
    const asked = await refund(Id, PaymentId, '6.00', 'origin', clerk);
    expect(asked.data.IsPending).toBe(true);
    expect(await orderOf(plate, tenant)).toMatchObject({ PayState: 'paid', Refunded: '0.00' });
    expect((await refund(Id, PaymentId, '6.00', 'origin', clerk)).code).toBe('review.already-asked');
    // A part below the threshold counts with what is pending: it is the same request again.
    expect((await refund(Id, PaymentId, '1.00', 'origin', clerk)).code).toBe('review.already-asked');
    await setFlow(server, tenant, { Kind: 'order.refund', IsEnabled: false });
    expect((await refund(Id, PaymentId, '1.00', 'origin', clerk)).data.IsPending).toBe(false);
    const approve = await tenant.call('/api/review/approve', { ReviewIds: [asked.data.ReviewId], Note: '同意' });
    expect(JSON.stringify(approve)).toContain('该笔支付最多可退5.00元');
    expect(await orderOf(plate, tenant)).toMatchObject({ PayState: 'part-refunded', Refunded: '1.00' });
    expect(await broken(tenant)).toEqual([]);
  });

  test('is asked for parts too, once they come to the threshold together, and with what was waived', async () => {
    const tenant = await server.newTenant();
    const own = new TestGate(server, tenant, clock, START);
    const toll = await own.newLot();
    for (const Kind of ['order.refund', 'order.waive'])
      await setFlow(server, tenant, { Kind, Role: 'admin', AmountFrom: '5.00' });
    const clerk = await server.newUser(tenant, ['order.list', 'order.refund']);
    const paid = async (waived: string, cash: string) => {
      const plate = newPlate();
      await own.see(toll.entry, plate, 10);
      const { passingId } = await own.see(toll.exit, plate, 75);
      await tenant.call('/api/passing/settle', { PassingId: passingId, Outcome: 'admit', Reason: '道闸故障放行' });
      const { Id } = await orderOf(plate, tenant);
      if (waived) await tenant.call('/api/order/waive', { OrderId: Id, Amount: waived, Reason: '设备故障' });
      expect((await tenant.call('/api/order/collectCash', { OrderId: Id, Amount: cash })).message).toBe('');
      return Id as string;
    };
    const isPending = async (id: string, amount: string) =>
      (await giveBack(id, amount, 'cash', clerk)).data.IsPending as boolean;
    const first = await paid('', '6.00');
    expect([await isPending(first, '2.49'), await isPending(first, '2.50'), await isPending(first, '0.01')]).toEqual([
      false,
      false,
      true,
    ]);
    const second = await paid('3.00', '3.00');
    expect([await isPending(second, '1.99'), await isPending(second, '0.01')]).toEqual([false, true]);
    expect(await broken(tenant)).toEqual([]);
  });
});
