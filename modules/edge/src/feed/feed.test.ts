import { scryptSync } from 'node:crypto';
import { openSealed, signCall } from '@boyun/gateway/edge';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

interface Box {
  readonly id: string;
  readonly serialNo: string;
  secret: string;
}
let lot: TestLot;
let box: Box;

beforeEach(async () => {
  gate.at(0);
  lot = await gate.newLot();
  box = await newBox(lot);
});

async function newBox({ id, entry, exit }: TestLot): Promise<Box> {
  made += 1;
  const serialNo = `FEED-${made}`;
  const values = { Name: `Box ${made}`, LotId: id, SerialNo: serialNo, LaneIds: [entry.laneId, exit.laneId] };
  const { data } = await user.call('/api/boxManage/create', values);
  return { id: data.Id, serialNo, secret: await rotate(data.Id) };
}

async function rotate(BoxId: string): Promise<string> {
  return (await user.call('/api/boxManage/rotateSecret', { BoxId })).data.DeviceSecret;
}

function say({ serialNo, secret }: Box, name: string, body: object) {
  const path = `/api/box/${name}`;
  const timestamp = String(clock.now().getTime() / 1000);
  const signature = signCall(secret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
  return server.call(path, body, { timestamp, signature, serialnumber: serialNo });
}

type Value = Record<string, unknown>;

/** What a box keeps: it reads page by page and, after a full reading, drops what it has not seen. */
class Copy {
  readonly rows = new Map<string, Value>();
  cursor: string | null = null;
  starts = 0;
  pages = 0;

  /** Reads everything there is to read; calls between two pages. */
  async read(limit = 500, between: () => Promise<void> = async () => undefined): Promise<this> {
    const seen = new Set<string>();
    let isFull = false;
    for (;;) {
      const { data } = await say(box, 'changes', { Cursor: this.cursor, Limit: limit });
      this.pages += 1;
      if (data.IsStart) {
        this.starts += 1;
        seen.clear();
      }
      isFull ||= data.IsFull;
      for (const { Section, Key, Value: value } of data.Rows as {
        Section: string;
        Key: string;
        Value: Value | null;
      }[]) {
        const name = `${Section}/${Key}`;
        seen.add(name);
        if (value) this.rows.set(name, value);
        else this.rows.delete(name);
      }
      this.cursor = data.Cursor;
      if (data.IsLast) break;
      await between();
    }
    if (isFull) for (const name of this.rows.keys()) if (!seen.has(name)) this.rows.delete(name);
    return this;
  }

  of(section: string): Value[] {
    return [...this.rows].filter(([name]) => name.startsWith(`${section}/`)).map(([, value]) => value);
  }
}

/** Reads until a copy shows something: changes are noticed shortly after they were made. */
const shows = (copy: Copy, what: string, condition: (copy: Copy) => boolean) =>
  server.until(what, async () => condition(await copy.read()));
const addList = (Plate: string, more: object = {}) =>
  user.call('/api/billBlackPlate/create', {
    Plate,
    LotIds: [lot.id],
    Reason: 'unpaid',
    Action: 'deny',
    ValidFrom: START.toISOString(),
    ...more,
  });

describe('what a box is told', () => {
  test('is all it needs to decide alone, and then only what changes', async () => {
    await gate.see(lot.entry, '粤B20001', 0, { eventKey: 'in-1' });
    const copy = await new Copy().read();
    expect(copy.of('lot')).toMatchObject([{ Id: lot.id, TimeZone: 'Asia/Shanghai', State: 'open', HasCash: true }]);
    expect(copy.of('lane').map((one) => [one.Code, one.Direction, one.Mode])).toEqual(
      expect.arrayContaining([
        ['entry', 'entry', 'normal'],
        ['exit', 'exit', 'normal'],
      ]),
    );
    expect(copy.of('camera')).toHaveLength(2);
    const [binding] = copy.of('binding');
    expect(copy.of('tariff')).toMatchObject([{ RuleId: binding!.RuleId, Number: 1, Tariff: expect.any(Object) }]);
    expect(copy.of('stay')).toMatchObject([
      { Plate: '粤B20001', EntryEventId: 'in-1', Standing: 'temporary', PaidFen: 0 },
    ]);
    expect(copy.of('kind').map((one) => one.Name)).toEqual(
      expect.arrayContaining(['black', 'pack', 'fixed', 'appointment']),
    );
    const before = copy.pages;
    await copy.read();
    expect([copy.pages - before, copy.starts]).toEqual([1, 1]);
    const beat = await say(box, 'status', { AppVersion: '3', Cursor: null });
    expect(beat.data).toMatchObject({ HasChanges: true });

    await addList('粤B66666');
    await addList('粤B66667', { ValidFrom: new Date(START.getTime() + 86_400_000).toISOString() });
    await gate.see(lot.exit, '粤B20001', 3, { isOffline: true });
    await shows(
      copy,
      'the list and the stay have changed',
      (one) => one.of('list').length === 2 && one.of('stay').length === 0,
    );
    expect(copy.of('list')).toMatchObject([
      { Kind: 'black', Plate: '粤B66666', Action: 'deny', ValidFrom: null },
      { Plate: '粤B66667', ValidFrom: '2026-03-05T01:00:00.000Z' },
    ]);
    expect(copy.starts).toBe(1);
    const { data } = await user.call('/api/billBlackPlate/list', { Plate: '粤B66666' });
    await user.call('/api/billBlackPlate/delete', { Id: data.Rows[0].Id });
    await shows(copy, 'the entry is gone', (one) => one.of('list').length === 1);
    await user.call('/api/boxManage/update', { Id: box.id, WhenOffline: 'hold', LaneIds: [lot.exit.laneId] });
    await user.call('/api/lane/hold', { LaneId: lot.exit.laneId, Mode: 'keep-open', Reason: 'test' });
    await shows(copy, 'the box has one lane', (one) => one.of('lane').length === 1);
    await shows(copy, 'that is kept open', (one) => one.of('lane')[0]!.Mode === 'keep-open');
    expect(copy.of('box')).toMatchObject([{ WhenOffline: 'hold' }]);
  });

  test('comes in pages, and what changes between two of them is not lost', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) await addList(`粤B3000${number}`);
    const copy = new Copy();
    let left = 2;
    await copy.read(5, async () => {
      left -= 1;
      if (left === 0) await addList('粤B30009');
    });
    expect(copy.starts).toBe(1);
    expect(copy.pages).toBeGreaterThan(3);
    await shows(copy, 'the entry made meanwhile is there', (one) => one.of('list').length === 7);
    expect(new Set((await new Copy().read()).rows.keys())).toEqual(new Set(copy.rows.keys()));
  });

  test('begins anew for another secret, with keys only that box can open', async () => {
    const copy = await new Copy().read();
    const sealed = (of: Box) => {
      const [name, value] = [...copy.rows].find(([one]) => one.startsWith('camera/'))!;
      return JSON.parse(openSealed(of.secret, of.serialNo, name, String(value.Sealed)));
    };
    expect(sealed(box)).toMatchObject({
      TokenHash: expect.any(String),
      Secret: expect.any(String),
      CallPassword: null,
    });
    const old = { ...box };
    box.secret = await rotate(box.id);
    await copy.read();
    expect(copy.starts).toBe(2);
    expect(sealed(box)).toMatchObject({ Secret: expect.any(String) });
    expect(() => sealed(old)).toThrow();
    expect(JSON.stringify([...copy.rows.values()])).not.toContain(sealed(box).Secret);
  });

  test('is of its own lot and tenant alone', async () => {
    const other = await server.newTenant();
    const place = await new TestGate(server, other, clock, START).newLot();
    const foreign = await gate.newLot();
    await gate.see(foreign.entry, '粤B50001', 0);
    const copy = await new Copy().read();
    expect(copy.of('lot')).toHaveLength(1);
    expect(copy.of('stay')).toEqual([]);
    expect(JSON.stringify([...copy.rows])).not.toContain(place.id);
    const answer = await say({ ...box, secret: 'made up' }, 'changes', {});
    expect([answer.status, answer.code]).toEqual([401, 'device.bad-signature']);
    expect((await say(box, 'changes', { Limit: 501 })).status).toBe(400);
    expect((await say(box, 'changes', { Cursor: 'x' })).data).toMatchObject({ IsStart: true });
  });
});

test('a box whose clock is wrong raises an alarm, and is told the time by any answer', async () => {
  const beat = (offMs: number) =>
    say(box, 'status', { AppVersion: '3', SentAt: new Date(clock.now().getTime() + offMs).toISOString() });
  expect((await beat(90_000)).state).toBe('success');
  const alarms = async () =>
    (await user.call('/api/alarm/list', { LotId: lot.id, Kind: 'clock-drift' })).data.Rows as { State: string }[];
  await server.until('there is an alarm', async () => (await alarms()).length === 1);
  expect((await user.call('/api/boxManage/get', { Id: box.id })).data).toMatchObject({ ClockOffsetMs: 90_000 });
  gate.at(1);
  await beat(20_000);
  gate.at(2);
  await beat(200);
  await server.until('it is over', async () => (await alarms())[0]!.State === 'handled');
  const path = '/api/box/status';
  const refused = await fetch(server.url + path, {
    method: 'POST',
    body: '{}',
    headers: { serialnumber: box.serialNo },
  });
  expect([refused.status, refused.headers.get('x-server-time')]).toEqual([401, clock.now().toISOString()]);
});

describe('an update', () => {
  const beat = (AppVersion: string, Update: object | null = null) => say(box, 'status', { AppVersion, Update });
  const plan = (more: object = {}) =>
    user.call('/api/boxUpdate/plan', {
      BoxIds: [box.id],
      AppVersion: '2.5.0',
      Url: 'https://updates.example.com/box-2.5.0.tgz',
      Sha256: 'a'.repeat(64),
      SizeBytes: 1_000_000,
      NotBefore: new Date(START.getTime() + 3_600_000).toISOString(),
      NotAfter: new Date(START.getTime() + 7_200_000).toISOString(),
      ...more,
    });
  const stateOf = async (UpdateId: string) =>
    (await user.call('/api/boxUpdate/get', { UpdateId })).data.Boxes[0] as { State: string; Detail: string | null };

  test('is told with the heartbeat until the box runs it', async () => {
    const { UpdateId } = (await plan()).data;
    const told = (await beat('2.4.1')).data.Update;
    expect(told).toMatchObject({ PlanId: UpdateId, Version: '2.5.0', Sha256: 'a'.repeat(64), SizeBytes: 1_000_000 });
    await beat('2.4.1', { PlanId: UpdateId, State: 'downloading' });
    expect(await stateOf(UpdateId)).toMatchObject({ State: 'downloading' });
    expect((await plan()).code).toBe('box-upgrade.planned');
    gate.at(65);
    expect((await beat('2.5.0')).data.Update).toBeNull();
    expect(await stateOf(UpdateId)).toMatchObject({ State: 'applied' });
    expect((await user.call('/api/boxUpdate/cancel', { UpdateId })).code).toBe('box-upgrade.ended');
    expect((await user.call('/api/boxWork/list', { LotId: lot.id })).data.Rows).toMatchObject([
      { State: 'online', AppVersion: '2.5.0', UpdateState: 'applied', UpdateVersion: '2.5.0' },
    ]);
  });

  test('that fails or misses its window ends, and can be cancelled before', async () => {
    const first = (await plan()).data.UpdateId;
    await beat('2.4.1', { PlanId: first, State: 'failed', Detail: 'checksum' });
    expect(await stateOf(first)).toMatchObject({ State: 'failed', Detail: 'checksum' });
    const second = (await plan()).data.UpdateId;
    expect((await user.call('/api/boxUpdate/cancel', { UpdateId: second })).state).toBe('success');
    expect((await beat('2.4.1')).data.Update).toBeNull();
    const third = (await plan()).data.UpdateId;
    gate.at(121);
    const { edgeServer } = await import('../server.ts');
    await edgeServer.sweeps.find((one) => one.name === 'box-updates')!.run(server.product.kernel);
    expect(await stateOf(third)).toMatchObject({ State: 'missed' });
  });

  test('needs a window, a checksum, the password, and boxes the account may see', async () => {
    expect((await plan({ NotAfter: START.toISOString() })).code).toBe('box-upgrade.no-window');
    expect((await plan({ Sha256: 'x' })).code).toBe('kernel.bad-input');
    expect((await plan({ Url: 'http://updates.example.com/box' })).code).toBe('kernel.bad-input');
    const foreign = await gate.newLot();
    const scoped = await server.newUser(user, ['box-upgrade.plan'], [foreign.id]);
    expect(
      (
        await scoped.call('/api/boxUpdate/plan', {
          BoxIds: [box.id],
          AppVersion: '1',
          Url: 'https://a.b/c',
          Sha256: 'b'.repeat(64),
          SizeBytes: 1,
          NotBefore: START.toISOString(),
          NotAfter: new Date(START.getTime() + 9e6).toISOString(),
        })
      ).code,
    ).toBe('kernel.not-found');
  });
});

test('a PIN reaches the boxes of the lots somebody works in, hashed, and leaves them with the right', async () => {
  const attendant = await server.newUser(user, ['box-pin.set', 'order.collect'], [lot.id]);
  const stranger = await server.newUser(user, ['box-pin.set', 'order.collect'], [(await gate.newLot()).id]);
  for (const Pin of ['1234', '7777', '12a4', '987654'])
    expect((await attendant.call('/api/boxPin/set', { Pin })).code).toBe('box-pin.weak');
  for (const one of [attendant, stranger])
    expect((await one.call('/api/boxPin/set', { Pin: '270481' })).state).toBe('success');
  const id = (await attendant.who()).userId!;
  const copy = new Copy();
  await shows(copy, 'the attendant is there', (one) => one.of('attendant').length === 1);
  expect(copy.of('attendant')).toMatchObject([{ Id: id, MayCollect: true, MayOpen: false, MaySettle: false }]);
  const { Pin } = JSON.parse(
    openSealed(box.secret, box.serialNo, `attendant/${id}`, String(copy.of('attendant')[0]!.Sealed)),
  );
  const [, N, r, p, salt, key] = String(Pin).split('$');
  const made = scryptSync('270481', Buffer.from(salt!, 'base64'), 32, { N: Number(N), r: Number(r), p: Number(p) });
  expect(made.toString('base64')).toBe(key);
  expect((await user.call('/api/boxPin/remove', { AccountId: id })).state).toBe('success');
  await shows(copy, 'the attendant is gone', (one) => one.of('attendant').length === 0);
});

test('a box begins anew that was away longer than marks are kept', async () => {
  await addList('粤B40001');
  const copy = await new Copy().read();
  const { data } = await user.call('/api/billBlackPlate/list', { Plate: '粤B40001' });
  await user.call('/api/billBlackPlate/delete', { Id: data.Rows[0].Id });
  const other = new Copy();
  await shows(other, 'the entry is gone', (one) => one.of('list').length === 0);
  gate.at(5 * 1440);
  const { edgeServer } = await import('../server.ts');
  await edgeServer.sweeps.find((one) => one.name === 'box-rows')!.run(server.product.kernel);
  await copy.read();
  expect([copy.starts, copy.of('list')]).toEqual([2, []]);
});
