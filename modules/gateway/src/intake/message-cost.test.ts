import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

/** What one message costs the database. */
interface Cost {
  readonly statements: string[];
  /** Writes to the sockets of the database: each is a system call, and wakes the database. */
  writes: number;
}

const clock = new SetClock(new Date('2026-03-04T01:00:00.000Z'));
const costs = new AsyncLocalStorage<Cost>();
/** Every statement that changes a camera, with its values. */
const cameraWrites: (readonly unknown[])[] = [];
let server: TestServer;
let user: TestUser;
let laneId: string;
let lotId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  user = await server.newTenant();
  lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 10 })).data.Id;
  const GateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  laneId = (await user.call('/api/lane/create', { Name: 'Lane', Code: 'C', GateId, Direction: 'entry' })).data.Id;
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
  server.product.kernel.database.trace = (text, values) => {
    costs.getStore()?.statements.push(text);
    if (/update camera set last_seen_at/.test(text)) cameraWrites.push(values.flat());
  };
  countWrites();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server?.stop();
});

/** Counts the writes to the database as part of the message they are made for. */
function countWrites(): void {
  const port = Number(new URL(server.databaseUrl).port);
  for (const name of ['_write', '_writev'] as const) {
    const original = Socket.prototype[name] as (...all: unknown[]) => void;
    vi.spyOn(Socket.prototype, name).mockImplementation(function (this: Socket, ...given: unknown[]) {
      const cost = costs.getStore();
      if (cost && this.remotePort === port) cost.writes += 1;
      original.apply(this, given);
    });
  }
}

let count = 0;
async function newCamera() {
  count += 1;
  const serial = `cost-${count}`;
  const id = (await user.call('/api/camera/create', { Name: serial, LaneId: laneId, SerialNo: serial })).data.Id;
  return { id, serial, token: (await user.call('/api/camera/rotateSecret', { CameraId: id })).data.Token as string };
}
type Camera = Awaited<ReturnType<typeof newCamera>>;

async function costOf(url: string, payload: object): Promise<Cost> {
  const own: Cost = { statements: [], writes: 0 };
  await costs.run(own, async () => {
    const response = await server.product.app.inject({ method: 'POST', url, payload });
    expect(response.statusCode).toBe(200);
  });
  return own;
}

const beat = ({ token, serial }: Camera) => costOf(`/api/camera/vzenith/${token}/heartbeat`, { serialno: serial });

const rowOf = async ({ id }: Camera) => (await user.call('/api/camera/get', { Id: id })).data;

const isSeen = (camera: Camera, at: string) =>
  server.until('the sign of life', async () => (await rowOf(camera)).LastSeenAt === at);

test('a heartbeat of a camera that has nothing to do opens no transaction, and one with a command gets it', async () => {
  const camera = await newCamera();
  await beat(camera);
  await isSeen(camera, clock.now().toISOString());
  const { statements, writes } = await beat(camera);
  expect(statements.map((one) => one.trim().split(/\s/)[0])).toEqual(['select', 'select']);
  expect(writes).toBe(2);
  await user.call('/api/lane/open', { LaneId: laneId, Reason: 'delivery' });
  const { statements: carried } = await beat(camera);
  expect(carried.filter((one) => one.startsWith('update gate_command'))).toHaveLength(2);
  const list = async () => (await user.call('/api/deviceCommand/list', { LaneId: laneId })).data.Rows;
  expect(await list()).toMatchObject([{ State: 'sent' }]);
  // The next call proves that it arrived.
  await beat(camera);
  expect(await list()).toMatchObject([{ State: 'accepted' }]);
});

test('signs of cameras that are online are written together, and each counts', async () => {
  const cameras = [await newCamera(), await newCamera(), await newCamera()];
  for (const one of cameras) await beat(one);
  for (const one of cameras) await isSeen(one, clock.now().toISOString());
  // Written at once, each in its own transaction, because the camera was not online before.
  expect(cameraWrites.filter((values) => cameras.some(({ id }) => values.includes(id)))).toHaveLength(3);
  clock.set(new Date(clock.now().getTime() + 11_000));
  cameraWrites.length = 0;
  await Promise.all(cameras.map(beat));
  for (const one of cameras) await isSeen(one, clock.now().toISOString());
  expect(cameraWrites.length).toBeLessThan(3);
  // One that was marked offline in between is online again.
  const [first] = cameras as [Camera];
  clock.set(new Date(clock.now().getTime() + 11_000));
  // Its sign is gathered while it is still seen online, and written after the mark, however long both take.
  await server.product.kernel.database.inSystem(async (query) => {
    await query("update camera set state = 'offline' where id = $1", [first.id]);
    await beat(first);
  });
  await isSeen(first, clock.now().toISOString());
  await server.until('online again', async () => (await rowOf(first)).State === 'online');
});

test('the statements of an entry leave in few writes', async () => {
  const camera = await newCamera();
  const plate = (plateid: number) => ({
    AlarmInfoPlate: {
      serialno: camera.serial,
      result: {
        PlateResult: {
          license: `川A1000${plateid}`,
          plateid,
          colorType: 1,
          confidence: 95,
          isoffline: 0,
          timeStamp: { Timeval: { sec: Math.floor(clock.now().getTime() / 1000), usec: 0 } },
        },
      },
    },
  });
  const enter = (number: number) => costOf(`/api/camera/vzenith/${camera.token}/plate`, plate(number));
  await enter(1);
  await isSeen(camera, clock.now().toISOString());
  const { statements, writes } = await enter(2);
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(20);
  expect(writes).toBeGreaterThan(0);
  expect(writes).toBeLessThan(statements.length / 2);
});
