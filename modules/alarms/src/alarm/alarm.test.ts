import {
  barrierOpened,
  carPassed,
  devicesServer,
  deviceWho,
  noteBoxStatus,
  noteCall,
  noteSign,
} from '@boyun/devices/server';
import { SetClock, type TenantTx } from '@boyun/kernel/server';
import { ordersServer } from '@boyun/orders/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { AlarmKind } from './alarm.contract.ts';

// Wednesday 09:00 in Shanghai.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  gate = new TestGate(server, admin, clock, START);
});
afterAll(() => server?.stop());

const A = '粤B10001';
const onLane = (lot: TestLot, work: (tx: TenantTx) => Promise<unknown>) =>
  server.product.kernel.database.inTenant(deviceWho(lot.entry), work);
const sweep = (name: string) =>
  [...ordersServer.sweeps!, ...devicesServer.sweeps!].find((one) => one.name === name)!.run(server.product.kernel);
const make = async (path: string, body: object) => {
  const answer = await admin.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};
const list = async (body: object) => (await make('/api/alarm/list', body)) as { Rows: Row[]; [total: string]: unknown };
interface Row {
  Id: string;
  Kind: string;
  State: string;
  ClaimedByName: string | null;
  RespondSeconds: number | null;
  HandleSeconds: number | null;
  Note?: string;
}

/** The events that raise an alarm of each kind, but those that need a payment, days of a camera, a battery or a patrol car. */
const STORIES: Readonly<
  Record<
    Exclude<keyof typeof AlarmKind, 'overpaid' | 'lens-dirty' | 'clock-drift' | 'battery-low' | 'patrol'>,
    { lot?: object; play: Play }
  >
> = {
  'black-entry': {
    play: async (lot) => {
      await make('/api/billBlackPlate/create', { Plate: A, Action: 'deny', Reason: 'x', ValidFrom: START });
      await gate.see(lot.entry, A, 1);
    },
  },
  'arrears-entry': {
    lot: { ArrearsLimit: '2.00' },
    play: async (lot) => {
      for (const minute of [0, 120, 240]) await gate.see(lot.entry, '粤B10002', minute);
    },
  },
  'duplicate-entry': {
    play: async (lot) => {
      for (const minute of [0, 30]) await gate.see(lot.entry, '粤B10003', minute);
    },
  },
  'unmatched-exit': { play: (lot) => gate.see(lot.exit, '粤B10004', 1) },
  'plate-mismatch': {
    play: async (lot) => {
      await gate.see(lot.entry, '粤B8O0B5', 0);
      await gate.see(lot.exit, '粤B80085', 1);
    },
  },
  'low-confidence': { play: (lot) => gate.see(lot.entry, '粤B10005', 1, { confidence: 51 }) },
  'lot-full': {
    lot: { Capacity: 1 },
    play: async (lot) => {
      await gate.see(lot.entry, '粤B10006', 0);
      await gate.see(lot.entry, '粤B10007', 5);
    },
  },
  overstay: {
    lot: { OverstayHours: 2 },
    play: async (lot) => {
      await gate.see(lot.entry, '粤B10008', 0);
      gate.at(121);
      await sweep('overstay');
      // Raised once, however often the sweep runs.
      await sweep('overstay');
    },
  },
  'no-plan': {
    play: async (lot) => {
      const { Rows } = await make('/api/billRuleBinding/list', { LotId: lot.id });
      const Id = Rows[0].ChargeRuleId;
      const windows = [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 300 }] }];
      const plans = [{ id: 'bus', when: { vehicleKinds: ['bus'] }, windows }];
      const Tariff = { id: 'bus-only', version: 2, name: { zh: '客车', en: 'Buses' }, plans };
      await make('/api/billRule/saveDraft', { Id, Tariff });
      await make('/api/billRule/submit', { Id, IsConfirmed: true });
      await make('/api/billRule/approve', { Id });
      const EffectiveFrom = new Date(START.getTime() + 60_000).toISOString();
      await make('/api/billRule/publish', { Id, EffectiveFrom, IsConfirmed: true });
      // Two cars are not charged; the operator is told once.
      for (const plate of ['粤B10012', '粤B10013']) {
        await gate.see(lot.entry, plate, 10);
        await gate.see(lot.exit, plate, 70);
      }
    },
  },
  tailgating: {
    play: async (lot) => {
      await gate.see(lot.entry, '粤B10009', 0);
      await onLane(lot, async (tx) => {
        await barrierOpened(tx, lot.entry.laneId);
        await carPassed(tx, lot.entry.laneId);
        await carPassed(tx, lot.entry.laneId);
      });
    },
  },
  'forced-open': { play: (lot) => make('/api/lane/open', { LaneId: lot.entry.laneId, Reason: '设备故障' }) },
  'command-uncertain': {
    play: async (lot) => {
      await gate.see(lot.entry, '粤B10010', 0);
      gate.at(2);
      await sweep('command-expiry');
    },
  },
  'barrier-fault': {
    play: async (lot) => {
      for (const minute of [0, 3, 6]) {
        await gate.see(lot.entry, `粤B1001${minute}`, minute);
        gate.at(minute + 1);
        await sweep('command-expiry');
      }
    },
  },
  'camera-fault': {
    play: (lot) =>
      onLane(lot, async (tx) => {
        await noteCall(tx, lot.entry.cameraId, 'ETIMEDOUT');
        await noteCall(tx, lot.entry.cameraId, 'ECONNREFUSED');
      }),
  },
  'queue-full': {
    play: async (lot) => {
      const box = { Name: '盒子', LotId: lot.id, SerialNo: 'QUEUE-1', LaneIds: [lot.entry.laneId] };
      const { Id: boxId } = await make('/api/boxManage/create', box);
      const context = { tenantId: admin.tenantId, boxId, boxName: '盒子', lotId: lot.id, zone: 'Asia/Shanghai' };
      for (const queueLength of [600, 700])
        await onLane(lot, (tx) => noteBoxStatus(tx, context, { appVersion: '1', configurationNumber: 0, queueLength }));
    },
  },
  'device-offline': {
    play: async (lot) => {
      await gate.see(lot.entry, '粤B10011', 0);
      await noteSign(server.product.kernel, lot.entry);
      gate.at(3);
      await sweep('silent-cameras');
    },
  },
};
type Play = (lot: TestLot) => Promise<unknown>;

describe('every kind of alarm is raised once by its cause', () => {
  const kinds = Object.keys(STORIES) as (keyof typeof STORIES)[];
  test.each(kinds)('%s', async (kind) => {
    gate.at(0);
    const lot = await gate.newLot({}, { Capacity: 30, ...STORIES[kind].lot });
    await STORIES[kind].play(lot);
    const raised = async () => (await list({ LotId: lot.id, Kind: kind })).Rows.length;
    await server.until('the alarm', async () => (await raised()) > 0);
    expect(await raised()).toBe(1);
  });
});

test('vehicles and devices have a list each, and open alarms are counted apart', async () => {
  gate.at(0);
  const other = await server.newTenant();
  const road = new TestGate(server, other, clock, START);
  const lot = await road.newLot({}, { Capacity: 30 });
  await road.see(lot.exit, '粤B30001', 1);
  const { data } = await other.call('/api/boxManage/create', {
    Name: '东门盒子',
    LotId: lot.id,
    SerialNo: 'BX-1',
    LaneIds: [lot.entry.laneId],
  });
  await server.product.kernel.database.system("update box set state = 'online', last_seen_at = $2 where id = $1", [
    data.Id,
    clock.now(),
  ]);
  road.at(10);
  await sweep('silent-boxes');
  await server.product.consumers.drain();
  const kinds = async (IsDevice: boolean) =>
    (await other.call('/api/alarm/list', { IsDevice })).data.Rows.map((one: Row) => one.Kind);
  expect(await kinds(true)).toEqual(['device-offline']);
  expect(await kinds(false)).toEqual(['unmatched-exit']);
  const { Todo } = (await other.call('/api/dashboard/getConsole')).data;
  expect(Todo).toMatchObject({ NewAlarms: 1, NewDeviceAlarms: 1, OfflineBoxes: 1, OfflineDevices: 0 });
});

test('a car on a list raises no overstay alarm', async () => {
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 30, OverstayHours: 1 });
  await make('/api/billWhitePlate/create', { Plate: '粤B20001', OwnerName: 'x', ValidFrom: START });
  await gate.see(lot.entry, '粤B20001', 1);
  gate.at(600);
  await sweep('overstay');
  await server.product.consumers.drain();
  expect(await gate.alarms(lot)).toEqual([]);
});

test('two concurrent sweeps raise one overstay alarm per car', async () => {
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 30, OverstayHours: 1 });
  await gate.see(lot.entry, '粤B20002', 0);
  gate.at(61);
  const { database } = server.product.kernel;
  let looks: Promise<unknown>;
  await database.inSystem(async (query) => {
    await query('select from car_inside where lot_id = $1 for update', [lot.id]);
    looks = Promise.all([sweep('overstay'), sweep('overstay')]);
    await server.until('both have found it', async () => {
      const waiting = await database.system(
        `select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
      );
      return waiting.length >= 2;
    });
  });
  await looks!;
  expect(
    await database.system("select from event where kind = 'stay.overstayed' and lot_id = $1", [lot.id]),
  ).toHaveLength(1);
});

describe('claiming an alarm', () => {
  let lot: TestLot;
  beforeAll(async () => {
    gate.at(0);
    lot = await gate.newLot({}, { Capacity: 30 });
  });
  const raise = async (minute: number) => {
    await gate.see(lot.exit, `粤C${String(10_000 + minute)}`, minute);
    const { Rows } = await list({ LotId: lot.id, State: 'new' });
    return Rows[0]!.Id;
  };

  test('of concurrent claims exactly one succeeds, and only that account can close the alarm', async () => {
    const people = [admin, ...(await Promise.all([1, 2, 3].map(() => server.newUser(admin, ['alarm.handle']))))];
    for (let round = 0; round < 5; round += 1) {
      const AlarmId = await raise(1 + round);
      const answers = await Promise.all(people.map((one) => one.call('/api/alarm/claim', { AlarmId })));
      const winners = answers.flatMap((one, index) => (one.state === 'success' ? [index] : []));
      expect(winners).toHaveLength(1);
      for (const one of answers.filter((each) => each.state !== 'success')) expect(one.code).toBe('alarm.not-possible');
      const close = { AlarmId, Outcome: 'handled', Note: '已核实' };
      const other = people[(winners[0]! + 1) % people.length]!;
      expect((await other.call('/api/alarm/handle', close)).code).toBe('alarm.not-yours');
      const own = people[winners[0]!]!;
      // Concurrent requests close it once.
      const closed = await Promise.all([own.call('/api/alarm/handle', close), own.call('/api/alarm/handle', close)]);
      expect(closed.map((one) => one.state).sort()).toEqual(['fail', 'success']);
      const [row] = await server.product.kernel.database.system<{ audits: number; events: number }>(
        `select (select count(*) from audit_log where subject_id::text = $1 and action = 'alarm.claimed')::int as audits,
           (select count(*) from event where subject_id::text = $1 and kind = 'alarm.claimed')::int as events`,
        [AlarmId],
      );
      expect(row).toEqual({ audits: 1, events: 1 });
    }
  });

  test('several are closed as false alarms at once; those of colleagues stay', async () => {
    gate.at(50);
    const colleague = await server.newUser(admin, ['alarm.handle']);
    const [first, second, theirs] = [await raise(50), await raise(51), await raise(52)];
    await make('/api/alarm/claim', { AlarmId: second });
    await colleague.call('/api/alarm/claim', { AlarmId: theirs });
    const AlarmIds = [first, second, theirs, first];
    expect(await make('/api/alarm/dismiss', { AlarmIds, Note: '设备调试' })).toEqual({
      ClosedCount: 2,
      SkippedCount: 1,
    });
    const { Rows } = await list({ LotId: lot.id, From: new Date(START.getTime() + 50 * 60_000).toISOString() });
    expect(Rows.map((row) => [row.Id, row.State, row.Note ?? null])).toEqual([
      [theirs, 'claimed', null],
      [second, 'false-alarm', '设备调试'],
      [first, 'false-alarm', '设备调试'],
    ]);
  });

  test('the numbers of new and claimed alarms do not depend on the state filter', async () => {
    gate.at(60);
    const ids = [await raise(60), await raise(61), await raise(62)];
    await make('/api/alarm/claim', { AlarmId: ids[0] });
    const From = new Date(START.getTime() + 60 * 60_000).toISOString();
    for (const [State, Total] of [
      [undefined, 3],
      ['new', 2],
      ['claimed', 1],
      ['handled', 0],
    ] as const)
      expect(await list({ LotId: lot.id, From, State })).toMatchObject({
        Total,
        Totals: { NewCount: 2, ClaimedCount: 1 },
      });
  });

  test('response times are reported until claim, until closing, and by person', async () => {
    const slow = await server.newUser(admin, ['alarm.handle', 'alarm.list']);
    const take = async (user: TestUser, AlarmId: string, claimedAt: number, closedAt: number) => {
      gate.at(claimedAt);
      expect((await user.call('/api/alarm/claim', { AlarmId })).state).toBe('success');
      gate.at(closedAt);
      const done = await user.call('/api/alarm/handle', { AlarmId, Outcome: 'false-alarm', Note: '误报' });
      expect(done.state).toBe('success');
    };
    gate.at(100);
    const From = new Date(START.getTime() + 100 * 60_000).toISOString();
    await take(admin, await raise(100), 101, 103);
    await take(slow, await raise(110), 115, 116);
    const { Rows } = await list({ LotId: lot.id, From });
    expect(Rows.map((row) => [row.RespondSeconds, row.HandleSeconds])).toEqual([
      [300, 60],
      [60, 120],
    ]);
    const people = await make('/api/alarm/getResponse', { LotId: lot.id, From });
    expect(
      people.Rows.map((row: Record<string, unknown>) => [
        row.Name,
        row.RespondSeconds,
        row.HandleSeconds,
        row.FalseCount,
      ]),
    ).toEqual([
      ['Admin', 60, 120, 1],
      [slow.account, 300, 60, 1],
    ]);
  });
});
