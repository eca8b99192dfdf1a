import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { silentTerminals } from './pos-health.service.ts';

// Wednesday 09:00 in Shanghai; the street charges 3 yuan per started hour.
const START = Date.parse('2026-03-04T01:00:00.000Z');
const RIGHTS = ['pos.work', 'roadside.work', 'roadside.view', 'order.collect', 'order.list'];
const clock = new SetClock(new Date(START));
let server: TestServer;
let admin: TestUser;
let collector: TestUser;
let LotId: string;
let Terminal: string;
let DeviceId: string;
const spots: string[] = [];

const minute = (count: number) => new Date(START + count * 60_000);
const call = async (path: string, body: object, by = admin) => {
  const answer = await by.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};
const newPos = async (DeviceNo: string) => (await call('/api/posDevice/add', { DeviceNo, LotId })).Id;
const pair = async (Id: string) => (await call('/api/posDevice/pair', { DeviceId: Id })).Terminal;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  LotId = (await call('/api/parkLot/create', { Name: '滨江路', Code: 'ROAD', Capacity: 9, Kind: 'roadside' })).Id;
  const rule = { Name: '路侧', Template: 'guangzhou-2005-outdoor' };
  const ChargeRuleId = (await call('/api/billRule/createFromTemplate', rule)).Id;
  await call('/api/billRuleBinding/create', { LotId, ChargeRuleId });
  for (const name of ['R1', 'R2', 'R3', 'R4', 'R5', 'R6'])
    spots.push((await call('/api/parkSpot/create', { Number: name, LotId })).Id);
  await call('/api/parkLot/open', { LotId });
  collector = await server.newUser(admin, RIGHTS, [LotId]);
  DeviceId = await newPos('POS-1');
  Terminal = await pair(DeviceId);
});
afterAll(() => server?.stop());

let number = 0;
const newClient = () => {
  number += 1;
  return `client-${String(number).padStart(4, '0')}`;
};
/** Sends what was done at a minute; it arrives at another, from a terminal whose clock is wrong by some minutes. */
const submit = (
  Kind: string,
  at: number,
  more: object,
  how: { received?: number; wrong?: number; isLive?: boolean } = {},
) => {
  const { received = at, wrong = 0, isLive = received === at } = how;
  clock.set(minute(received));
  const sent = { At: minute(at + wrong).toISOString(), SentAt: minute(received + wrong).toISOString() };
  return collector.call('/api/pos/submit', { Terminal, ClientId: newClient(), Kind, ...sent, IsLive: isLive, ...more });
};
const orderOf = async (Plate: string) => (await call('/api/order/getOrderPage', { Plate })).Rows[0];
const broken = async () =>
  (await verifyTenant(server.product.kernel, admin.tenantId)).filter((one) => one.brokenCount > 0);
const page = async (filters: object = {}) => (await call('/api/posDevice/getPosDevicePage', filters)).Rows;

describe('a terminal', () => {
  test('is claimed by who clocks in with it, with place and terminal, and is refused to others', async () => {
    expect((await collector.call('/api/pos/get', { Terminal, QueueLength: 0 })).data).toMatchObject({
      DeviceNo: 'POS-1',
      IsClaimed: false,
      SignedInAt: null,
    });
    expect((await submit('enter', 0, { SpotId: spots[0], Plate: '粤B30000' })).code).toBe('pos.unclaimed');
    await call('/api/pos/signIn', { Terminal, LotId, Place: '东段' }, collector);
    const [row] = await page({ Online: 'online' });
    expect(row).toMatchObject({ DeviceNo: 'POS-1', Status: 1, Collector: expect.any(String), Online: 'online' });
    expect((await call('/api/attendance/list', {})).Rows).toMatchObject([{ InPlace: '东段', Device: 'POS-1' }]);
    const other = await server.newUser(admin, RIGHTS, [LotId]);
    expect((await other.call('/api/pos/get', { Terminal, QueueLength: 0 })).code).toBe('pos.not-yours');
    expect((await collector.call('/api/pos/get', { Terminal: `${Terminal}x`, QueueLength: 0 })).code).toBe(
      'pos.unknown-terminal',
    );
  });

  test('is handed out, returned, damaged, lost and found, each with a person and a time', async () => {
    const Id = await newPos('POS-2');
    const secret = await pair(Id);
    const { userId } = await collector.who();
    const step = (act: string, more: object = {}) => admin.call(`/api/posDevice/${act}`, { DeviceId: Id, ...more });
    expect((await step('return')).code).toBe('pos.not-possible');
    expect((await step('claim', { CollectorId: userId, Note: '早班' })).message).toBe('');
    expect((await step('claim', { CollectorId: userId })).code).toBe('pos.not-possible');
    for (const act of ['return', 'damage', 'lose']) expect((await step(act)).message).toBe('');
    expect((await page({ DeviceNo: 'POS-2' }))[0]).toMatchObject({ Status: 3, IsPaired: false });
    expect((await collector.call('/api/pos/get', { Terminal: secret, QueueLength: 0 })).code).toBe(
      'pos.unknown-terminal',
    );
    expect((await step('restore')).message).toBe('');
    const history = (await call('/api/posDevice/getHistory', { DeviceId: Id })).Rows;
    expect(history.map((one: { Kind: string }) => one.Kind)).toEqual([
      'restored',
      'lost',
      'damaged',
      'returned',
      'claimed',
      'paired',
      'added',
    ]);
    expect(history[4]).toMatchObject({ Note: '早班', Collector: expect.any(String), PersonName: expect.any(String) });
    expect((await page({ Status: 0 })).map((one: { DeviceNo: string }) => one.DeviceNo)).toEqual(['POS-2']);
  });

  test('raises an alarm when its battery is low, and when it falls silent while its collector is on duty', async () => {
    const other = await server.newUser(admin, RIGHTS, [LotId]);
    const secret = await pair(await newPos('POS-4'));
    const signs = (BatteryPercent: number | null) =>
      call('/api/pos/get', { Terminal: secret, QueueLength: 0, BatteryPercent }, other);
    const alarms = async (kind: string) => {
      const { Rows } = await call('/api/alarm/list', { IsDevice: true, Kind: kind, DeviceKind: 'pos' });
      return Rows.filter((one: { DeviceName: string }) => one.DeviceName === 'POS-4').map(
        (one: { State: string }) => one.State,
      );
    };
    await call('/api/pos/signIn', { Terminal: secret, LotId }, other);
    await signs(15);
    await signs(25);
    expect([await alarms('battery-low'), (await page({ DeviceNo: 'POS-4' }))[0].BatteryPercent]).toEqual([['new'], 25]);
    await signs(null);
    await signs(80);
    expect(await alarms('battery-low')).toEqual(['handled']);
    const lookAt = async (at: number) => {
      clock.set(minute(at));
      await silentTerminals.run(server.product.kernel);
      return alarms('device-offline');
    };
    /** Whether the console counts it among the things to do: the terminals its link lists. */
    const isToDo = async () => {
      const { MoreTodo } = await call('/api/dashboard/getConsole', {});
      const silent: { DeviceNo: string }[] = await page({ IsSilent: true });
      expect(MoreTodo).toContainEqual({ Key: 'silentTerminals', Count: silent.length });
      return silent.some((one) => one.DeviceNo === 'POS-4');
    };
    expect(await lookAt(14)).toEqual([]);
    expect(await isToDo()).toBe(false);
    expect(await lookAt(16)).toEqual(['new']);
    expect(await lookAt(17)).toEqual(['new']);
    expect(await isToDo()).toBe(true);
    await signs(79);
    expect(await isToDo()).toBe(false);
    await call('/api/pos/signOut', { Terminal: secret }, other);
    // Off duty a phone may be switched off.
    expect(await lookAt(120)).toEqual(['new']);
    expect(await isToDo()).toBe(false);
  });

  test('gives no right the collector has not', async () => {
    const poor = await server.newUser(admin, ['pos.work'], [LotId]);
    const secret = await pair(await newPos('POS-3'));
    const clocked = await poor.call('/api/pos/signIn', { Terminal: secret, LotId });
    expect(clocked.message).toBe('');
    const sent = { At: minute(5).toISOString(), SentAt: minute(5).toISOString(), IsLive: true };
    const entered = {
      Terminal: secret,
      ClientId: newClient(),
      Kind: 'enter',
      ...sent,
      SpotId: spots[0],
      Plate: '粤B30000',
    };
    expect((await poor.call('/api/pos/submit', entered)).code).toBe('kernel.no-permission');
    expect((await collector.call('/api/posDevice/pair', { DeviceId })).code).toBe('kernel.no-permission');
  });
});

describe('a stay', () => {
  test('begins, is paid and ends at the terminal; the receipt and the statement of the collector show it', async () => {
    const { OrderId } = (await submit('enter', 10, { SpotId: spots[0], Plate: '粤B30001' })).data;
    expect((await submit('cash', 70, { OrderId, Cash: '0.00' })).code).toBe('pos.incomplete');
    expect((await submit('cash', 70, { OrderId, Cash: '2.00' })).code).toBe('order.amount-changed');
    expect((await submit('cash', 70, { OrderId, Cash: '3.00' })).data).toMatchObject({ State: 'done', Due: '0.00' });
    expect((await submit('leave', 71, { OrderId })).data).toMatchObject({ State: 'done', Due: '0.00' });
    const stay = await call('/api/pos/getStay', { Terminal, OrderId }, collector);
    expect(stay).toMatchObject({ Plate: '粤B30001', Fee: '3.00', Paid: '3.00', Due: '0.00' });
    expect(stay.FeeLines).not.toHaveLength(0);
    expect(stay.Receipt).toContain('粤B30001');
    expect(stay.Receipt.split('\n').every((one: string) => one.length <= 32)).toBe(true);
    const { Rows } = await call('/api/statement/posCollector/list', { From: minute(0), To: minute(100) });
    expect(Rows).toMatchObject([{ OrderCount: 1, Cash: '3.00' }]);
  });

  test('that ends unpaid is looked up by its plate, and its arrears are taken once', async () => {
    const { OrderId } = (await submit('enter', 100, { SpotId: spots[1], Plate: '粤B30002' })).data;
    await submit('leave', 190, { OrderId });
    const found = await call('/api/pos/findPlate', { Terminal, Plate: '粤B30002' }, collector);
    expect(found).toMatchObject({ OrderId: null, Arrears: [{ OrderId, Due: '6.00' }] });
    const ClientId = newClient();
    const paid = { ClientId, Plate: '粤B30002', Cash: '6.00' };
    expect((await submit('arrears', 200, paid)).data.State).toBe('done');
    expect((await submit('arrears', 200, paid, { received: 230 })).data.State).toBe('done');
    expect(await orderOf('粤B30002')).toMatchObject({ PayState: 'settled', Paid: '6.00' });
    expect(await broken()).toEqual([]);
  });
});

describe('what was done offline', () => {
  test('arrives later with its own times, whatever the clock of the terminal says, and once', async () => {
    const EntryClientId = newClient();
    const entered = { ClientId: EntryClientId, SpotId: spots[2], Plate: '粤B30003' };
    const leaving = { ClientId: newClient(), EntryClientId, Cash: '3.00' };
    const late = { received: 500, wrong: 47 };
    const twice = async (work: () => Promise<{ data: object }>) => {
      const [first, again] = await Promise.all([work(), work()]);
      expect(again.data).toEqual(first.data);
      return first.data;
    };
    expect(await twice(() => submit('enter', 300, entered, late))).toMatchObject({ State: 'done' });
    expect(await twice(() => submit('leave', 350, leaving, late))).toMatchObject({ State: 'done', Due: '0.00' });
    const order = await orderOf('粤B30003');
    expect(order).toMatchObject({ ParkingState: 'left', PayState: 'paid', Fee: '3.00', Paid: '3.00' });
    expect([new Date(order.EnteredAt), new Date(order.LeftAt)]).toEqual([minute(300), minute(350)]);
    expect(await broken()).toEqual([]);
  });

  test('keeps money that was too little or too much', async () => {
    for (const [index, Cash, Due] of [
      [3, '2.00', '1.00'],
      [4, '5.00', '0.00'],
    ] as const) {
      const EntryClientId = newClient();
      const Plate = `粤B3001${index}`;
      await submit('enter', 510, { ClientId: EntryClientId, SpotId: spots[index], Plate }, { received: 600 });
      const left = await submit('leave', 540, { EntryClientId, Cash }, { received: 600 });
      expect(left.data).toMatchObject({ State: 'done', Due });
    }
    expect(await orderOf('粤B30013')).toMatchObject({ PayState: 'arrears', Due: '1.00' });
    expect(await broken()).toEqual([]);
  });

  test('waits for a person where it cannot be booked; live it is refused and leaves nothing', async () => {
    await submit('enter', 610, { SpotId: spots[5], Plate: '粤B30020' });
    const taken = { SpotId: spots[5], Plate: '粤B30021' };
    expect((await submit('enter', 611, taken)).code).toBe('roadside.taken');
    const EntryClientId = newClient();
    const late = { received: 640 };
    const refused = await submit('enter', 611, { ...taken, ClientId: EntryClientId }, late);
    expect(refused.data).toMatchObject({ State: 'refused', Reason: expect.stringContaining('粤B30020') });
    expect((await submit('leave', 630, { EntryClientId, Cash: '3.00' }, late)).data.State).toBe('refused');
    const old = await submit('enter', 640 - 73 * 60, { SpotId: spots[0], Plate: '粤B30022' }, late);
    expect(old.data.State).toBe('refused');
    const { Rows, Totals } = await call('/api/posDevice/getActPage', { State: 'refused' });
    expect(Rows).toHaveLength(3);
    expect((await call('/api/posDevice/getActPage', { Plate: '30022' })).Total).toBe(1);
    expect(Totals.Cash).toBe('3.00');
    for (const { Id } of Rows) await call('/api/posDevice/handleAct', { Id, Note: '现金已上交财务' });
    expect((await call('/api/posDevice/getActPage', { State: 'refused' })).Total).toBe(0);
    expect(await broken()).toEqual([]);
  });

  test('still arrives after the terminal was taken back', async () => {
    await call('/api/posDevice/return', { DeviceId });
    const entered = await submit('enter', 645, { SpotId: spots[0], Plate: '粤B30023' }, { received: 660 });
    expect(entered.data.State).toBe('done');
    expect((await submit('enter', 661, { SpotId: spots[1], Plate: '粤B30024' })).code).toBe('pos.unclaimed');
  });
});

test('work that is settled goes after its term; what waits for a person and the claim of the present collector stay', async () => {
  await call('/api/posDevice/claim', { DeviceId, CollectorId: (await collector.who()).userId });
  await submit('enter', 700, { SpotId: spots[0], Plate: '粤B30031' }, { received: 720 });
  const before = new Date(START + 30 * 86_400_000);
  const { kernel } = server.product;
  for (const kind of kernel.retained.filter((one) => one.key === 'passing' && one.part?.startsWith('pos-')))
    await kind.step(kernel, { tenantId: admin.tenantId, before, days: 183, after: null, limit: 1000 });
  const { Rows } = await call('/api/posDevice/getActPage', {});
  expect(Rows.map((one: { State: string }) => one.State)).toEqual(['refused']);
  const { Rows: history } = await call('/api/posDevice/getHistory', { DeviceId });
  expect(history).toMatchObject([{ Kind: 'claimed' }, { Kind: 'claimed' }]);
});
