import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestCards } from '@boyun/test-server/card';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let cards: TestCards;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({ NoPlate: 'hold' }, { Capacity: 200 });
  cards = new TestCards(user, lot.id, START);
});
afterAll(() => server?.stop());

const newPlate = () => {
  made += 1;
  return `粤B${String(40_000 + made)}`;
};
const entries = async (CardId: string) => {
  const { data } = await user.call('/api/card/getEntryPage', { CardId });
  return data.Rows.reverse().map((one: Record<string, string>) => [one.Kind, one.Amount, one.Balance]);
};
const orderOf = async (plate: string) => (await user.call('/api/order/getOrderPage', { Plate: plate })).data.Rows[0];
const codeOf = async (path: string, body: object, by = user) =>
  (await by.call(`/api/card/${path}`, body)).code ?? 'done';
/** What adds up no more. */
const broken = async (by = user) =>
  (await verifyTenant(server.product.kernel, by.tenantId)).flatMap((one) => one.broken);

describe('a card', () => {
  test('is given out, recharged with the password, and pays where cash is taken; its car goes', async () => {
    const { CardId, CardNo } = await cards.issue({}, '10.00');
    const recharge = { CardId, Amount: '5.00', Method: 'qr', Note: '续充' };
    const bare = await server.product.app.inject({
      method: 'POST',
      url: '/api/card/recharge',
      headers: { authorization: `Bearer ${user.token}` },
      payload: recharge,
    });
    expect(bare.json().code).toBe('kernel.password-needed');
    expect((await user.call('/api/card/recharge', recharge)).data).toMatchObject({ Balance: '15.00' });
    const plate = newPlate();
    await gate.see(lot.entry, plate, 10);
    expect((await gate.see(lot.exit, plate, 75)).decision).toBe('hold');
    const { Id: OrderId } = await orderOf(plate);
    const pay = (Amount: string, no = CardNo) => user.call('/api/order/payByCard', { OrderId, CardNo: no, Amount });
    expect((await pay('6.00', 'C9')).code).toBe('card.unknown-number');
    expect((await pay('5.00')).code).toBe('order.amount-changed');
    expect((await pay('6.00')).data).toMatchObject({ Balance: '9.00' });
    await server.product.consumers.drain();
    expect(await orderOf(plate)).toMatchObject({
      ParkingState: 'left',
      PayState: 'paid',
      PayMethod: 'card',
      Due: '0.00',
    });
    expect(await entries(CardId)).toEqual([
      ['recharge', '10.00', '10.00'],
      ['recharge', '5.00', '15.00'],
      ['payment', '-6.00', '9.00'],
    ]);
    expect(await cards.uses(CardId)).toEqual([['paid', '6.00']]);
    const { data } = await user.call('/api/payment/getPaymentPage', { Channel: 'card', Plate: plate });
    expect(data).toMatchObject({
      Total: 1,
      Totals: { Amount: '6.00', Received: '6.00', Card: '6.00' },
      Rows: [{ CardNo }],
    });
    const { data: console } = await user.call('/api/dashboard/getConsole', {});
    // What was put on the card is no income yet: the console and the sum of the list agree about that.
    const { data: recharges } = await user.call('/api/payment/getPaymentPage', { Purpose: 'card' });
    expect(recharges.Totals).toMatchObject({ Amount: expect.not.stringMatching(/^0/), Received: '0.00' });
    const { data: all } = await user.call('/api/payment/getPaymentPage', { State: 'succeeded' });
    expect(all.Totals.Received).toBe(console.Today.Received);
    expect(console.Channels.map((one: { Channel: string }) => one.Channel)).toContain('card');
    expect(await broken()).toEqual([]);
  });

  test('never pays more than is on it, however many ask at once', async () => {
    const { CardId, CardNo } = await cards.issue({}, '7.00');
    const plates = [newPlate(), newPlate(), newPlate()];
    for (const plate of plates) await gate.see(lot.entry, plate, 100);
    gate.at(130);
    const ids = await Promise.all(plates.map(async (plate) => (await orderOf(plate)).Id));
    const pay = (OrderId: string) => user.call('/api/order/payByCard', { OrderId, CardNo, Amount: '3.00' });
    const answers = await Promise.all(ids.map(pay));
    expect(answers.map((one) => one.code ?? 'paid').sort()).toEqual(['card.short', 'paid', 'paid']);
    expect(await cards.get(CardId)).toMatchObject({ Balance: '1.00' });
    expect((await pay(ids[0]!)).code).toMatch(/^(card.short|order.nothing-due)$/);
    expect(await broken()).toEqual([]);
  });

  test.each([
    ['is lost, found, lost', ['lose', 'find', 'lose'], ['done', 'done', 'done'], 'lost'],
    ['is lost twice', ['lose', 'lose'], ['done', 'card.not-possible'], 'lost'],
    ['is found without being lost', ['find'], ['card.not-possible'], 'issued'],
    ['is given back, then lost', ['return', 'lose'], ['done', 'card.not-possible'], 'returned'],
  ] as const)('%s', async (_, acts, codes, state) => {
    const { CardId } = await cards.issue({}, null);
    const found: string[] = [];
    for (const act of acts) found.push(await codeOf(act, { CardId, Note: '持卡人来电', Method: 'cash' }));
    expect([found, (await cards.get(CardId)).State]).toEqual([codes, state]);
  });

  test('that is replaced hands its money over, once, and its number is given out again when it is over', async () => {
    const { CardId, CardNo, ChipUid } = await cards.issue({ Plates: ['粤B66666'] }, '8.00');
    await codeOf('lose', { CardId, Note: '遗失' });
    const next = { CardId, CardNo: `N${made}`, ChipUid: `AB${1000 + made}`, Note: '补卡' };
    const answers = await Promise.all(
      [1, 2].map((n) => codeOf('replace', { ...next, CardNo: `N${made}${n}`, ChipUid: `AB${made}${n}F` })),
    );
    expect(answers.filter((one) => one === 'done')).toHaveLength(1);
    expect(await cards.get(CardId)).toMatchObject({ State: 'replaced', Balance: '0.00' });
    const { data } = await user.call('/api/card/list', { CardNo: `N${made}` });
    expect(data.Rows).toMatchObject([{ State: 'issued', Balance: '8.00', Plates: ['粤B66666'] }]);
    expect(await codeOf('recharge', { CardId, Amount: '1.00', Method: 'cash' })).toBe('card.not-possible');
    expect(await codeOf('update', { Id: CardId, Version: 9, HolderName: '别人' })).not.toBe('done');
    await cards.issue({ CardNo, ChipUid }, null);
    const twice = { CardNo, ChipUid: 'FFFF01', HolderName: '赵先生', LotId: lot.id, ValidFrom: START.toISOString() };
    expect(await codeOf('create', twice)).toBe('kernel.duplicate');
    expect(await broken()).toEqual([]);
  });

  test.each([
    ['a chip of other letters', { ChipUid: 'XYZ1' }, /kernel.bad-input/],
    ['a chip of separators', { ChipUid: '--- --:' }, /card.bad-chip/],
    ['a plate that is none', { Plates: ['不是车牌'] }, /card.bad-plate/],
    ['an end before its start', { ValidUntil: '2026-03-01T00:00:00Z' }, /card.ends-before-start/],
    ['a number with signs', { CardNo: 'A-1' }, /kernel.bad-input/],
    ['a mobile that is none', { HolderMobile: '123' }, /kernel.bad-input/],
  ])('is not given out with %s', async (_, wrong, code) => {
    made += 1;
    const card = { CardNo: `W${made}`, ChipUid: `FE${1000 + made}`, HolderName: '王', LotId: lot.id };
    expect(await codeOf('create', { ...card, ValidFrom: START.toISOString(), ...wrong })).toMatch(code);
  });

  test('is given back with its money once another person has agreed; meanwhile it is refused', async () => {
    const boss = await server.newTenant();
    const second = await server.newUser(boss, ['review.list', 'review.decide']);
    const bossGate = new TestGate(server, boss, clock, START);
    gate.at(200);
    const place = await bossGate.newLot();
    const make = async () => cards.issue({ LotId: place.id }, '30.00', boss);
    const ask = ({ CardId }: { CardId: string }) =>
      boss.call('/api/card/return', { CardId, Method: 'cash', Note: '不再使用' });
    const [kept, gone] = [await make(), await make()];
    const cardOf = async (CardId: string) => (await boss.call('/api/card/get', { Id: CardId })).data;
    for (const one of [kept, gone]) {
      expect((await ask(one)).data).toMatchObject({ IsPending: true, Amount: '30.00' });
      expect((await ask(one)).code).toBe('card.not-possible');
      expect((await cardOf(one.CardId)).State).toBe('returning');
    }
    const { data } = await second.call('/api/review/getReviewList', { PerPage: 20 });
    const idOf = (no: string) => data.Rows.find((one: { Subject: string }) => one.Subject.startsWith(no)).Id;
    await second.call('/api/review/reject', { ReviewIds: [idOf(kept.CardNo)], Note: '请本人到场' });
    await second.call('/api/review/approve', { ReviewIds: [idOf(gone.CardNo)], Note: '同意' });
    await server.product.consumers.drain();
    expect(await cardOf(kept.CardId)).toMatchObject({ State: 'issued', Balance: '30.00' });
    expect(await cardOf(gone.CardId)).toMatchObject({ State: 'returned', Balance: '0.00' });
    const { data: paid } = await boss.call('/api/payment/getPaymentPage', { Purpose: 'card-refund' });
    expect(paid.Rows).toMatchObject([{ Amount: '-30.00', Channel: 'cash', CardNo: gone.CardNo }]);
    expect(await broken(boss)).toEqual([]);
  });

  test('of other lots or another tenant is not there', async () => {
    const far = await gate.newLot();
    const { CardId } = await cards.issue({}, null);
    const near = await server.newUser(user, ['card.list', 'card.recharge', 'card.lose', 'card.refund'], [far.id]);
    for (const by of [near, await server.newTenant()]) {
      expect((await by.call('/api/card/list', {})).data.Total).toBe(0);
      const money = { Amount: '1.00', Method: 'cash', Note: '说明' };
      for (const path of ['get', 'recharge', 'lose', 'return'])
        expect(await codeOf(path, { Id: CardId, CardId, ...money }, by)).toBe('kernel.not-found');
    }
  });
});
