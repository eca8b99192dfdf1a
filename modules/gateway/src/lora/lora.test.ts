import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { makeStreet, type TestStreet } from '@boyun/test-server/street';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let street: TestStreet;
let networks = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  street = await makeStreet(server, user, clock, START);
});
afterAll(() => server?.stop());

/** A network of the server, and how it passes on what a device of it sends. */
async function newNetwork(map: object) {
  networks += 1;
  const LoraNetworkId = (await street.call('/api/loraNetwork/create', { Name: `Network ${networks}`, ...map })).Id;
  const { Address } = await street.call('/api/loraNetwork/rotateToken', { LoraNetworkId });
  return {
    id: LoraNetworkId as string,
    pass: (message: object, query = '?event=up') => server.call(Address + query, message, {}),
  };
}
const chirpStack = (devEui: string, seconds: number, fCnt: number, data: number[], more: object = {}) => ({
  deduplicationId: `${devEui}-${fCnt}`,
  time: street.at(seconds).toISOString().replace('Z', '023242+00:00'),
  deviceInfo: { applicationId: 'a1', deviceName: 'spot', devEui: devEui.toLowerCase() },
  devAddr: '00189440',
  dr: 5,
  fCnt,
  fPort: 1,
  data: Buffer.from(data).toString('base64'),
  rxInfo: [{ gatewayId: 'g1', rssi: -98, snr: 4 }],
  ...more,
});

test('its uplinks open a stay and close it, which is paid and stands in the list of orders', async () => {
  const one = await street.newDetector('24E124141F5A0A01');
  const { id, pass } = await newNetwork({ StatePath: 'bytes[0]', StateMask: 1, BatteryPath: 'bytes[1]' });
  const say = (seconds: number, fCnt: number, data: number[], more: object = {}) => {
    clock.set(street.at(seconds + 1));
    return pass(chirpStack(one.serialNo, seconds, fCnt, data, more));
  };
  expect(await say(0, 0, [0, 90])).toMatchObject({ status: 200, state: 'success' });
  await say(600, 1, [1, 89]);
  // The gateway's copy, and one that comes after the car has left, change nothing.
  await say(600, 1, [1, 89]);
  await street.look(640);
  expect(await street.stays(one)).toEqual(['inside 600']);
  expect(await street.row(one)).toMatchObject({
    State: 'online',
    BatteryPercent: 89,
    SignalDbm: -98,
    SpotState: 'taken',
  });
  await say(1200, 2, [1, 89]);
  await say(4300, 3, [0, 88]);
  await say(600, 1, [1, 89]);
  await street.look(4400);
  expect(await street.stays(one)).toEqual(['left 600+3700']);
  const kinds = await street.messages(one);
  expect(kinds.map(({ Kind, SeenCount }) => `${Kind} ${SeenCount}`)).toEqual([
    'leave 1',
    'heartbeat 1',
    'arrive 3',
    'heartbeat 1',
  ]);
  expect(kinds[0]!.Route).toBe('lora');
  // Joined again, the device counts from the beginning.
  await say(5000, 1, [1, 88], { devAddr: '00189441' });
  await street.look(5040);
  expect(await street.stays(one)).toEqual(['left 600+3700', 'inside 5000']);

  const left = async () =>
    (
      await street.call('/api/order/getOrderPage', { LotId: street.lotId, ParkingState: 'left', PerPage: 100 })
    ).Rows.find((order: { SpotNumber: string }) => order.SpotNumber === one.spot);
  const { Id: OrderId } = await left();
  await street.call('/api/order/collectCash', { OrderId, Amount: '6.00' });
  // Paid after the car had left.
  expect(await left()).toMatchObject({ PayState: 'settled', Paid: '6.00' });
  const seen = await street.call('/api/loraNetwork/readMessage', { LoraNetworkId: id });
  expect(seen).toMatchObject({ DevEui: one.serialNo, IsKnown: true, Bytes: '01 58', IsTaken: true, SignalDbm: -98 });
});

test('fields that The Things Stack has decoded say the same, and so does the battery it asked for', async () => {
  const one = await street.newDetector('70b3d57ed0051234');
  const { pass } = await newNetwork({ StatePath: 'parking.status', TakenValues: 'OCCUPIED' });
  const say = async (seconds: number, f_cnt: number, status: string) => {
    clock.set(street.at(seconds + 1));
    const ids = { device_id: 'spot', application_ids: { application_id: 'app1' } };
    const uplink = { f_cnt, f_port: 3, frm_payload: 'AA==', decoded_payload: { parking: { status } } };
    const more = {
      session_key_id: 'AXA5',
      received_at: street.at(seconds).toISOString(),
      rx_metadata: [{ rssi: -77 }],
    };
    const battery = { last_battery_percentage: { f_cnt: 1, value: 55.9 } };
    return pass(
      {
        end_device_ids: { ...ids, dev_eui: one.serialNo.toUpperCase() },
        uplink_message: { ...uplink, ...more, ...battery },
      },
      '',
    );
  };
  await say(0, 1, 'free');
  await say(100, 2, 'occupied');
  await street.look(140);
  expect(await street.stays(one)).toEqual(['inside 100']);
  expect(await street.row(one)).toMatchObject({ BatteryPercent: 56, SignalDbm: -77 });
});

test('what is not an uplink of a known detector changes nothing', async () => {
  const one = await street.newDetector('24E124141F5A0A02');
  const { id, pass } = await newNetwork({ StatePath: 'bytes[0]' });
  clock.set(street.at(10));
  const { time, deviceInfo } = chirpStack(one.serialNo, 0, 1, [1]);
  expect(await pass({ time, deviceInfo, devAddr: '00189440' }, '?event=join')).toMatchObject({ status: 200 });
  expect(await street.messages(one)).toEqual([]);
  expect(await pass({ time, deviceInfo, margin: 7, batteryLevel: 41.2 }, '?event=status')).toMatchObject({
    status: 200,
  });
  expect(await street.row(one)).toMatchObject({ BatteryPercent: 41, SpotState: null });
  // A device nobody has entered is noted, and not asked for again.
  expect(await pass(chirpStack('24E124141F5A0AFF', 0, 1, [1]))).toMatchObject({ status: 200 });
  expect((await pass({ hello: 'world' })).code).toBe('device.malformed');
  const noted = (await street.call('/api/quarantine/list', {})).Rows as {
    Path: string;
    Reason: string;
    Detail: string;
  }[];
  expect(
    noted
      .filter(({ Path }) => Path === '/api/lora/…/up')
      .map(({ Reason }) => Reason)
      .sort(),
  ).toEqual(['malformed', 'unknown']);
  // Another tenant's network speaks for its own detectors only.
  const other = await server.newTenant();
  const foreign = (await other.call('/api/loraNetwork/create', { Name: 'N', StatePath: 'bytes[0]' })).data.Id;
  const { Address } = (await other.call('/api/loraNetwork/rotateToken', { LoraNetworkId: foreign })).data;
  await server.call(Address, chirpStack(one.serialNo, 0, 9, [1]), {});
  await street.look(60);
  expect(await street.stays(one)).toEqual([]);
  await street.call('/api/loraNetwork/update', { Id: id, IsActive: false });
  expect((await pass(chirpStack(one.serialNo, 0, 10, [1]))).status).toBe(401);
});
