import { edgeEntry, edgePush, edgeRows, type HandedOver } from '@boyun/test-server/edge-box';
import { endMachines, Machine, newFolder, START } from '@boyun/test-server/edge-machine';
import { afterEach, expect, test } from 'vitest';
import { ASK_MS } from './gate/gate.ts';
import { BoxDatabase, NewerDatabase } from './store/database.ts';
import { SCHEMA } from './store/schema.ts';

const A = '粤B10001';
const B = '粤B10002';

afterEach(endMachines);

const kindsOf = (items: readonly HandedOver[]) =>
  items.map((one) => `${one.Kind} ${one.Plate ?? ''} ${one.Decision ?? one.AmountFen}`);

type Step = readonly [lane: 'E1' | 'X1', plate: string, minute: number, isOpen: boolean, voice?: string];

const alone: readonly (readonly [string, Parameters<typeof edgeRows>[0], readonly Step[]])[] = [
  [
    'temporary cars enter, leave free within 15 minutes, and wait for their fee after that',
    {},
    [
      ['E1', A, 0, true, '欢迎光临'],
      ['E1', B, 1, true],
      ['X1', A, 10, true, '一路平安'],
      ['X1', B, 61, false, '请缴费3.00元'],
    ],
  ],
  [
    'lists: black, white, free; a pack covers its days',
    {
      more: [
        edgeEntry('black', '粤B20001'),
        edgeEntry('white', '粤B20002'),
        edgeEntry('pack', '粤B20003', {
          Cover: {
            Zh: '月卡',
            En: 'Pack',
            Minutes: null,
            Hours: null,
            Spans: [{ FromMs: 0, ToMs: null }],
            SpotKind: null,
          },
        }),
        edgeEntry('free', '粤B20004', { ValidUntil: '2026-01-01T00:00:00Z' }),
      ],
    },
    [
      ['E1', '粤B20001', 0, false, '禁止入场'],
      ['E1', '粤B20002', 1, true],
      ['E1', '粤B20003', 2, true],
      ['E1', '粤B20004', 3, true],
      ['X1', '粤B20002', 200, true],
      ['X1', '粤B20003', 200, true],
      ['X1', '粤B20004', 200, false, '请缴费12.00元'],
    ],
  ],
  [
    'a full lot keeps temporary cars waiting, not those with a place',
    { lot: { Capacity: 1 }, more: [edgeEntry('fixed', B)] },
    [
      ['E1', A, 0, true],
      ['E1', '粤B10003', 1, false, '车位已满'],
      ['E1', B, 2, true],
    ],
  ],
  [
    'one place for two cars covers the first',
    {
      lane: { Policies: { temporary: 'deny' } },
      more: [A, B].map((plate) =>
        edgeEntry('fixed', plate, { EntryId: 'place', Places: 1, SharedIds: ['place'], SharedCount: 2 }),
      ),
    },
    [
      ['E1', A, 0, true],
      ['E1', B, 1, false],
    ],
  ],
  [
    'everybody passes where that is the policy',
    { box: { WhenOffline: 'open' }, more: [edgeEntry('black', B)] },
    [
      ['E1', B, 0, true],
      ['X1', B, 90, true],
    ],
  ],
  ['everybody waits where that is the policy', { box: { WhenOffline: 'hold' } }, [['E1', A, 0, false, '请稍候']]],
  ['a lane that refuses temporary cars', { lane: { Policies: { temporary: 'deny' } } }, [['E1', A, 0, false]]],
  ['a car nobody saw entering waits', {}, [['X1', A, 0, false, '请联系管理员']]],
  [
    'a plate misread at the exit is the car inside',
    {},
    [
      ['E1', '粤B1O0D1', 0, true],
      ['X1', '粤B10001', 5, true],
    ],
  ],
];

test.each(alone)('alone: %s', async (_what, rows, steps) => {
  const machine = await new Machine(edgeRows(rows)).alone();
  for (const [lane, plate, minute, isOpen, voice] of steps) {
    const answer = await machine.see(lane, plate, minute);
    expect([lane, plate, answer.isOpen]).toEqual([lane, plate, isOpen]);
    if (voice) expect(answer.voice).toContain(voice);
  }
});

test('what happened alone is handed over in order with its times, and goes only when it was taken', async () => {
  const wrongMs = 3_600_000;
  const machine = await new Machine(edgeRows(), {}, wrongMs).alone();
  await machine.see('E1', A, 0);
  await machine.see('E1', B, 1);
  await machine.see('X1', A, 5);
  const again = edgePush('E1', '粤B10009', machine.at(6));
  for (const _ of [1, 2]) await machine.box.app.inject({ method: 'POST', ...again });
  expect(machine.box.queue.length).toBe(4);
  await machine.box.sync.handOver().catch(() => undefined);
  machine.cloud.line = 'lost';
  await machine.box.sync.handOver().catch(() => undefined);
  expect(machine.box.queue.length).toBe(4);
  await machine.box.close();
  machine.start();
  machine.cloud.line = 'up';
  machine.cloud.laterFrom = 3;
  expect(await machine.box.sync.handOver()).toBe(false);
  expect(machine.box.queue.length).toBe(2);
  machine.cloud.laterFrom = Number.POSITIVE_INFINITY;
  expect(await machine.box.sync.handOver()).toBe(true);
  expect(kindsOf(machine.cloud.taken)).toEqual([
    `passing ${A} open`,
    `passing ${B} open`,
    `passing ${A} open`,
    'passing 粤B10009 open',
  ]);
  expect(machine.cloud.taken.map((one) => one.Seq)).toEqual([1, 2, 3, 4]);
  for (const [place, minute] of [0, 1, 5, 6].entries()) {
    const { At, OffsetMs } = machine.cloud.taken[place] as unknown as { At: string; OffsetMs: number };
    expect(Date.parse(At) + OffsetMs).toBe(START + minute * 60_000);
    expect(OffsetMs).toBe(-wrongMs);
  }
});

test('with the line up the cloud decides; what it does not answer in time is decided here, within two seconds', async () => {
  const machine = await new Machine(edgeRows(), { askMs: 60_000 }).synced();
  machine.cloud.answer = {
    Decision: 'refuse',
    IsOpen: false,
    Lines: [A, '禁止入场'],
    Voice: '禁止',
    PayUrl: null,
    IsRepeated: false,
  };
  expect(await machine.see('E1', A, 0)).toMatchObject({ isOpen: false, voice: '禁止' });
  machine.cloud.answer = {
    Decision: 'open',
    IsOpen: true,
    Lines: [A, '好'],
    Voice: '好',
    PayUrl: null,
    IsRepeated: false,
  };
  expect(await machine.see('E1', A, 1)).toMatchObject({ isOpen: true, voice: '好' });
  expect(machine.box.stays.countInside()).toBe(1);
  expect(machine.box.queue.isEmpty).toBe(true);
  // Nothing but the time ends the wait for this cloud.
  const hurried = await new Machine(edgeRows(), { askMs: 150 }).synced();
  hurried.cloud.answerAfter = new Promise(() => undefined);
  expect((await hurried.see('E1', B, 2)).isOpen).toBe(true);
  expect(ASK_MS).toBeLessThan(2000);
  expect(hurried.box.queue.length).toBe(1);
  // With something to hand over the cloud does not know the lot: the next car is not asked about.
  expect(hurried.cloud.asked.length).toBe(1);
  await hurried.see('E1', '粤B10003', 3);
  expect(hurried.cloud.asked.length).toBe(1);
});

test('an answer of the cloud that comes late lets out the car that still waits', async () => {
  const machine = await new Machine(edgeRows(), { askMs: 50 }).synced();
  const { promise: answered, resolve: letAnswer } = Promise.withResolvers<void>();
  machine.cloud.answerAfter = answered;
  expect((await machine.see('X1', A, 0)).isOpen).toBe(false);
  expect(machine.box.passings.waitingAt('X1')).not.toBeNull();
  letAnswer();
  await expect.poll(() => machine.box.passings.waitingAt('X1'), { interval: 20 }).toBeNull();
  const poll = await machine.box.app.inject({
    method: 'POST',
    url: '/api/camera/vzenith/token-X1/heartbeat',
    payload: '',
  });
  expect(poll.json()).toMatchObject({ Response_AlarmInfoPlate: { ivs_ioctrl: { io: 0 } } });
});

test('stays follow the cloud, except where the box knows better', async () => {
  const stay = (id: string, plate: string, event: string | null) => ({
    Section: 'stay',
    Key: id,
    Value: {
      OrderId: id,
      Plate: plate,
      PlateColor: 1,
      VehicleKind: null,
      EnteredAt: new Date(START - 3_600_000).toISOString(),
      EntryLaneId: 'E1',
      EntryEventId: event,
      Standing: 'temporary',
      ListKind: null,
      ListEntryId: null,
      SpotKind: null,
      ChargeVersionId: 'v1',
      Settlements: [],
      PaidFen: 0,
      RefundedFen: 0,
      ReducedFen: 0,
    },
  });
  const machine = await new Machine(edgeRows({ more: [stay('o1', A, null), stay('o2', B, null)] })).alone();
  expect((await machine.see('X1', A, 5)).voice).toContain('请缴费6.00元');
  await machine.see('E1', '粤B10003', 6);
  machine.cloud.line = 'up';
  // The cloud does not know the new car yet, and has ended the stay of B.
  machine.cloud.rows = edgeRows({ more: [stay('o1', A, null)] });
  await machine.box.sync.pull();
  const { stays } = machine.box;
  expect([A, B, '粤B10003'].map((plate) => stays.inside(plate)?.id.slice(0, 3) ?? null)).toEqual(['o1', null, 'own']);
  await machine.box.sync.handOver();
  const event = machine.cloud.taken.at(-1)!.EventId as string;
  machine.cloud.rows = edgeRows({ more: [stay('o3', '粤B10003', event)] });
  await machine.box.sync.pull();
  expect(stays.inside('粤B10003')).toMatchObject({ id: 'o3', isOwn: false });
  expect(stays.countInside()).toBe(1);
});

test('pictures go first when the disk would hold too much; what happened stays', async () => {
  const machine = await new Machine(edgeRows(), { pictureBytes: 3000 }).alone();
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(998)]);
  for (let minute = 0; minute < 30; minute += 1)
    await machine.see('E1', `粤B3${String(minute).padStart(4, '0')}`, minute, { picture });
  machine.cloud.line = 'up';
  await machine.box.sync.handOver();
  expect(machine.cloud.taken).toHaveLength(30);
  const withPicture = machine.cloud.taken.filter((one) => one.Picture);
  expect(withPicture.length).toBeGreaterThan(0);
  expect(withPicture.length).toBeLessThan(4);
  expect(withPicture.at(-1)!.Seq).toBe(30);
});

test('a car that waits for a spot is let in when one becomes free', async () => {
  const machine = await new Machine(edgeRows({ lot: { Capacity: 1 } })).alone();
  await machine.see('E1', A, 0);
  expect((await machine.see('E1', B, 9)).isOpen).toBe(false);
  expect((await machine.see('X1', A, 10)).isOpen).toBe(true);
  expect(machine.box.passings.waitingAt('E1')).toBeNull();
  expect(machine.box.stays.inside(B)?.enteredMs).toBe(START + 10 * 60_000);
  const poll = await machine.box.app.inject({
    method: 'POST',
    url: '/api/camera/vzenith/token-E1/heartbeat',
    payload: '',
  });
  expect(poll.json()).toMatchObject({ Response_AlarmInfoPlate: { ivs_ioctrl: { io: 0 } } });
});

test('cars that were not decided when the box died are decided once each, as their camera repeats them', async () => {
  let isHung = true;
  const machine = new Machine(edgeRows(), {
    askMs: 1000,
    send: (url, init) =>
      isHung && url.endsWith('/passing') ? new Promise(() => undefined) : machine.cloud.send(url, init),
  });
  await machine.synced();
  const [first, second, third] = ['粤B10003', A, B].map((plate, second) =>
    edgePush('E1', plate, machine.at(second / 60)),
  );
  const push = async (one: typeof first) => {
    const reply = await machine.box.app.inject({ method: 'POST', ...one! });
    return reply.body.includes('"info":"ok"');
  };
  const dying = [first, second, third].map((one) => push(one).catch(() => null));
  await expect.poll(() => machine.box.passings.undecided().length, { interval: 5 }).toBe(3);
  await machine.box.close();
  isHung = false;
  machine.cloud.line = 'down';
  machine.start();
  await machine.box.status().catch(() => undefined);
  // The last one is still at the barrier; nothing is opened any more for those that have gone before it.
  expect(machine.box.passings.waitingAt('E1')?.car.plate).toBe(B);
  expect([await push(second), await push(third), await push(second), await push(third)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(machine.box.passings.waitingAt('E1')).toBeNull();
  // What no camera repeats is handed over as a car that did not pass.
  machine.at(11);
  await machine.box.status().catch(() => undefined);
  expect(await push(first)).toBe(false);
  machine.cloud.line = 'up';
  await machine.box.sync.handOver();
  expect(kindsOf(machine.cloud.taken)).toEqual([`passing ${A} open`, `passing ${B} open`, 'passing 粤B10003 hold']);
  expect([A, B, '粤B10003'].map((plate) => machine.box.stays.inside(plate)?.enteredMs ?? null)).toEqual([
    START + 1000,
    START + 2000,
    null,
  ]);
  await Promise.all(dying);
});

test('a machine whose clock fell back years goes on from the time it last knew', async () => {
  const machine = await new Machine(edgeRows()).alone();
  await machine.see('E1', A, 30);
  await machine.box.close();
  const clock = { now: () => new Date('2020-01-01T00:00:00Z') };
  machine.start({ clock });
  expect(machine.box.clock.nowMs()).toBe(START + 30 * 60_000);
  expect((await machine.see('X1', A, 30)).isOpen).toBe(true);
  const last = machine.box.queue.first(9).at(-1)!;
  expect(last.atMs + Number(last.body.OffsetMs)).toBe(START + 30 * 60_000);
});

test('a camera with another token, or a message nobody can read, is refused', async () => {
  const machine = await new Machine(edgeRows()).alone();
  const push = edgePush('E1', A, machine.at(0));
  const stranger = await machine.box.app.inject({
    method: 'POST',
    ...push,
    url: push.url.replace('token-E1', 'other'),
  });
  expect(stranger.statusCode).toBe(401);
  const broken = await machine.box.app.inject({ method: 'POST', ...push, payload: '{' });
  expect(broken.statusCode).toBe(400);
  expect(machine.box.queue.isEmpty).toBe(true);
});

test('a database of a newer program is left alone', () => {
  const folder = newFolder();
  const database = new BoxDatabase(folder);
  database.run(`pragma user_version = ${SCHEMA.length + 1}`);
  database.close();
  expect(() => new BoxDatabase(folder)).toThrow(NewerDatabase);
});

test('without any configuration nothing is decided', async () => {
  const machine = new Machine([]);
  machine.cloud.line = 'down';
  const answer = await machine.see('E1', A, 0);
  expect(answer.status).toBe(401);
});
