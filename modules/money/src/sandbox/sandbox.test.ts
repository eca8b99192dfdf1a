import { verifyTenant } from '@boyun/insight/server';
import { SetClock, systemWho, type TenantTx } from '@boyun/kernel/server';
import { lockOrder } from '@boyun/orders/server';
import { startPayment } from '@boyun/payments/server';
import { createTenant } from '@boyun/tenancy/server';
import { readBill } from '@boyun/test-server/bill';
import { TestGate } from '@boyun/test-server/lot';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDesk } from '../provider-choice/provider-choice.service.ts';
import { unfinishedPayments } from '../unfinished/unfinished.jobs.ts';
import { bookTrade, chooseOutcome, NOTICE_PATH, QUERY_PATH, sandbox, signNotice } from './sandbox.service.ts';

// The product's clock is stopped and its sweep is off, so the provider is queried only where a test does it.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  const without = ['unfinished-payments'];
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true, isAlone: true, without });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

/** A car that waits at the exit and owes; the id of its order. */
async function owingOrder(plate: string): Promise<string> {
  const lot = await gate.newLot();
  await gate.see(lot.entry, plate, 0);
  const { passingId } = await gate.see(lot.exit, plate, 90);
  const [row] = await server.product.kernel.database.system<{ orderId: string }>(
    'select order_id as "orderId" from passing where tenant_id = $1 and id = $2',
    [user.tenantId, passingId],
  );
  return row!.orderId;
}

/** Posts a body and answers the HTTP status. */
const post = (path: string, body: object) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((answer) => answer.status);

const desk = () => openDesk(server.product.kernel, user.tenantId, { channel: 'sandbox', payChannelId: null });

const payStates = async (orderId: string) => {
  const rows = await server.product.kernel.database.system<{ state: string }>(
    'select state from payment where tenant_id = $1 and bill_id in (select id from bill where subject_id = $2)',
    [user.tenantId, orderId],
  );
  return rows.map((row) => row.state);
};

test('the notice of a trade is queued with it: a process that ends right after the commit loses nothing', async () => {
  const orderId = await owingOrder('粤B70001');
  const { kernel } = server.product;
  const payment = await kernel.database.inTenant(systemWho(user.tenantId, 'driver'), async (tx) =>
    startPayment(tx, (await lockOrder(tx, orderId))!),
  );
  await chooseOutcome(await desk(), payment, 'success');
  await chooseOutcome(await desk(), payment, 'fail');
  await server.until('the notice', async () => (await payStates(orderId)).includes('succeeded'));
});

describe('a success reported after a failure', () => {
  /** Starts a payment of a waiting car; posts signed notices about it and answers their HTTP status. */
  async function startWaiting(plate: string) {
    const orderId = await owingOrder(plate);
    const { kernel } = server.product;
    const { paymentNo, amountFen } = await kernel.database.inTenant(systemWho(user.tenantId, 'driver'), async (tx) =>
      startPayment(tx, (await lockOrder(tx, orderId))!),
    );
    const notify = (outcome: 'success' | 'fail') =>
      post(
        NOTICE_PATH,
        signNotice(kernel, { tenantId: user.tenantId, paymentNo, tradeNo: `SB${plate}`, outcome, amountFen }),
      );
    const order = async () => (await user.call('/api/order/getOrder', { OrderId: orderId })).data.Order;
    return { orderId, notify, order };
  }
  const broken = async () => {
    await server.product.consumers.drain();
    return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
  };

  test('pays the order, lets the car out, and is booked once among failures and repeats', async () => {
    const { orderId, notify, order } = await startWaiting('粤B70003');
    expect(await notify('fail')).toBe(200);
    expect(await payStates(orderId)).toEqual(['failed']);
    expect(await order()).toMatchObject({ PayState: 'unpaid', Paid: '0.00' });
    const mixed = Array.from({ length: 15 }, (_, n) => notify(n % 3 === 0 ? 'fail' : 'success'));
    expect(await Promise.all(mixed)).toEqual(Array(15).fill(200));
    expect(await payStates(orderId)).toEqual(['succeeded']);
    await server.until('the exit', async () => (await order()).ParkingState === 'left');
    expect(await order()).toMatchObject({ PayState: 'paid', Paid: '6.00', Overpaid: '0.00' });
    expect(await broken()).toEqual([]);
  });

  test('is refundable where the order was paid meanwhile', async () => {
    const { orderId, notify, order } = await startWaiting('粤B70004');
    expect(await notify('fail')).toBe(200);
    expect((await user.call('/api/order/collectCash', { OrderId: orderId, Amount: '6.00' })).state).toBe('success');
    expect(await notify('success')).toBe(200);
    expect(await notify('success')).toBe(200);
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '6.00' });
    const { Payments } = (await user.call('/api/order/getRefundable', { OrderId: orderId })).data;
    const late = Payments.find((one: { Channel: string }) => one.Channel === 'sandbox');
    expect(late).toMatchObject({ Left: '6.00' });
    const asked = { OrderId: orderId, PaymentId: late.PaymentId, Left: '6.00', Amount: '6.00' };
    const refunded = await user.call('/api/order/refund', { ...asked, Way: 'cash', Reason: '重复付款' });
    expect(refunded).toMatchObject({ state: 'success' });
    expect(await order()).toMatchObject({ Paid: '6.00', Overpaid: '0.00' });
    expect(await broken()).toEqual([]);
  });
});

describe('a payment without a notice', () => {
  const asDriver = <T>(work: (tx: TenantTx) => Promise<T>) =>
    server.product.kernel.database.inTenant(systemWho(user.tenantId, 'driver'), work);
  /** Starts a payment of a waiting car, whose lock has expired. */
  async function startExpired(plate: string) {
    const orderId = await owingOrder(plate);
    const payment = await asDriver(async (tx) => startPayment(tx, (await lockOrder(tx, orderId))!));
    await server.product.kernel.database.system(
      'update bill set locked_until = $3 where tenant_id = $1 and subject_id = $2',
      [user.tenantId, orderId, new Date(0)],
    );
    return { orderId, payment };
  }

  test('is settled by asking the provider, with what the channel charges; the provider’s bill of the day has it', async () => {
    await user.call('/api/payConfig/create', { Channel: 'sandbox', FeePercent: 0.6 });
    const { orderId, payment } = await startExpired('粤B70005');
    const { paymentNo, amountFen } = payment;
    const tradeNo = await asDriver((tx) => bookTrade(tx, { paymentNo, amountFen, outcome: 'success', refundOf: null }));
    await unfinishedPayments.run(server.product.kernel);
    expect(await payStates(orderId)).toEqual(['succeeded']);
    const [row] = await server.product.kernel.database.system(
      'select channel_fee_fen as "feeFen", trade_no as "tradeNo" from payment where payment_no = $1',
      [paymentNo],
    );
    // 0.6 % of 6.00 yuan, rounded to the fen.
    expect(row).toEqual({ feeFen: 4, tradeNo });
    const lines = readBill('sandbox', await sandbox.bill(await desk(), '2026-03-04'), '2026-03-04');
    expect(lines).toContainEqual(
      expect.objectContaining({ number: paymentNo, tradeNo, amountFen, feeFen: 4, atMs: clock.now().getTime() }),
    );
    expect(await sandbox.bill(await desk(), '2026-03-03')).toBeNull();
  });

  test('is closed with the provider where that does not know it, and the bill can be paid again', async () => {
    const { orderId, payment } = await startExpired('粤B70006');
    await unfinishedPayments.run(server.product.kernel);
    expect(await payStates(orderId)).toEqual(['closed']);
    expect(await sandbox.query(await desk(), { ...payment, createdAt: clock.now() })).toMatchObject({
      outcome: 'fail',
    });
    expect((await user.call('/api/order/collectCash', { OrderId: orderId, Amount: '6.00' })).state).toBe('success');
    await server.product.consumers.drain();
    expect((await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken)).toEqual([]);
  });
});

describe('trial', () => {
  const PASSWORD = 'Boyun#2026';
  const PAY = '/api/payment/sandbox/pay';
  let platform: (path: string, body?: object) => Promise<Answer>;
  let tenant: TestUser;
  let road: TestGate;
  let minute = 100;

  beforeAll(async () => {
    const admin = { account: 'root', password: PASSWORD, name: '平台甲' };
    await createTenant(server.product.kernel, { code: 'platform', name: '平台', kind: 'platform', admin });
    const { data } = await server.call('/api/tenantUser/login', {
      Account: 'root',
      Password: PASSWORD,
      TenantId: 'platform',
    });
    platform = (path, body) => server.callAs(data.AccessToken, path, body);
    tenant = await server.newTenant('Plain', { isTrial: false });
    road = new TestGate(server, tenant, clock, START);
  });

  const setTrial = (IsTrial: boolean) => platform('/api/tenant/setTrial', { TenantId: tenant.tenantId, IsTrial });
  /** A car that owes at the exit: what the camera was answered, its order and its pay code. */
  async function carAtExit(plate: string) {
    minute += 100;
    const lot = await road.newLot();
    await road.see(lot.entry, plate, minute);
    const answer = await road.see(lot.exit, plate, minute + 90);
    const [order] = await server.product.kernel.database.system<{ id: string; code: string }>(
      'select id, pay_code as code from parking_order where tenant_id = $1 and plate = $2',
      [tenant.tenantId, plate],
    );
    return { lot, answer, id: order!.id, code: order!.code };
  }
  const commands = (lotId: string) =>
    server.product.kernel.database.system('select id from gate_command where tenant_id = $1 and lot_id = $2', [
      tenant.tenantId,
      lotId,
    ]);

  test('a tenant without a payment channel takes no payment by phone, and says how to pay', async () => {
    const { lot, answer, id, code } = await carAtExit('粤B71001');
    expect(answer).toMatchObject({ decision: 'hold', payUrl: null });
    expect(answer.lines.join(' ')).toContain('岗亭');
    const before = await commands(lot.id);
    expect(await server.call(PAY, { Code: code, Outcome: 'success' })).toMatchObject({
      state: 'fail',
      code: 'pay-channel.by-hand-only',
    });
    expect((await server.call('/api/payment/getPayPage', { Code: code })).data).toMatchObject({
      CanPay: false,
      IsTrial: false,
    });
    const shown = await tenant.call('/api/order/getOrder', { OrderId: id });
    expect(shown.data).toMatchObject({ Order: { PayPath: null, PayState: 'unpaid' }, Payments: [] });
    const created = await tenant.call('/api/payConfig/create', { Channel: 'sandbox' });
    expect(created.code).toBe('pay-channel.only-in-trial');
    expect((await tenant.call('/api/tenantUser/getTenantUserInfo')).data.IsTrial).toBe(false);
    await server.product.consumers.drain();
    expect(await road.orders(lot)).toMatchObject([{ parking: 'inside', pay: 'unpaid' }]);
    expect(await commands(lot.id)).toEqual(before);
    const paid = await tenant.call('/api/order/collectCash', { OrderId: id, Amount: '6.00' });
    expect(paid.state).toBe('success');
    await server.until('the exit', async () => (await road.orders(lot))[0]!.parking === 'left');
  });

  test('a notice or a query signed by the sandbox is refused outside a trial, and settles nothing', async () => {
    const { lot, id } = await carAtExit('粤B71002');
    await setTrial(true);
    const { kernel } = server.product;
    const payment = await kernel.database.inTenant(systemWho(tenant.tenantId, 'driver'), async (tx) =>
      startPayment(tx, (await lockOrder(tx, id))!),
    );
    await setTrial(false);
    const { paymentNo, amountFen } = payment;
    const told = { tenantId: tenant.tenantId, paymentNo, tradeNo: 'SB71002', outcome: 'success', amountFen } as const;
    expect(await post(NOTICE_PATH, signNotice(kernel, told))).toBe(403);
    const sign = kernel.secrets.sign('sandbox query', `${tenant.tenantId}|${paymentNo}`);
    expect(await post(QUERY_PATH, { tenantId: tenant.tenantId, paymentNo, sign })).toBe(403);
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    await unfinishedPayments.run(kernel);
    expect(await road.orders(lot)).toMatchObject([{ parking: 'inside', pay: 'unpaid' }]);
    expect((await tenant.call('/api/order/getOrder', { OrderId: id })).data.Payments).toMatchObject([
      { State: 'closed' },
    ]);
  });

  test('is started by the platform with its password, is audited in both logs, and marks its payments', async () => {
    expect((await tenant.call('/api/tenant/setTrial', { TenantId: tenant.tenantId, IsTrial: true })).code).toBe(
      'kernel.no-permission',
    );
    expect((await setTrial(true)).state).toBe('success');
    expect((await setTrial(true)).code).toBe('tenant.trial-unchanged');
    for (const call of [platform, tenant.call]) {
      const { data } = await call('/api/auditLog/list', { Action: 'tenant.trial-changed' });
      expect(data.Rows.length).toBeGreaterThan(0);
    }
    expect((await tenant.call('/api/tenantUser/getTenantUserInfo')).data.IsTrial).toBe(true);
    const { answer, id, code, lot } = await carAtExit('粤B71003');
    expect(answer.payUrl).toBe(`/pay/${code}`);
    expect((await server.call('/api/payment/getPayPage', { Code: code })).data).toMatchObject({
      CanPay: true,
      IsTrial: true,
    });
    expect((await server.call(PAY, { Code: code, Outcome: 'success' })).state).toBe('success');
    await server.until('the exit', async () => (await road.orders(lot))[0]!.parking === 'left');
    const { data } = await tenant.call('/api/payment/getPaymentPage', { Plate: '粤B71003' });
    expect(data).toMatchObject({ Rows: [{ Channel: 'sandbox' }], Totals: { Simulated: '6.00' } });
    await setTrial(false);
    const [{ PaymentId, Left }] = (await tenant.call('/api/order/getRefundable', { OrderId: id })).data.Payments;
    const asked = { OrderId: id, PaymentId, Left, Amount: Left, Way: 'cash', Reason: '投诉协商退款' };
    expect((await tenant.call('/api/order/refund', asked)).code).toBe('refund.simulated');
  });
});
