import { markSilentMagnetics } from '@boyun/devices/server';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { judgeDetectors, passingsServer, sumSpotDays } from '@boyun/passings/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { makeStreet, type TestDetector, type TestStreet } from '@boyun/test-server/street';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { signCall } from '../box/sign-call.service.ts';

// Wednesday 09:00 in Shanghai; the street charges 3 yuan per started hour.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let street: TestStreet;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  street = await makeStreet(server, user, clock, START);
});
afterAll(() => server?.stop());

const at = (seconds: number) => street.at(seconds);
const call = (path: string, body: object) => street.call(path, body);
const newDetector = () => street.newDetector();
const report = (...given: Parameters<TestStreet['report']>) => street.report(...given);
const look = (seconds: number) => street.look(seconds);
const stays = (one: TestDetector) => street.stays(one);
const row = (one: TestDetector) => street.row(one);
const messages = (one: TestDetector) => street.messages(one);

describe('a detector', () => {
  test('opens a stay once its change has lasted, and closes it, each as of its own time', async () => {
    const one = await newDetector();
    expect((await report(one, 'arrive', 0, { Battery: 88, Signal: -97 })).status).toBe(200);
    await look(29);
    expect(await stays(one)).toEqual([]);
    await look(30);
    expect(await stays(one)).toEqual(['inside 0']);
    expect(await row(one)).toMatchObject({
      SpotId: one.spotId,
      State: 'online',
      BatteryPercent: 88,
      SignalDbm: -97,
      SpotState: 'taken',
      ChangedAt: at(0).toISOString(),
    });
    await report(one, 'leave', 4000);
    await look(4010);
    expect(await stays(one)).toEqual(['left 0+4000']);
    expect((await verifyTenant(server.product.kernel, user.tenantId)).filter((bad) => bad.brokenCount > 0)).toEqual([]);
  });

  test('that flaps opens nothing; a door does not end a stay', async () => {
    const one = await newDetector();
    await report(one, 'arrive', 0);
    await report(one, 'leave', 12);
    await look(600);
    expect(await stays(one)).toEqual([]);
    await report(one, 'arrive', 1000);
    await look(1030);
    await report(one, 'leave', 1100);
    await report(one, 'arrive', 1108);
    await look(1200);
    expect(await stays(one)).toEqual(['inside 1000']);
  });

  test('that sends a message again, or an earlier one later, changes nothing twice', async () => {
    const one = await newDetector();
    const sequence = { Sequence: 7 };
    await Promise.all([1, 2, 3].map(() => report(one, 'arrive', 0, sequence)));
    await look(40);
    expect(await stays(one)).toEqual(['inside 0']);
    expect(await messages(one)).toMatchObject([{ Outcome: 'taken', SeenCount: 3 }]);
    await report(one, 'leave', 3000, {}, 3000);
    await look(3020);
    // The street's network was down: these come in the wrong order.
    await report(one, 'leave', 5000, {}, 6000);
    await report(one, 'arrive', 4000, {}, 6001);
    await look(6100);
    expect(await stays(one)).toEqual(['left 0+3000', 'left 4000+1000']);
  });

  test('says with a heartbeat what a lost message would have said', async () => {
    const one = await newDetector();
    await report(one, 'heartbeat', 0, { IsTaken: false, Battery: 60 });
    await report(one, 'heartbeat', 100, { IsTaken: true });
    await look(140);
    expect(await stays(one)).toEqual(['inside 100']);
    await report(one, 'heartbeat', 3700, { IsTaken: true });
    await look(3800);
    expect(await stays(one)).toEqual(['inside 100']);
  });

  test('leaves a car alone that a collector has recorded, and gets its plate from the collector', async () => {
    const one = await newDetector();
    clock.set(at(100));
    await call('/api/roadside/open', { SpotId: one.spotId, Plate: '粤B50001' });
    await report(one, 'arrive', 95, {}, 130);
    await look(200);
    expect(await stays(one)).toEqual(['inside 100']);
    await report(one, 'leave', 900);
    await look(950);
    expect(await stays(one)).toEqual(['left 100+800']);
    await report(one, 'arrive', 1000);
    await look(1040);
    const { OrderId } = await call('/api/roadside/open', { SpotId: one.spotId, Plate: '粤B50002' });
    expect(await call('/api/order/getOrderPage', { Plate: '粤B50002' })).toMatchObject({
      Rows: [{ Id: OrderId, ParkingState: 'inside', SpotNumber: one.spot }],
    });
  });

  test('that is broken and never stops is heard only so often', async () => {
    const one = await newDetector();
    await report(one, 'heartbeat', 0);
    await server.product.kernel.database.system('update magnetic set hour_count = 600 where id = $1', [one.id]);
    expect((await report(one, 'arrive', 60)).status).toBe(200);
    expect(await messages(one)).toHaveLength(1);
    await report(one, 'arrive', 3700);
    expect(await messages(one)).toHaveLength(2);
  });

  test('books nothing while it is tested or muted, and where the lot only shows spots', async () => {
    const one = await newDetector();
    clock.set(at(0));
    await call('/api/magnetic/test', { MagneticId: one.id, Minutes: 5 });
    await report(one, 'arrive', 10);
    await report(one, 'leave', 60);
    await call('/api/magnetic/mute', { MagneticId: one.id, Hours: 1, Reason: '路面施工' });
    await report(one, 'arrive', 100);
    await look(200);
    expect(await stays(one)).toEqual([]);
    expect((await messages(one)).map((message) => message.Outcome)).toEqual(['muted', 'test', 'test']);
    expect(await row(one)).toMatchObject({ QuietKind: 'muted', QuietReason: '路面施工' });
    await call('/api/magnetic/resume', { MagneticId: one.id });
    expect((await user.call('/api/magnetic/resume', { MagneticId: one.id })).code).toBe('magnetic.not-quiet');
    await call('/api/parkLot/update', { Id: street.lotId, DetectorUse: 'show' });
    await report(one, 'arrive', 300);
    await look(340);
    expect(await stays(one)).toEqual([]);
    expect(await call('/api/parkSpot/get', { Id: one.spotId })).toMatchObject({ State: 'taken' });
    await call('/api/parkLot/update', { Id: street.lotId, DetectorUse: 'book' });
  });

  test('is bound to one spot of its own lot; without one its messages are only written down', async () => {
    const [one, other] = [await newDetector(), await newDetector()];
    await call('/api/magnetic/bind', { MagneticId: one.id, SpotId: other.spotId });
    expect(await row(one)).toMatchObject({ SpotId: other.spotId, SpotName: other.spot });
    expect(await row(other)).toMatchObject({ SpotId: null });
    await report(other, 'arrive', 0);
    await look(60);
    expect([await stays(other), (await messages(other))[0]!.Outcome]).toEqual([[], 'unbound']);
    const elsewhere = (await call('/api/parkLot/create', { Name: 'Other', Code: 'O', Capacity: 3 })).Id;
    const far = (await call('/api/parkSpot/create', { LotId: elsewhere, Number: 'F1' })).Id;
    const refused = await user.call('/api/magnetic/bind', { MagneticId: one.id, SpotId: far });
    expect(refused.code).toBe('magnetic.spot-elsewhere');
    await call('/api/magnetic/update', { Id: one.id, SerialNo: `${one.serialNo}-N` });
    expect(await row(one)).toMatchObject({ SpotId: other.spotId });
    await user.call('/api/magnetic/delete', { Id: one.id });
    expect(await call('/api/parkSpot/get', { Id: other.spotId })).toMatchObject({ DetectorNo: null });
  });
});

describe('who reports', () => {
  test('signs the call, or has the token in the address; others are refused and leave a note', async () => {
    const one = await newDetector();
    clock.set(at(0));
    const path = '/api/detector/report';
    const body = { Kind: 'heartbeat', Sequence: 1, Battery: 70 };
    const say = (secret: string, serialnumber = one.serialNo) => {
      const timestamp = String(clock.now().getTime() / 1000);
      const signature = signCall(secret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
      return server.call(path, body, { timestamp, signature, serialnumber });
    };
    expect(await say(one.secret)).toMatchObject({ status: 200, data: { ServerTime: at(0).toISOString() } });
    expect((await say('made up')).code).toBe('device.bad-signature');
    expect((await say(one.secret, 'DC-X')).code).toBe('device.unknown');
    expect((await server.call(`${one.tokenPath.replace('/report', 'x')}/report`, body, {})).status).toBe(401);
    expect(await row(one)).toMatchObject({ BatteryPercent: 70 });
    const broken = await server.call(one.tokenPath, { Kind: 'arrive' }, {});
    expect([broken.status, broken.code]).toEqual([400, 'device.malformed']);
    await call('/api/magnetic/rotateSecret', { MagneticId: one.id });
    expect((await say(one.secret)).code).toBe('device.bad-signature');
    expect((await server.call(one.tokenPath, body, {})).status).toBe(401);
  });
});

describe('alarms', () => {
  const alarms = async (kind: string, { serialNo }: TestDetector) =>
    (
      (await call('/api/alarm/list', { IsDevice: true, Kind: kind, DeviceKind: 'magnetic' })).Rows as {
        DeviceName: string;
        State: string;
      }[]
    )
      .filter((alarm) => alarm.DeviceName === serialNo)
      .map((alarm) => alarm.State);
  const drained = () => server.product.consumers.drain();

  test('come for a low battery, end with a new one, and for silence, unless it is muted', async () => {
    const [one, muted] = [await newDetector(), await newDetector()];
    await report(one, 'heartbeat', 0, { Battery: 20 });
    await report(one, 'heartbeat', 60, { Battery: 22 });
    await drained();
    expect(await alarms('battery-low', one)).toEqual(['new']);
    await report(one, 'heartbeat', 120, { Battery: 100 });
    await report(muted, 'heartbeat', 120, { Battery: 100 });
    await call('/api/magnetic/mute', { MagneticId: muted.id, Hours: 48, Reason: '待更换' });
    await drained();
    expect(await alarms('battery-low', one)).toEqual(['handled']);
    const silence = async (seconds: number) => {
      clock.set(at(seconds));
      await markSilentMagnetics(server.product.kernel);
      await drained();
      return [await alarms('device-offline', one), await alarms('device-offline', muted)];
    };
    expect(await silence(120 + 3 * 3600)).toEqual([[], []]);
    expect(await silence(121 + 3 * 3600)).toEqual([['new'], []]);
    expect(await row(muted)).toMatchObject({ State: 'offline' });
  });
});

test('a day of a spot says how often its detector was wrong, and what collectors saw beside it', async () => {
  const one = await newDetector();
  await report(one, 'arrive', 0);
  await report(one, 'leave', 10);
  await report(one, 'arrive', 100);
  await look(140);
  clock.set(at(300));
  await call('/api/roadside/open', { SpotId: one.spotId, Plate: '粤B50011' });
  await report(one, 'leave', 4000);
  await look(4020);
  clock.set(at(8000));
  const missed = (await call('/api/roadside/open', { SpotId: one.spotId, Plate: '粤B50012' })).OrderId;
  clock.set(at(12_000));
  await call('/api/roadside/close', { OrderId: missed });
  await sumSpotDays(server.product.kernel, at(-2 * 86_400));
  await judgeDetectors(server.product.kernel);
  const { Rows } = await call('/api/magnetic/getQuality', { SpotId: one.spotId });
  expect(Rows).toMatchObject([
    {
      Day: '2026-03-04',
      DetectorNo: one.serialNo,
      ChangeCount: 2,
      FlapCount: 1,
      FalsePercent: 33,
      SightingCount: 3,
      AgreedCount: 2,
      MissedCount: 1,
      StuckCount: 0,
      AgreedPercent: 67,
    },
  ]);
  expect(await row(one)).toMatchObject({ FalsePercent: 33 });
  const expire = (before: string) => {
    const days = passingsServer.retained!.find(({ table }) => table === 'spot_day')!;
    const step = { tenantId: user.tenantId, before: new Date(before), days: 1095, after: null, limit: 1000 };
    return days.step(server.product.kernel, step);
  };
  const kept = async () => (await call('/api/magnetic/getQuality', { SpotId: one.spotId })).Rows.length;
  await expire('2026-03-04T00:00:00Z');
  expect(await kept()).toBe(1);
  await expire('2026-03-05T00:00:00Z');
  expect(await kept()).toBe(0);
});
