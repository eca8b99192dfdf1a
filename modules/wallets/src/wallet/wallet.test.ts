import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { TestWallets } from '@boyun/test-server/wallet';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { giftExpiry } from './gift-expiry.jobs.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const DAY = 24 * 60;
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let wallets: TestWallets;
let made = 0;
let minute = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 500 });
  wallets = new TestWallets(user, lot.id);
});
afterAll(() => server?.stop());

const newPlate = () => {
  made += 1;
  return `粤B${String(50_000 + made)}`;
};
/** What adds up no more. */
const broken = async (by = user) => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, by.tenantId)).flatMap((one) => one.broken);
};
const orderOf = async (plate: string) => (await user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0];
/** A car that waits at the exit and owes 6.00. */
async function owingCar(plate = newPlate()) {
  minute += 100;
  await gate.see(lot.entry, plate, minute);
  minute += 90;
  const passed = await gate.see(lot.exit, plate, minute);
  return { plate, passed, OrderId: (await orderOf(plate)).Id as string };
}
/** Cars that wait side by side, as many as asked for. */
async function owingCars(count: number): Promise<string[]> {
  const plates = Array.from({ length: count }, newPlate);
  minute += 100;
  for (const plate of plates) await gate.see(lot.entry, plate, minute);
  minute += 90;
  gate.at(minute);
  return Promise.all(plates.map(async (plate) => (await orderOf(plate)).Id as string));
}
/** Runs work some days ago, where sessions have not ended. */
async function daysAgo<T>(days: number, work: () => Promise<T>): Promise<T> {
  gate.at(minute - days * DAY);
  const done = await work();
  gate.at(minute);
  return done;
}
const pay = (OrderId: string, WalletId: string, Amount = '6.00') =>
  user.call('/api/order/payByWallet', { OrderId, WalletId, Amount });
const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
const expire = () => giftExpiry.run(server.product.kernel);

describe('a wallet', () => {
  test('is topped up in cash, with the gift by rule that was shown before, and pays a fee: the gift first', async () => {
    const rule = await wallets.rule();
    const { WalletId, Mobile } = await wallets.open({ Plates: '粤B66666 粤b66667' }, null);
    const offer = (await user.call('/api/wallet/getTopUpOffer', { WalletId, Amount: '100.00' })).data;
    expect(offer).toMatchObject({ Gift: '20.00', ValidDays: 30, Balance: '0.00' });
    expect((await user.call('/api/wallet/getTopUpOffer', { WalletId, Amount: '99.99' })).data.Gift).toBe('0.00');
    const bare = await server.product.app.inject({
      method: 'POST',
      url: '/api/wallet/topUp',
      headers: { authorization: `Bearer ${user.token}` },
      payload: { WalletId, Amount: '100.00', Method: 'cash' },
    });
    expect(bare.json().code).toBe('kernel.password-needed');
    expect(await wallets.topUp(WalletId, '100.00')).toMatchObject({ Gift: '20.00', Balance: '120.00' });
    expect(await wallets.get(WalletId)).toMatchObject({
      Balance: '120.00',
      Gift: '20.00',
      Plates: '粤B66666 粤B66667',
    });
    const { OrderId, plate } = await owingCar();
    const found = await user.call('/api/wallet/find', { Mobile });
    expect(found.data.Wallets).toMatchObject([{ Id: WalletId, Balance: '120.00' }]);
    expect((await user.call('/api/wallet/find', { Plate: '粤B66667' })).data.Wallets).toHaveLength(1);
    expect(codeOf(await pay(OrderId, WalletId, '5.00'))).toBe('order.amount-changed');
    expect((await pay(OrderId, WalletId)).data).toMatchObject({ Balance: '114.00' });
    await server.product.consumers.drain();
    expect(await orderOf(plate)).toMatchObject({ ParkingState: 'left', PayState: 'paid', PayMethod: 'balance' });
    expect(await wallets.parts(WalletId)).toEqual([
      ['gift', '14.00'],
      ['paid', '100.00'],
    ]);
    expect(await wallets.entries(WalletId)).toEqual([
      ['top-up', '100.00', '100.00'],
      ['gift', '20.00', '120.00'],
      ['payment', '-6.00', '114.00'],
    ]);
    const { data: list } = await user.call('/api/recharge/getRechargePage', { WalletId });
    expect(list.Rows).toMatchObject([
      { Amount: '100.00', Gift: '20.00', GiftLeft: '14.00', State: 'succeeded', Channel: 'cash', GiftRuleId: rule },
    ]);
    const { data: records } = await user.call('/api/payRecord/getPayRecordPage', { Mobile });
    expect(records.Rows).toMatchObject([
      { Channel: 'balance', Purpose: 'order', Amount: '6.00' },
      { Channel: 'cash', Purpose: 'wallet', Amount: '100.00' },
    ]);
    const { data: received } = await user.call('/api/payment/getPaymentPage', { Purpose: 'wallet' });
    expect(received.Totals).toMatchObject({ Amount: '100.00', Received: '0.00' });
    expect(await broken()).toEqual([]);
  });

  test('never pays more than is in it, however many ask at once', async () => {
    const { WalletId } = await wallets.open({}, '13.00');
    const answers = await Promise.all((await owingCars(3)).map((OrderId) => pay(OrderId, WalletId)));
    expect(answers.map(codeOf).sort()).toEqual(['done', 'done', 'wallet.short']);
    expect(await wallets.get(WalletId)).toMatchObject({ Balance: '1.00' });
    expect(await broken()).toEqual([]);
  });

  test('pays one fee once, when two attendants take it', async () => {
    const { WalletId } = await wallets.open({}, '50.00');
    const { OrderId } = await owingCar();
    const answers = await Promise.all([pay(OrderId, WalletId), pay(OrderId, WalletId)]);
    expect(answers.map(codeOf).sort()).toEqual(['done', 'order.nothing-due']);
    expect(await wallets.get(WalletId)).toMatchObject({ Balance: '44.00' });
  });

  test('pays at the exit by itself as its customer allows, and leaves the others to be asked', async () => {
    const [own, dear, off] = [newPlate(), newPlate(), newPlate()];
    const { WalletId } = await wallets.open({ Plates: `${own} ${dear} ${off}` }, '20.00');
    const allow = (Plate: string, Limit: string | null) =>
      user.call('/api/wallet/setAutoPay', { WalletId, Plate, IsAutomatic: Limit !== null, Limit });
    expect(codeOf(await user.call('/api/wallet/setAutoPay', { WalletId, Plate: own, IsAutomatic: true }))).toBe(
      'wallet.limit-needed',
    );
    expect(codeOf(await allow('粤B00000', '10.00'))).toBe('kernel.not-found');
    await allow(own, '10.00');
    await allow(dear, '5.99');
    await allow(off, null);
    const { passed } = await owingCar(own);
    expect([passed.decision, passed.lines.join()]).toEqual([
      'open',
      expect.stringContaining('扣费6.00元，余额14.00元'),
    ]);
    expect(await orderOf(own)).toMatchObject({ ParkingState: 'left', PayState: 'paid', Paid: '6.00' });
    for (const plate of [dear, off]) expect((await owingCar(plate)).passed.decision).toBe('hold');
    await user.call('/api/wallet/freeze', { WalletId, Note: '客户挂失' });
    expect((await owingCar(own)).passed.decision).toBe('hold');
    expect(await wallets.get(WalletId)).toMatchObject({ Balance: '14.00', State: 'frozen' });
    expect(await broken()).toEqual([]);
  });

  test('that is frozen pays nothing and takes nothing until it is released', async () => {
    const { WalletId } = await wallets.open();
    const { OrderId } = await owingCar();
    const act = (name: string) => user.call(`/api/wallet/${name}`, { WalletId, Note: '来电' });
    expect(codeOf(await act('release'))).toBe('wallet.not-possible');
    expect(codeOf(await act('freeze'))).toBe('done');
    expect(codeOf(await act('freeze'))).toBe('wallet.not-possible');
    expect(codeOf(await pay(OrderId, WalletId))).toBe('wallet.not-possible');
    const topUp = { WalletId, Amount: '10.00', Method: 'cash' };
    expect(codeOf(await user.call('/api/wallet/topUp', topUp))).toBe('wallet.not-possible');
    expect(codeOf(await act('release'))).toBe('done');
    expect(codeOf(await pay(OrderId, WalletId))).toBe('done');
  });

  test('has one mobile and plates that are in no other', async () => {
    const plate = newPlate();
    const { WalletId, Mobile } = await wallets.open({ Plates: plate }, null);
    const create = (values: object) =>
      user.call('/api/wallet/create', { Mobile: '13700000001', HolderName: '李', LotId: lot.id, ...values });
    expect(codeOf(await create({ Mobile }))).toBe('kernel.duplicate');
    expect(codeOf(await create({ Plates: plate }))).toBe('wallet.plate-taken');
    expect(codeOf(await create({ Plates: '不是车牌' }))).toBe('wallet.bad-plate');
    const { Version } = await wallets.get(WalletId);
    expect(codeOf(await user.call('/api/wallet/update', { Id: WalletId, Version, Plates: '' }))).toBe('done');
    expect(codeOf(await create({ Plates: plate }))).toBe('done');
  });

  test('is adjusted in its gifts alone, after another person has agreed', async () => {
    const boss = await server.newTenant();
    const second = await server.newUser(boss, ['review.list', 'review.decide']);
    const place = await new TestGate(server, boss, clock, clock.now()).newLot();
    const { WalletId } = await wallets.open({ LotId: place.id }, '10.00', boss);
    const adjust = (Amount: string, more: object = {}) =>
      boss.call('/api/wallet/adjust', { WalletId, Amount, Reason: '投诉补偿', ...more });
    expect(codeOf(await adjust('0.00'))).toBe('wallet.no-amount');
    expect(codeOf(await adjust('-1.00'))).toBe('wallet.few-gifts');
    expect((await adjust('5.00', { ValidDays: 10 })).data).toMatchObject({ IsPending: true, Balance: '10.00' });
    const { data } = await second.call('/api/review/getReviewList', { PerPage: 20 });
    await second.call('/api/review/approve', { ReviewIds: [data.Rows[0].Id], Note: '同意' });
    expect(await wallets.parts(WalletId, boss)).toEqual([
      ['gift', '5.00'],
      ['paid', '10.00'],
    ]);
    expect(await broken(boss)).toEqual([]);
  });

  test('of other lots or another tenant is not there', async () => {
    const far = await gate.newLot();
    const { WalletId } = await wallets.open();
    const rights = ['wallet.list', 'wallet.top-up', 'wallet.freeze', 'wallet.adjust', 'wallet.refund', 'wallet.update'];
    const near = await server.newUser(user, rights, [far.id]);
    const body = {
      Id: WalletId,
      WalletId,
      Amount: '1.00',
      Refundable: '1.00',
      Method: 'cash',
      Way: 'cash',
      Note: '说明',
      Reason: '说明',
    };
    for (const by of [near, await server.newTenant()]) {
      expect((await by.call('/api/wallet/list', {})).data.Total).toBe(0);
      for (const path of ['get', 'getParts', 'topUp', 'freeze', 'adjust', 'refund', 'getRefund', 'getTopUpOffer'])
        expect([path, codeOf(await by.call(`/api/wallet/${path}`, body))]).toEqual([path, 'kernel.not-found']);
    }
  });
});

describe('a gift', () => {
  test('that ended pays nothing, before the sweep as after it, and is taken out once', async () => {
    await wallets.rule({ Minimum: '200.00', Gift: '50.00', ValidDays: 2 });
    const { OrderId } = await owingCar();
    const { WalletId } = await daysAgo(3, () => wallets.open({}, '200.00'));
    expect(await wallets.parts(WalletId)).toEqual([
      ['gift', '50.00'],
      ['paid', '200.00'],
    ]);
    const answers = await Promise.all([pay(OrderId, WalletId), expire(), expire()]);
    expect(codeOf(answers[0])).toBe('done');
    await expire();
    expect((await wallets.entries(WalletId)).slice(2)).toEqual([
      ['gift-ended', '-50.00', '200.00'],
      ['payment', '-6.00', '194.00'],
    ]);
    expect(await broken()).toEqual([]);
  });

  test('is given as often as its rule says, even to who asks twice at once', async () => {
    await wallets.rule({ Minimum: '500.00', Gift: '100.00', PerWallet: 1 });
    const { WalletId } = await wallets.open({}, null);
    const gifts = await Promise.all([wallets.topUp(WalletId, '500.00'), wallets.topUp(WalletId, '500.00')]);
    expect(gifts.map((one) => one.Gift).sort()).toEqual(['100.00', '50.00']);
    expect(await broken()).toEqual([]);
  });

  test('rule that gave is kept', async () => {
    const rule = await wallets.rule({ Minimum: '700.00', Gift: '300.00' });
    await wallets.open({}, '700.00');
    const { data } = await user.call('/api/giftRule/get', { Id: rule });
    expect(data).toMatchObject({ GivenCount: 1, Given: '300.00' });
    const deleted = await user.call('/api/giftRule/delete', { Ids: [rule] });
    expect(JSON.stringify(deleted)).toContain('请停用');
  });
});
