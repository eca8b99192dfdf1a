import type { Report } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { reminders } from '@boyun/push/server';
import { followFigures } from '@boyun/test-server/linked-rows';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { arrearsByLot, arrearsByPlate } from './arrears.contract.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const DAY = 1440;
const clock = new SetClock(START);
/** A moment some days before the 100th, the day of the test. */
const daysAgo = (days: number) => new Date(START.getTime() + (100 - days) * DAY * 60_000);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let other: TestLot;

async function owe(place: TestLot, plate: string, day: number, receivedDay = 100): Promise<void> {
  const late = { receivedMinute: receivedDay * DAY, isOffline: true };
  await gate.see(place.entry, plate, day * DAY, late);
  await gate.see(place.exit, plate, day * DAY + 30, late);
}

/** Cars left owing 3 yuan each, 100, 40, 10 and 0 days ago; the last one in another lot, of a plate that owed before. */
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, publicUrl: 'https://park.example.com' });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  [lot, other] = [await gate.newLot(), await gate.newLot({}, { ArrearsLimit: '5.00' })];
  await owe(lot, '粤B60001', 0);
  await owe(lot, '粤B60002', 60);
  await owe(lot, '粤B60003', 90);
  await owe(other, '粤B60001', 99);
  user = {
    ...user,
    ...(await server.newUser(user, [
      'arrears.list',
      'arrears.remind',
      'reminder.set',
      'push-rule.list',
      'order.collect',
      'order.list',
      'payment.list',
      'spot.create',
      'fixed-list.create',
    ])),
  };
});
afterAll(() => server?.stop());

test('one call answers by lot or by plate, under the names of the specification', async () => {
  const ask = async (body: object) => (await user.call('/api/statement/arrears', body)).data;
  const byLot = await ask({ searchType: 1 });
  expect(byLot).toMatchObject({ tenantName: expect.any(String), plateArrList: [], Total: 2 });
  expect(byLot.parkLotArrList).toMatchObject([
    { LotId: lot.id, LotName: 'Lot1', OrderCount: 3, PlateCount: 3, Due: '9.00', Older: '3.00', Quarter: '3.00' },
    { LotId: other.id, OrderCount: 1, Due: '3.00', Week: '3.00' },
  ]);
  const byPlate = await ask({ searchType: '2', Page: 1, PerPage: 2 });
  expect(byPlate).toMatchObject({ parkLotArrList: [], Total: 3 });
  expect(byPlate.plateArrList).toMatchObject([
    { Plate: '粤B60001', OrderCount: 2, LotCount: 2, Due: '6.00' },
    { Plate: '粤B60002', OrderCount: 1, Due: '3.00' },
  ]);
  expect((await ask({ searchType: 2, Plate: '60003', Age: 'month', QueryAll: true })).plateArrList).toHaveLength(1);
  expect((await ask({ searchType: 2, Age: 'week', LotId: lot.id })).plateArrList).toEqual([]);
  expect((await user.call('/api/statement/arrears', { searchType: 3 })).code).toBe('kernel.bad-input');
  const reader = await server.newUser(user, ['arrears.list'], [other.id]);
  const own = (await reader.call('/api/statement/arrears', { searchType: 1 })).data;
  expect(own.parkLotArrList.map((one: { LotId: string }) => one.LotId)).toEqual([other.id]);
});

test.each([
  [{}, 4, '12.00'],
  [{ Age: 'week' }, 1, '3.00'],
  [{ Age: 'month' }, 1, '3.00'],
  [{ Age: 'quarter' }, 1, '3.00'],
  [{ Age: 'older' }, 1, '3.00'],
  [{ Plate: '粤B60001' }, 2, '6.00'],
  [{ MinDue: '3.00' }, 4, '12.00'],
  [{ MinDue: '3.01' }, 0, '0.00'],
  [{ From: daysAgo(50), To: daysAgo(5) }, 2, '6.00'],
  [{ From: daysAgo(5) }, 1, '3.00'],
])('orders that owe, by %o', async (filters, Total, Due) => {
  expect((await user.call('/api/arrears/getArrearsPage', filters)).data).toMatchObject({ Total, Totals: { Due } });
});

test('the same by age, by plate and by lot', async () => {
  const { data } = await user.call('/api/arrears/getArrearsPage', {});
  expect(data.Totals).toEqual({ Due: '12.00', Week: '3.00', Month: '3.00', Quarter: '3.00', Older: '3.00' });
  expect(data.Rows.map((one: { AgeDays: number }) => one.AgeDays)).toEqual([99, 39, 9, 0]);
  const plates = await user.call('/api/arrears/getByPlate', {});
  expect(plates.data).toMatchObject({ Total: 3, Totals: { Due: '12.00' } });
  expect(plates.data.Rows[0]).toMatchObject({ Plate: '粤B60001', OrderCount: 2, LotCount: 2, Due: '6.00' });
  const lots = await user.call('/api/arrears/getByLot', {});
  expect(lots.data.Rows).toMatchObject([
    { LotId: lot.id, OrderCount: 3, PlateCount: 3, Due: '9.00', Week: '0.00' },
    { LotId: other.id, OrderCount: 1, Due: '3.00', Week: '3.00' },
  ]);
});

/** Sets the automatic reminders with some values changed. */
const saveRule = async (values: object) => {
  const { Reminders } = (await user.call('/api/push/reminder/getAll')).data;
  const { Kind, ...rule } = Reminders.find((one: { Kind: string }) => one.Kind === 'arrears');
  return user.call('/api/push/reminder/save', { Kind, ...rule, ...values });
};
/** The SMS of the tenant, in order. */
const smsSent = async () => {
  await server.product.consumers.drain();
  return server.product.kernel.database.system<{ recipient: string; body: string; nextAt: Date }>(
    `select recipient, body, next_at from push_send where tenant_id = $1 and channel = 'sms' order by id`,
    [user.tenantId],
  );
};

test.each([
  ['lot', arrearsByLot],
  ['plate', arrearsByPlate],
] as const)('the figures by %s are the sums of the orders they link to', async (_, of) => {
  const { shown, found } = await followFigures(user, of as unknown as Report);
  expect(shown.length).toBeGreaterThan(3);
  expect(found).toEqual(shown);
});

test('an SMS reminds of all a plate owes, once a day however often it is asked for', async () => {
  const remind = (Plate: string) => user.call('/api/arrears/remind', { Plate, Mobile: '13800138000' });
  expect((await user.call('/api/arrears/getDebtor', { Plate: '粤B60001' })).data).toEqual({
    OwnerName: null,
    Mobile: null,
    Due: '6.00',
    OrderCount: 2,
    RemindedAt: null,
  });
  const answers = await Promise.all([remind('粤B60001'), remind('粤B60001'), remind('粤B60001')]);
  expect(answers.map((one) => one.code ?? 'sent').sort()).toEqual([
    'arrears.reminded-already',
    'arrears.reminded-already',
    'sent',
  ]);
  expect((await remind('粤B69999')).code).toBe('kernel.not-found');
  expect((await user.call('/api/arrears/remind', { Plate: '粤B60002', Mobile: '12' })).code).toBe('kernel.bad-input');
  const sends = await smsSent();
  expect(sends).toHaveLength(1);
  expect(sends[0]).toMatchObject({ recipient: '13800138000' });
  expect(sends[0]!.body).toContain('车辆粤B60001有2笔停车欠费共6.00元');
  const [, Code] = /https:\/\/park\.example\.com\/pay\/(\S+)/.exec(sends[0]!.body)!;
  const page = await server.call('/api/payment/getPayPage', { Code });
  expect(page.data).toMatchObject({ Plate: '粤B60001', Due: '6.00', State: 'arrears' });
  expect((await server.call('/api/payment/getPayPage', { Code: `${Code}x` })).code).toBe('payment.unknown-code');
  const plates = await user.call('/api/arrears/getByPlate', { Plate: '粤B60001' });
  expect(plates.data.Rows[0].RemindedAt).not.toBeNull();
});

test('a car that owes more than the lot allows is stopped at the entry until it has paid, all debts at once', async () => {
  expect((await gate.see(other.entry, '粤B60001', 100 * DAY)).decision).toBe('hold');
  const collect = (Amount: string) => user.call('/api/arrears/collect', { Plate: '粤B60001', Amount });
  expect((await collect('3.00')).code).toBe('order.amount-changed');
  expect((await collect('6.00')).data).toEqual({ OrderCount: 2 });
  expect((await collect('6.00')).code).toBe('kernel.not-found');
  await server.until('it comes in by itself', async () => (await gate.inside(other)) === 1);
  const { data } = await user.call('/api/order/getOrderPage', { Plate: '粤B60001' });
  expect(data.Rows.map((one: { PayState: string }) => one.PayState).sort()).toEqual(['settled', 'settled', 'unpaid']);
});

describe('a rule reminds by itself', () => {
  const sweep = () => reminders.run(server.product.kernel);
  /** To whom SMS went, since the last time somebody looked. */
  let seen = 1;
  const sent = async () => {
    const rows = await smsSent();
    const fresh = rows.slice(seen);
    seen = rows.length;
    return fresh.map((one) => `${one.recipient} ${/粤B\d+/.exec(one.body)}`);
  };
  /** Noon of a day in Shanghai; quiet hours are from 21:00 to 09:00. */
  const noon = (day: number) => gate.at(day * DAY + 180);

  beforeAll(async () => {
    noon(100);
    for (const [Plate, OwnerPhone] of [
      ['粤B60002', '13800138002'],
      ['粤B60003', '13800138003'],
    ] as const) {
      const { Id: SpotId } = (await user.call('/api/parkSpot/create', { Number: `S${Plate.slice(-1)}`, LotId: lot.id }))
        .data;
      const owner = { OwnerName: '车主', OwnerPhone, ValidFrom: START };
      const made = await user.call('/api/billFixedPlate/create', { Plate, LotId: lot.id, SpotId, ...owner });
      expect(made.message).toBe('');
    }
  });

  test('not before it is switched on', async () => {
    await sweep();
    expect(await sent()).toEqual([]);
    const rule = { IsActive: true, Days: 20, EveryDays: 7, MostTimes: 2 };
    expect((await saveRule(rule)).message).toBe('');
  });

  test('the debts that are old enough, once, however often and by however many it is run', async () => {
    await Promise.all([sweep(), sweep(), sweep()]);
    await sweep();
    // The other one has owed for 10 days only.
    expect(await sent()).toEqual(['13800138002 粤B60002']);
  });

  test('never in quiet hours', async () => {
    gate.at(112 * DAY + 13 * 60);
    await sweep();
    expect(await sent()).toEqual([]);
  });

  test('again after the days between, at most as often as the rule says, and not what is paid', async () => {
    noon(105);
    await sweep();
    expect(await sent()).toEqual([]);
    noon(112);
    await sweep();
    expect(await sent()).toEqual(['13800138002 粤B60002', '13800138003 粤B60003']);
    const cashier = await server.newUser(user, ['order.collect']);
    expect((await cashier.call('/api/arrears/collect', { Plate: '粤B60003', Amount: '3.00' })).message).toBe('');
    noon(125);
    await sweep();
    expect(await sent()).toEqual([]);
  });

  test('uses the mobile of a visit where the list has a landline, or one entered before', async () => {
    for (const plate of ['粤B60005', '粤B60006', '粤B60007']) await owe(lot, plate, 100, 130);
    noon(130);
    const rights = ['spot.create', 'fixed-list.create', 'visit-list.create', 'arrears.remind', 'arrears.list'];
    const clerk = await server.newUser(user, rights);
    const { Id: SpotId } = (await clerk.call('/api/parkSpot/create', { Number: 'S5', LotId: lot.id })).data;
    const owner = { Plate: '粤B60005', OwnerName: '公司', OwnerPhone: '0755-26001234', ValidFrom: START };
    expect((await clerk.call('/api/billFixedPlate/create', { LotId: lot.id, SpotId, ...owner })).message).toBe('');
    const visit = { Plate: '粤B60005', LotIds: [lot.id], HostName: 'Host', VisitorPhone: '13800138005' };
    const times = { ValidFrom: START, ValidUntil: new Date(START.getTime() + DAY * 60_000) };
    expect((await clerk.call('/api/billVisitPlate/create', { ...visit, ...times })).message).toBe('');
    await clerk.call('/api/arrears/remind', { Plate: '粤B60006', Mobile: '13900139006' });
    expect(await sent()).toEqual(['13900139006 粤B60006']);
    await sweep();
    expect(await sent()).toEqual(['13800138005 粤B60005']);
    expect((await clerk.call('/api/arrears/getDebtor', { Plate: '粤B60005' })).data).toMatchObject({
      OwnerName: '公司',
      Mobile: '138****8005',
    });
    const caller = await server.newUser(user, ['arrears.list', 'phone.view']);
    expect((await caller.call('/api/arrears/getDebtor', { Plate: '粤B60005' })).data.Mobile).toBe('13800138005');
    noon(138);
    await sweep();
    expect((await sent()).sort()).toEqual(['13800138005 粤B60005', '13900139006 粤B60006']);
    // The known mobile is reminded although the sender sees it masked.
    noon(140);
    const later = await server.newUser(user, ['arrears.remind']);
    expect((await later.call('/api/arrears/remind', { Plate: '粤B60005' })).message).toBe('');
    expect((await later.call('/api/arrears/remind', { Plate: '粤B60007' })).code).toBe('arrears.no-mobile');
    expect(await sent()).toEqual(['13800138005 粤B60005']);
  });
});
