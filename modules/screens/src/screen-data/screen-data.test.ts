import { SetClock } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

/** 12:00 in Shanghai on a Wednesday. */
const START = new Date('2026-03-11T04:00:00Z');
const clock = new SetClock(START);
const DATA = '/api/wallScreen/getData';
const SHARED = '/api/wallScreen/openShared';
let server: TestServer;
let admin: TestUser;
let gate: TestGate;
let first: TestLot;
let second: TestLot;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  gate = new TestGate(server, admin, clock, START);
  first = await gate.newLot({}, { Longitude: 114.05, Latitude: 22.54 });
  second = await gate.newLot();
  await gate.see(first.entry, '粤B11111', 1);
  await gate.see(second.entry, '粤A22222', 2);
  await gate.see(second.entry, '湘A33333', 3);
  gate.at(5);
});
afterAll(() => server?.stop());

/** Asks until everything that happened is counted. */
function ask(user: TestUser, input: object = {}) {
  return server.until('the cars are counted', async () => {
    const { state, data } = await user.call(DATA, input);
    expect(state).toBe('success');
    return data.Today.Entries >= data.Passings.length ? data : null;
  });
}
let named = 0;
async function screenOf(values: object): Promise<string> {
  named += 1;
  const answer = await admin.call('/api/wallScreen/create', { Name: `Screen ${named}`, Layout: 'v1', ...values });
  expect(answer).toMatchObject({ state: 'success' });
  return answer.data.Id;
}
async function share(WallScreenId: string, Days = 7): Promise<{ id: string; code: string; path: string }> {
  const answer = await admin.call('/api/wallScreen/link/create', { WallScreenId, Name: 'TV', Days });
  expect(answer).toMatchObject({ state: 'success' });
  return { id: answer.data.Id, path: answer.data.Path, code: answer.data.Path.split('#')[1] };
}

describe('what a screen shows', () => {
  test('one call has everything for the first picture: figures, lots with places, cars, and the analysis', async () => {
    const data = await ask(admin);
    expect(data).toMatchObject({
      Layout: 'v1',
      Today: { Entries: 3, Exits: 0 },
      CarsInside: 3,
      Capacity: 6,
      LotCount: 2,
      Zone: 'Asia/Shanghai',
    });
    expect(data.Hours).toHaveLength(24);
    expect(data.Hours[12]).toMatchObject({ Entries: 3 });
    expect(data.Lots).toMatchObject([
      { Id: first.id, Longitude: 114.05, Latitude: 22.54, CarsInside: 1, Entries: 1 },
      { Id: second.id, Longitude: null, CarsInside: 2, Entries: 2 },
    ]);
    expect(data.Passings.map((one: { Plate: string }) => one.Plate)).toEqual(['湘A33333', '粤A22222', '粤B11111']);
    expect(data.Slow.Origins).toMatchObject(
      [
        { LotId: first.id, Start: '粤B', Count: 1 },
        { LotId: second.id, Start: '粤A', Count: 1 },
        { LotId: second.id, Start: '湘A', Count: 1 },
      ].toSorted((a, b) => (a.Start < b.Start ? -1 : 1)),
    );
    expect(data.Slow.Close).toBeNull();
  });

  test('later calls leave out what changes by the hour; figures are those of the console', async () => {
    const data = await ask(admin, { IsFull: false });
    expect(data.Slow).toBeNull();
    const console = (await admin.call('/api/dashboard/getConsole', {})).data;
    const own = [data.Today.Entries, data.Today.Received, data.CarsInside, data.Capacity];
    expect(own).toEqual([console.Today.Entries, console.Today.Received, console.CarsInside, console.Capacity]);
  });

  test('V4 shows one lot with its lanes: the one asked for, or the one with the most cars', async () => {
    const data = await ask(admin, { Layout: 'v4', LotId: second.id });
    expect(data.Lots).toMatchObject([{ Id: second.id }]);
    expect(data.Lanes.map((one: { Name: string }) => one.Name).toSorted()).toEqual(['entry', 'exit']);
    expect(data.Lanes.find((one: { Name: string }) => one.Name === 'entry')).toMatchObject({ Plate: '湘A33333' });
    expect((await ask(admin, { Layout: 'v4', LotId: first.id })).Lots).toMatchObject([{ Id: first.id }]);
    expect((await ask(admin, { Layout: 'v4' })).Lots).toMatchObject([{ Id: second.id }]);
  });

  test('an account sees its own lots only, on any screen', async () => {
    const limited = await server.newUser(admin, ['wall-screen.watch', 'wall-screen.list'], [first.id]);
    expect(await ask(limited)).toMatchObject({ LotCount: 1, Today: { Entries: 1 } });
    const both = await screenOf({ LotIds: [first.id, second.id] });
    expect(await ask(limited, { WallScreenId: both })).toMatchObject({ LotCount: 1 });
    const other = await screenOf({ LotIds: [second.id] });
    expect((await limited.call(DATA, { WallScreenId: other })).code).toBe('kernel.not-found');
    expect((await limited.call(DATA, { LotId: second.id })).code).toBe('kernel.not-found');
    expect((await (await server.newUser(admin)).call(DATA, {})).code).toBe('kernel.no-permission');
  });

  test('the close is forecast once there are weeks to learn from', async () => {
    const tenant = await server.newTenant();
    const own = await new TestGate(server, tenant, clock, START).newLot();
    gate.at(5);
    await server.product.kernel.database.inTenant(await tenant.who(), async (tx) => {
      for (let day = 1; day <= 49; day += 1)
        for (const [hour, amountFen] of [
          [10, 100_00],
          [12, 120_00],
          [18, 400_00],
        ] as const) {
          // Hours of Shanghai. At 12:05 eleven twelfths of the hour are left.
          const at = new Date(Date.UTC(2026, 2, 11 - day, hour - 8, 30));
          tx.emit(eventNamed('payment.succeeded'), {
            lotId: own.id,
            at,
            data: { amountFen, excessFen: 0, channel: 'cash' },
          });
        }
    });
    // Counted in part, it would give another forecast.
    await server.product.consumers.drain();
    const close = await server.until('the money is counted', async () => {
      const { data } = await tenant.call(DATA, { Layout: 'v2' });
      return data.Slow.Close;
    });
    expect(close).toMatchObject({ Value: '510.00', Low: '510.00', High: '510.00', Error: '0.00' });
  });
});

describe('a shared link', () => {
  test('shows its screen without signing in, with the lots of the screen and no plates', async () => {
    const id = await screenOf({ LotIds: [second.id], Headline: 'Lobby' });
    const { code, path } = await share(id);
    expect(path).toMatch(/^\/shared_screen#\d+-/);
    const answer = await server.call(SHARED, { Code: code });
    expect(answer).toMatchObject({
      state: 'success',
      data: { Headline: 'Lobby', LotCount: 1, Lots: [{ Id: second.id }] },
    });
    expect(answer.data.Passings.map((one: { Plate: string }) => one.Plate)).toEqual(['湘A****', '粤A****']);
    expect(JSON.stringify(answer.data)).not.toContain('22222');
    expect(JSON.stringify(answer.data)).not.toContain(first.id);
    const links = (await admin.call('/api/wallScreen/link/list', { WallScreenId: id, Page: 1, PerPage: 20 })).data.Rows;
    expect(links).toMatchObject([{ Name: 'TV', State: 'active', LastUsedAt: clock.now().toISOString() }]);
    expect(JSON.stringify(links)).not.toContain(code);
  });

  test('opens nothing else: no call takes its code for a session', async () => {
    const { code } = await share(await screenOf({}));
    const paths = [
      DATA,
      '/api/lotMap/getLots',
      '/api/parkLot/list',
      '/api/dashboard/getConsole',
      '/api/wallScreen/list',
    ];
    for (const path of paths)
      for (const headers of [{ 'ACCESS-Token': code }, { Authorization: `Bearer ${code}` }] as Record<string, string>[])
        expect((await server.call(path, { Code: code }, headers)).code, path).toBe('kernel.signed-out');
    expect(await server.call(SHARED, { Code: code, WallScreenId: 'x', LotId: first.id })).toMatchObject({
      data: { LotCount: 2 },
    });
  });

  test('ends when it expires, when it is revoked, and with its screen', async () => {
    const id = await screenOf({});
    const [expiring, revoked, deleted] = [await share(id, 1), await share(id, 30), await share(id, 30)];
    const opens = async ({ code }: { code: string }) => (await server.call(SHARED, { Code: code })).state === 'success';
    expect(await opens(revoked)).toBe(true);
    await admin.call('/api/wallScreen/link/withdraw', { ScreenLinkId: revoked.id });
    expect([await opens(expiring), await opens(revoked), await opens(deleted)]).toEqual([true, false, true]);
    gate.at(24 * 60 + 6);
    expect([await opens(expiring), await opens(deleted)]).toEqual([false, true]);
    gate.at(5);
    const { Version } = (await admin.call('/api/wallScreen/get', { Id: id })).data;
    expect(await admin.call('/api/wallScreen/delete', { Id: id, Version })).toMatchObject({ state: 'success' });
    expect(await opens(deleted)).toBe(false);
    expect((await server.call(SHARED, { Code: `${admin.tenantId}-wrongwrongwrong` })).code).toBe('screen-link.unknown');
    expect((await server.call(SHARED, { Code: 'nonsense' })).code).toBe('screen-link.unknown');
  });

  test('is made and revoked only by who sees all lots of the screen', async () => {
    const limited = await server.newUser(admin, ['wall-screen.list', 'wall-screen.share'], [first.id]);
    const all = await screenOf({});
    const own = await screenOf({ LotIds: [first.id] });
    const body = { Name: 'TV', Days: 1 };
    const make = (WallScreenId: string) => limited.call('/api/wallScreen/link/create', { ...body, WallScreenId });
    expect((await make(all)).code).toBe('kernel.not-found');
    expect((await make(own)).state).toBe('success');
    const { id } = await share(all);
    expect((await limited.call('/api/wallScreen/link/withdraw', { ScreenLinkId: id })).code).toBe('kernel.not-found');
  });
});
