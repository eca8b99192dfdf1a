import { devicesServer } from '@boyun/devices/server';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { signCall } from './sign-call.service.ts';

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

/** A lot with an entry lane E1 and its camera, and a box that drives it. */
async function newPlace() {
  made += 1;
  const lotId = await create('/api/parkLot/create', { Name: `Lot${made}`, Code: `L${made}`, Capacity: 10 });
  const gateId = await create('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' });
  const laneId = await create('/api/lane/create', { Name: 'In', Code: 'E1', GateId: gateId, Direction: 'entry' });
  await create('/api/camera/create', { Name: 'Camera', LaneId: laneId });
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
  return { lotId, gateId, laneId };
}

async function newBox(values: { lotId: string; laneId?: string }) {
  made += 1;
  const serialNo = `BOX-${made}`;
  const id = await create('/api/boxManage/create', {
    Name: `Box ${made}`,
    LotId: values.lotId,
    SerialNo: serialNo,
    LaneIds: values.laneId ? [values.laneId] : [],
  });
  const { data } = await user.call('/api/boxManage/rotateSecret', { BoxId: id });
  return { id, serialNo, secret: data.DeviceSecret as string };
}

type Box = Awaited<ReturnType<typeof newBox>>;

function say(box: Pick<Box, 'serialNo' | 'secret'>, name: string, body: object, at = clock.now()) {
  const path = `/api/box/${name}`;
  const timestamp = String(at.getTime() / 1000);
  const signature = signCall(box.secret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
  return server.call(path, body, { timestamp, signature, serialnumber: box.serialNo });
}
const beat = (box: Box, body: object = {}) => say(box, 'status', { AppVersion: '2.4.1', QueueLength: 0, ...body });
const sweep = () => devicesServer.sweeps.find((one) => one.name === 'silent-boxes')!.run(server.product.kernel);
const read = async (id: string) => (await user.call('/api/boxManage/get', { Id: id })).data;

describe('a box', () => {
  test('is online with its first heartbeat and offline after three that did not come', async () => {
    const box = await newBox(await newPlace());
    expect(await read(box.id)).toMatchObject({ State: 'never', LastSeenAt: null, ConfigurationState: 'none' });
    expect((await beat(box, { QueueLength: 7 })).data).toMatchObject({ Configuration: null });
    expect(await read(box.id)).toMatchObject({ State: 'online', AppVersion: '2.4.1', QueueLength: 7 });
    clock.set(new Date(clock.now().getTime() + 89_000));
    await sweep();
    expect(await read(box.id)).toMatchObject({ State: 'online' });
    clock.set(new Date(clock.now().getTime() + 2000));
    await sweep();
    expect(await read(box.id)).toMatchObject({ State: 'offline' });
    await beat(box);
    expect(await read(box.id)).toMatchObject({ State: 'online', QueueLength: 0 });
  });

  test('gets its configuration with the heartbeat until it confirms the very number', async () => {
    const place = await newPlace();
    const box = await newBox({ lotId: place.lotId });
    expect((await user.call('/api/boxManage/pushConfiguration', { BoxId: box.id })).code).toBe('box.no-lanes');
    await user.call('/api/boxManage/update', { Id: box.id, LaneIds: [place.laneId] });
    await user.call('/api/lane/update', { Id: place.laneId, PackHolder: 'confirm' });
    const pushed = await user.call('/api/boxManage/pushConfiguration', { BoxId: box.id });
    expect(pushed.data).toEqual({ ConfigurationNumber: 1 });
    expect((await beat(box)).data.Configuration).toMatchObject({
      Number: 1,
      WhenOffline: 'list',
      Lot: { Capacity: 10, State: 'open' },
      Lanes: [{ LaneCode: 'E1', Direction: 'entry', PackHolder: 'confirm', Temporary: 'open' }],
    });
    expect(await read(box.id)).toMatchObject({ ConfigurationState: 'waiting', AcknowledgedAt: null });
    await user.call('/api/boxManage/pushConfiguration', { BoxId: box.id });
    // What it confirms is no longer the latest.
    expect((await beat(box, { ConfigurationNumber: 1 })).data.Configuration.Number).toBe(2);
    expect(await read(box.id)).toMatchObject({ ConfigurationState: 'waiting' });
    expect((await beat(box, { ConfigurationNumber: 2 })).data.Configuration).toBeNull();
    expect(await read(box.id)).toMatchObject({ ConfigurationState: 'confirmed', AcknowledgedNumber: 2 });
  });

  test('reports cars of its own lanes, and of no other', async () => {
    const place = await newPlace();
    const box = await newBox({ lotId: place.lotId });
    const car = { EventId: 'e1', Plate: '粤B12345', LaneCode: 'E1', HappenedAt: clock.now().toISOString() };
    expect((await say(box, 'passing', car)).status).toBe(400);
    await user.call('/api/boxManage/update', { Id: box.id, LaneIds: [place.laneId] });
    expect((await say(box, 'passing', car)).data).toMatchObject({ Decision: 'open', IsOpen: true, IsRepeated: false });
    expect((await say(box, 'passing', car)).data).toMatchObject({ IsRepeated: true });
    expect((await say(box, 'passing', { ...car, EventId: 'e2', LaneCode: 'X9' })).status).toBe(400);
    const lot = await user.call('/api/parkLot/get', { Id: place.lotId });
    expect(lot.data.CarsInside).toBe(1);
  });

  test('reports cards held to the readers of its lanes', async () => {
    const place = await newPlace();
    const box = await newBox({ lotId: place.lotId });
    await user.call('/api/boxManage/update', { Id: box.id, LaneIds: [place.laneId] });
    made += 1;
    const chip = `AB${1000 + made}`;
    const ValidFrom = new Date(clock.now().getTime() - 1000).toISOString();
    const card = { CardNo: `C${made}`, ChipUid: chip, HolderName: 'Li', LotId: place.lotId, ValidFrom };
    await user.call('/api/card/create', card);
    const swipe = { EventId: 's1', CardUid: chip, LaneCode: 'E1', HappenedAt: clock.now().toISOString() };
    const came = (await say(box, 'swipe', swipe)).data;
    expect(came).toMatchObject({
      Decision: 'open',
      IsOpen: true,
      Lines: [expect.stringMatching(/^临/), expect.any(String)],
    });
    expect((await say(box, 'swipe', swipe)).data).toMatchObject({ PassingId: came.PassingId, IsRepeated: true });
    const unknown = (await say(box, 'swipe', { ...swipe, EventId: 's2', CardUid: 'DEADBEEF' })).data;
    expect(unknown).toMatchObject({ Decision: 'refuse', IsOpen: false, CommandId: null });
    expect(unknown.Lines.join()).toContain('未登记的卡');
    const forged = await say({ ...box, secret: 'made up' }, 'swipe', { ...swipe, EventId: 's3' });
    expect([forged.status, forged.code]).toEqual([401, 'device.bad-signature']);
    expect((await say(box, 'swipe', { ...swipe, EventId: 's4', CardUid: '' })).status).toBe(400);
  });

  test.each([
    ['passing', { Plate: '粤B54399' }],
    ['swipe', { CardUid: 'AB77001' }],
  ])('a %s told under an old timestamp is refused, kept, and taken again with its time, once', async (name, what) => {
    const place = await newPlace();
    const box = await newBox(place);
    const ValidFrom = new Date(clock.now().getTime() - 86_400_000).toISOString();
    if (name === 'swipe')
      await create('/api/card/create', {
        CardNo: 'C77',
        ChipUid: 'AB77001',
        HolderName: 'Li',
        LotId: place.lotId,
        ValidFrom,
      });
    const HappenedAt = new Date(clock.now().getTime() - 3_600_000).toISOString();
    const told = { EventId: 'k1', LaneCode: 'E1', HappenedAt, ...what };
    const answer = await say(box, name, told, new Date(clock.now().getTime() - 400_000));
    expect(answer.code).toBe('device.old-timestamp');
    const { Rows } = (await user.call('/api/quarantine/list')).data;
    const kept = Rows.find((one: { SerialNo: string }) => one.SerialNo === box.serialNo);
    expect(kept).toMatchObject({ Path: `/api/box/${name}`, Reason: 'old-timestamp' });
    const replay = () => user.call('/api/quarantine/replay', { QuarantineId: kept.Id });
    expect((await replay()).message).toBe('');
    expect((await replay()).code).toBe('quarantine.settled');
    const stays = async () => (await user.call('/api/order/getOrderPage', { LotId: place.lotId })).data.Rows;
    expect(await stays()).toMatchObject([{ EnteredAt: HappenedAt }]);
    // Told again by the box, it is known.
    expect((await say(box, name, told)).data).toMatchObject({ IsRepeated: true });
    expect(await stays()).toHaveLength(1);
    const cameras = (await user.call('/api/camera/list', { LotId: place.lotId })).data.Rows;
    expect(cameras.some((one: { SerialNo: string }) => one.SerialNo === box.serialNo)).toBe(false);
  });

  test('sends its queue later, with the original times', async () => {
    const place = await newPlace();
    const box = await newBox(place);
    await user.call('/api/boxManage/update', { Id: box.id, LaneIds: [place.laneId] });
    const at = new Date(clock.now().getTime() - 3_600_000);
    const car = { EventId: 'q1', Plate: '粤B54321', LaneCode: 'E1', HappenedAt: at.toISOString(), IsOffline: true };
    expect((await say(box, 'passing', car)).data).toMatchObject({ IsOpen: false });
    const orders = await user.call('/api/order/getOrderPage', { LotId: place.lotId });
    expect(orders.data.Rows[0]).toMatchObject({ Plate: '粤B54321', EnteredAt: at.toISOString() });
  });

  test.each([
    ['another secret', (box: Box) => ({ ...box, secret: 'made up' }), 0, 'device.bad-signature'],
    ['an unknown number', (box: Box) => ({ ...box, serialNo: 'BOX-X' }), 0, 'device.unknown'],
    ['an old timestamp', (box: Box) => box, -400_000, 'device.old-timestamp'],
  ])('with %s is refused', async (_, change, offMs, code) => {
    const box = await newBox(await newPlace());
    const at = new Date(clock.now().getTime() + offMs);
    const answer = await say(change(box), 'status', { AppVersion: '1' }, at);
    expect([answer.status, answer.code]).toEqual([401, code]);
    expect(await read(box.id)).toMatchObject({ State: 'never' });
  });

  test('has one secret at a time, which no reading shows', async () => {
    const box = await newBox(await newPlace());
    await beat(box);
    const { data } = await user.call('/api/boxManage/rotateSecret', { BoxId: box.id });
    expect((await beat(box)).code).toBe('device.bad-signature');
    expect((await beat({ ...box, secret: data.DeviceSecret })).state).toBe('success');
    expect(JSON.stringify(await user.call('/api/boxManage/list'))).not.toContain(data.DeviceSecret);
  });
});

describe('a detector below a roadside spot speaks through its box', () => {
  const newStreet = async () => {
    made += 1;
    const street = {
      Name: `Street${made}`,
      Code: `S${made}`,
      Capacity: 9,
      Kind: 'roadside',
      DetectorArriveSeconds: 0,
      DetectorLeaveSeconds: 0,
    };
    const lotId = await create('/api/parkLot/create', street);
    const detectorNo = `D-${made}`;
    await create('/api/parkSpot/create', { Number: 'R1', LotId: lotId, DetectorNo: detectorNo });
    await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
    return { lotId, detectorNo, box: await newBox({ lotId }) };
  };
  type Street = Awaited<ReturnType<typeof newStreet>>;
  const signal = ({ detectorNo }: Street, more: object = {}) => ({
    EventId: 'e1',
    DetectorNo: detectorNo,
    IsTaken: true,
    HappenedAt: clock.now().toISOString(),
    ...more,
  });
  const spotOf = async ({ lotId }: Street) => {
    const { data } = await user.call('/api/roadside/get', { LotId: lotId });
    return data.Spots[0];
  };
  const stays = async ({ lotId }: Street) =>
    (await user.call('/api/order/getOrderPage', { LotId: lotId })).data.Rows as { ParkingState: string }[];

  test('a car that comes and goes is one stay, however often its box reports it', async () => {
    const street = await newStreet();
    const came = signal(street);
    const answers = await Promise.all([1, 2, 3].map(() => say(street.box, 'spot', came)));
    expect(answers.map((one) => [one.status, one.state])).toEqual(Array(3).fill([200, 'success']));
    expect((await spotOf(street)).State).toBe('taken');
    expect(await stays(street)).toHaveLength(1);
    const gone = signal(street, { EventId: 'e2', IsTaken: false });
    await say(street.box, 'spot', gone);
    await say(street.box, 'spot', came);
    await say(street.box, 'spot', gone);
    expect((await spotOf(street)).State).toBe('free');
    expect((await stays(street)).map((one) => one.ParkingState)).toEqual(['left']);
  });

  test.each([
    ['another secret', (box: Box) => ({ ...box, secret: 'made up' }), 0, {}, [401, 'device.bad-signature']],
    ['a box nobody knows', (box: Box) => ({ ...box, serialNo: 'BOX-X' }), 0, {}, [401, 'device.unknown']],
    ['an old timestamp', (box: Box) => box, -400_000, {}, [401, 'device.old-timestamp']],
    ['a timestamp to come', (box: Box) => box, 400_000, {}, [401, 'device.old-timestamp']],
    ['a detector the street has not', (box: Box) => box, 0, { DetectorNo: 'D-9' }, [400, 'device.malformed']],
    ['no word on whether a car is there', (box: Box) => box, 0, { IsTaken: null }, [400, 'device.malformed']],
  ])('%s: refused, nothing changes, and people see it', async (_, change, offMs, more, refused) => {
    const street = await newStreet();
    const at = new Date(clock.now().getTime() + offMs);
    const answer = await say(change(street.box), 'spot', signal(street, more), at);
    expect([answer.status, answer.code]).toEqual(refused);
    expect((await spotOf(street)).State).toBe('free');
    expect(await stays(street)).toEqual([]);
    if (refused[1] === 'device.unknown') return;
    const { Rows } = (await user.call('/api/quarantine/list')).data;
    const kept = Rows.filter((one: { SerialNo: string }) => one.SerialNo === street.box.serialNo);
    expect(kept).toMatchObject([{ Path: '/api/box/spot', Reason: String(refused[1]).slice(7) }]);
  });

  test('refused for want of its detector, it is taken again once that is known: with its time, and once', async () => {
    const street = await newStreet();
    const { Rows: spots } = (await user.call('/api/parkSpot/list', { LotId: street.lotId })).data;
    const came = signal(street, {
      DetectorNo: 'D-NEW',
      HappenedAt: new Date(clock.now().getTime() - 60_000).toISOString(),
    });
    expect((await say(street.box, 'spot', came)).status).toBe(400);
    const { Rows } = (await user.call('/api/quarantine/list')).data;
    const kept = Rows.find((one: { SerialNo: string }) => one.SerialNo === street.box.serialNo);
    const replay = () => user.call('/api/quarantine/replay', { QuarantineId: kept.Id });
    expect((await replay()).code).toBe('quarantine.still-refused');
    await user.call('/api/parkSpot/update', { Id: spots[0].Id, DetectorNo: 'D-NEW' });
    expect((await replay()).message).toBe('');
    expect((await spotOf(street)).State).toBe('taken');
    expect(await stays(street)).toMatchObject([{ EnteredAt: came.HappenedAt }]);
    expect((await replay()).code).toBe('quarantine.settled');
    await say(street.box, 'spot', { ...came });
    expect(await stays(street)).toHaveLength(1);
  });

  test('a box of another street knows nothing of it', async () => {
    const [street, other] = [await newStreet(), await newStreet()];
    expect((await say(other.box, 'spot', signal(street))).status).toBe(400);
    expect(await stays(street)).toEqual([]);
  });
});

describe('the lanes of a box', () => {
  test('stand in its lot and belong to one box', async () => {
    const [place, other] = [await newPlace(), await newPlace()];
    const box = await newBox(place);
    const set = (id: string, LaneIds: string[]) => user.call('/api/boxManage/update', { Id: id, LaneIds });
    expect((await set(box.id, [other.laneId])).code).toBe('box.lane-elsewhere');
    expect((await set(box.id, [box.id])).code).toBe('kernel.not-found');
    expect((await set(box.id, [place.laneId, place.laneId])).state).toBe('success');
    const second = await newBox({ lotId: place.lotId });
    const taken = await set(second.id, [place.laneId]);
    expect(taken.code).toBe('box.lane-taken');
    expect(taken.message).toContain('请先从该盒子移除');
    expect((await set(box.id, [])).state).toBe('success');
    expect((await set(second.id, [place.laneId])).state).toBe('success');
    expect(await read(second.id)).toMatchObject({ LaneIds: [place.laneId], LaneNames: 'In' });
    const moved = await user.call('/api/boxManage/update', { Id: second.id, LotId: other.lotId });
    expect(moved.code).toBe('box.lane-elsewhere');
  });

  test('are beyond an account of another lot', async () => {
    const [own, other] = [await newPlace(), await newPlace()];
    const box = await newBox(other);
    const scoped = await server.newUser(
      user,
      ['box.update', 'box.push-configuration', 'box.rotate-secret'],
      [own.lotId],
    );
    for (const [path, body] of [
      ['update', { Id: box.id, LaneIds: [] }],
      ['pushConfiguration', { BoxId: box.id }],
      ['rotateSecret', { BoxId: box.id }],
    ] as const)
      expect((await scoped.call(`/api/boxManage/${path}`, body)).code).toBe('kernel.not-found');
  });
});
