import { devicesServer } from '@boyun/devices/server';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { signCall } from './sign-call.service.ts';
import { sweepSignedCalls } from './signed-call.service.ts';

const clock = new SetClock(new Date('2026-03-04T01:00:00.000Z'));
let server: TestServer;
let user: TestUser;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
});
afterAll(() => server?.stop());

async function create(path: string, body: object): Promise<string> {
  const answer = await user.call(path, body);
  expect(answer).toMatchObject({ message: '', state: 'success' });
  return answer.data.Id;
}

interface Box {
  readonly id: string;
  readonly serialNo: string;
  readonly secret: string;
}

/** Sends a call with the signature a box made at some time. */
function say(box: Box, name: string, body: object, at = clock.now()) {
  const path = `/api/box/${name}`;
  const timestamp = String(at.getTime() / 1000);
  const signature = signCall(box.secret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
  return server.call(path, body, { timestamp, signature, serialnumber: box.serialNo });
}

describe('a signed call that is sent again', () => {
  const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms));
  const sweepBoxes = () => devicesServer.sweeps.find((one) => one.name === 'silent-boxes')!.run(server.product.kernel);
  /** A box with a lane whose camera is online, and the time its first heartbeat was signed for. */
  const newLane = async () => {
    made += 1;
    const lotId = await create('/api/parkLot/create', { Name: `Lot${made}`, Code: `L${made}`, Capacity: 10 });
    const gateId = await create('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' });
    const laneId = await create('/api/lane/create', { Name: 'In', Code: 'E1', GateId: gateId, Direction: 'entry' });
    await create('/api/camera/create', { Name: 'Camera', LaneId: laneId });
    const serialNo = `BOX-${made}`;
    const values = { Name: `Box ${made}`, LotId: lotId, SerialNo: serialNo, LaneIds: [laneId] };
    const id = await create('/api/boxManage/create', values);
    const secret = (await user.call('/api/boxManage/rotateSecret', { BoxId: id })).data.DeviceSecret as string;
    const box: Box = { id, serialNo, secret };
    const signedAt = clock.now();
    expect((await say(box, 'heartbeat', { LaneCode: 'E1' }, signedAt)).data).toEqual({ Commands: [] });
    const camera = async () => (await user.call('/api/camera/list', { LotId: lotId })).data.Rows[0];
    await server.until('online', async () => (await camera()).State === 'online');
    return { laneId, box, signedAt };
  };
  const events = async (kind: string, laneId: string) =>
    server.product.kernel.database.system(
      `select 1 from event where tenant_id = $1 and kind = $2 and data->>'laneId' = $3`,
      [user.tenantId, kind, laneId],
    );

  test('takes no command from the device: a heartbeat gets its first answer', async () => {
    const { box, laneId, signedAt } = await newLane();
    const heartbeat = async (at: Date) => (await say(box, 'heartbeat', { LaneCode: 'E1' }, at)).data.Commands;
    const { CommandId } = (await user.call('/api/lane/open', { LaneId: laneId, Reason: 'by hand' })).data;
    const stateOf = async () =>
      (await user.call('/api/deviceCommand/list')).data.Rows.find((one: { Id: string }) => one.Id === CommandId).State;
    const again = await Promise.all([1, 2, 3].map(() => heartbeat(signedAt)));
    expect(again).toEqual([[], [], []]);
    expect(await stateOf()).toBe('queued');
    later(250);
    // Another heartbeat within the same second fetches the command; sent again it does not confirm its arrival.
    const fetched = [{ CommandId, Kind: 'open' }];
    expect(await heartbeat(clock.now())).toEqual(fetched);
    expect(await heartbeat(clock.now())).toEqual(fetched);
    expect(await stateOf()).toBe('sent');
    later(250);
    expect(await heartbeat(clock.now())).toEqual([]);
    expect(await stateOf()).toBe('accepted');
  });

  test('reports an input once', async () => {
    const { box, laneId } = await newLane();
    const barrier = () => say(box, 'input', { LaneCode: 'E1', Input: 'barrier' });
    const answers = await Promise.all([1, 2, 3].map(barrier));
    expect(answers.map((one) => [one.status, one.data])).toEqual(Array(3).fill([200, {}]));
    expect(await events('lane.opened-unasked', laneId)).toHaveLength(1);
    later(1);
    await barrier();
    expect(await events('lane.opened-unasked', laneId)).toHaveLength(2);
  });

  test('does not keep a silent box online, and is forgotten once its time is too old', async () => {
    const { box, signedAt } = await newLane();
    const status = { AppVersion: '2.4.1' };
    expect((await say(box, 'status', status, signedAt)).state).toBe('success');
    later(91_000);
    await sweepBoxes();
    const again = await say(box, 'status', status, signedAt);
    expect(again).toMatchObject({ state: 'success', data: { ServerTime: clock.now().toISOString() } });
    expect((await user.call('/api/boxManage/get', { Id: box.id })).data).toMatchObject({ State: 'offline' });
    const kept = () =>
      server.product.kernel.database.system('select 1 from signed_call where tenant_id = $1', [user.tenantId]);
    await sweepSignedCalls(server.product.kernel);
    expect(await kept()).not.toEqual([]);
    later(300_000);
    await sweepSignedCalls(server.product.kernel);
    expect(await kept()).toEqual([]);
    expect((await say(box, 'status', status, signedAt)).code).toBe('device.old-timestamp');
  });
});
