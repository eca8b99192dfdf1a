import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { settlePending } from '@boyun/passings/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { DeviceBus } from '../driver/driver.service.ts';
import { busOf } from '../driver/mount.service.ts';
import { mqttDriver } from './mqtt.service.ts';

const START = Date.parse('2026-03-04T01:00:00.000Z');
const clock = new SetClock(new Date(START));
let server: TestServer;
let user: TestUser;
let mqtt: DeviceBus;
let listener: Server;
const clients: MqttClient[] = [];

const minute = (count: number) => new Date(START + count * 60_000);
const call = async (path: string, body: object) => {
  const answer = await user.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true, clock });
  mqtt = await busOf(mqttDriver, server.product.kernel);
  listener = createServer((socket) => {
    socket.once('readable', () => {
      socket.unshift(socket.read(1) as Buffer);
      mqtt.handleSocket(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  user = await server.newTenant();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await mqtt?.stop();
  listener?.close();
  await server?.stop();
});

async function connect(serial: string, token: string): Promise<MqttClient> {
  const { port } = listener.address() as { port: number };
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: serial,
    password: token,
    reconnectPeriod: 0,
  });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}
const up = (client: MqttClient, serial: string, name: string, message: object) =>
  client.publishAsync(`device/${serial}/message/up/${name}`, JSON.stringify(message), { qos: 1 });
const newRule = async (LotId: string, Template: string) => {
  const ChargeRuleId = (await call('/api/billRule/createFromTemplate', { Name: Template, Template })).Id;
  await call('/api/billRuleBinding/create', { LotId, ChargeRuleId });
  await call('/api/parkLot/open', { LotId });
};

/** A lane with its camera on the bus: what it sees, what it is told, and its barrier. */
async function newLane(LotId: string, Direction: 'entry' | 'exit') {
  const GateId = (await call('/api/gate/create', { Name: Direction, LotId, Direction })).Id;
  const LaneId = (await call('/api/lane/create', { Name: Direction, Code: Direction, GateId, Direction })).Id;
  const SerialNo = `feed-${Direction}`;
  const camera = { Name: Direction, LaneId, SerialNo, Protocol: 'vzenith-mqtt' };
  const CameraId = (await call('/api/camera/create', camera)).Id;
  const { Token } = await call('/api/camera/rotateSecret', { CameraId });
  const client = await connect(SerialNo, Token);
  const told: { id: string }[] = [];
  client.on('message', (_topic, payload) => told.push(JSON.parse(String(payload))));
  await client.subscribeAsync(`device/${SerialNo}/message/down/gpio_out`, { qos: 1 });
  let number = 0;
  return {
    told,
    async see(plate: string) {
      number += 1;
      const Timeval = { sec: Math.floor(clock.now().getTime() / 1000), usec: 0 };
      const license = Buffer.from(plate).toString('base64');
      const read = { license, colorType: 1, confidence: 99, plateid: number, isoffline: 0, timeStamp: { Timeval } };
      const AlarmInfoPlate = { serialno: SerialNo, result: { PlateResult: read } };
      await up(client, SerialNo, 'ivs_result', { sn: SerialNo, name: 'ivs_result', payload: { AlarmInfoPlate } });
    },
    /** Replies to the command, then the barrier is up and the car is through; returns the state after each. */
    async obey() {
      const { id } = (await server.until('gpio_out', async () => told.at(-1)))!;
      const states: string[] = [];
      const note = async () => {
        const { Rows } = await call('/api/deviceCommand/list', { LaneId });
        states.push(Rows.find((one: { Id: string }) => one.Id === id).State);
      };
      await note();
      const reply = { code: 200, id, name: 'gpio_out', payload: null, sn: SerialNo, version: '1.0' };
      await client.publishAsync(`device/${SerialNo}/message/down/gpio_out/reply`, JSON.stringify(reply), { qos: 1 });
      await note();
      for (const source of [0, 1]) {
        const body = { AlarmGioIn: { result: { TriggerResult: { source, value: 1 } } } };
        await up(client, SerialNo, 'gpio_in', { sn: SerialNo, payload: { body } });
        await note();
      }
      return states;
    },
  };
}

test('a stay goes from the opening of the entry to the opening of the exit over the bus, paid in between', async () => {
  const LotId = (await call('/api/parkLot/create', { Name: '滨江广场', Code: 'M1', Capacity: 9 })).Id;
  const [entry, exit] = [await newLane(LotId, 'entry'), await newLane(LotId, 'exit')];
  await newRule(LotId, 'per-entry');
  const order = async () => (await call('/api/order/getOrderPage', { Plate: '粤B60001' })).Rows[0];
  const life = ['sent', 'accepted', 'opened', 'passed'];
  await entry.see('粤B60001');
  expect(await entry.obey()).toEqual(life);
  expect(await order()).toMatchObject({ ParkingState: 'inside', EnteredAt: minute(0).toISOString() });
  clock.set(minute(60));
  await exit.see('粤B60001');
  await exit.see('粤B60001');
  expect(exit.told).toEqual([]);
  const { Id: OrderId } = await order();
  await call('/api/order/collectCash', { OrderId, Amount: '10.00' });
  expect(await exit.obey()).toEqual(life);
  expect(exit.told).toHaveLength(1);
  expect(await order()).toMatchObject({
    ParkingState: 'left',
    PayState: 'paid',
    Paid: '10.00',
    LeftAt: minute(60).toISOString(),
  });
  expect((await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0)).toEqual([]);
});

test('a detector signs in with number and token, reports on its own topics only, and is told nothing', async () => {
  clock.set(minute(100));
  const LotId = (await call('/api/parkLot/create', { Name: '滨江路', Code: 'M2', Capacity: 9, Kind: 'roadside' })).Id;
  const SerialNo = 'DC-M1';
  await call('/api/parkSpot/create', { LotId, Number: 'R1', DetectorNo: SerialNo });
  const MagneticId = (await call('/api/magnetic/create', { SerialNo, LotId })).Id;
  const { Token } = await call('/api/magnetic/rotateSecret', { MagneticId });
  await newRule(LotId, 'guangzhou-2005-outdoor');
  await expect(connect('DC-OTHER', Token)).rejects.toThrow(/not authorized/i);
  const client = await connect(SerialNo, Token);
  const say = (name: string, body: object) => up(client, SerialNo, name, { sn: SerialNo, name, payload: { body } });
  await say('keep_alive', { Sequence: 1, Battery: 64, Signal: -90 });
  await say('spot_state', { Kind: 'arrive', Sequence: 2, HappenedAt: clock.now().toISOString() });
  await say('spot_state', { Kind: 'arrive', Sequence: 2, HappenedAt: clock.now().toISOString() });
  await say('spot_state', { Kind: 'jump', Sequence: 3 });
  clock.set(minute(101));
  await settlePending.run(server.product.kernel);
  const { Rows } = await call('/api/order/getOrderPage', { LotId });
  expect(Rows).toMatchObject([{ ParkingState: 'inside', SpotNumber: 'R1', EnteredAt: minute(100).toISOString() }]);
  const row = await call('/api/magnetic/get', { Id: MagneticId });
  expect(row).toMatchObject({ State: 'online', BatteryPercent: 64, SignalDbm: -90, SpotState: 'taken' });
  const { Rows: refused } = await call('/api/quarantine/list', { Reason: 'malformed' });
  expect(refused).toMatchObject([{ SerialNo, Path: 'device/…/message/up/spot_state' }]);
  const granted = await client
    .subscribeAsync(`device/${SerialNo}/message/down/gpio_out`, { qos: 1 })
    .catch((error: Error) => error);
  expect(granted instanceof Error || granted.every((each) => each.qos === 128)).toBe(true);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  await call('/api/magnetic/rotateSecret', { MagneticId });
  await closed;
});

test('a network server of LoRaWAN signs in with its token and passes on what its detectors send', async () => {
  clock.set(minute(200));
  const LotId = (await call('/api/parkLot/create', { Name: '江南路', Code: 'M3', Capacity: 9, Kind: 'roadside' })).Id;
  const devEui = '24e124141f5a0a77';
  await call('/api/parkSpot/create', { LotId, Number: 'L1', DetectorNo: devEui.toUpperCase() });
  await call('/api/magnetic/create', { SerialNo: devEui.toUpperCase(), LotId });
  await call('/api/parkLot/open', { LotId, IsFree: true });
  const LoraNetworkId = (await call('/api/loraNetwork/create', { Name: 'ChirpStack', StatePath: 'bytes[0]' })).Id;
  const { Token, UserName } = await call('/api/loraNetwork/rotateToken', { LoraNetworkId });
  await expect(connect('someone', Token)).rejects.toThrow(/not authorized/i);
  const client = await connect(UserName, Token);
  const say = (topic: string, message: object) => client.publishAsync(topic, JSON.stringify(message), { qos: 1 });
  const uplink = {
    deduplicationId: 'd',
    time: clock.now().toISOString(),
    deviceInfo: { devEui },
    devAddr: '00189440',
    fCnt: 1,
    fPort: 2,
    data: 'AQ==',
    rxInfo: [{ rssi: -101 }],
  };
  // Servers publish much else, which is nothing of detectors.
  await say(`application/a1/device/${devEui}/command/down`, {});
  await say(`application/a1/device/${devEui}/event/up`, uplink);
  await say('application/a1/device/x/event/up', { nothing: true });
  clock.set(minute(201));
  await settlePending.run(server.product.kernel);
  const { Rows } = await call('/api/order/getOrderPage', { LotId });
  expect(Rows).toMatchObject([{ ParkingState: 'inside', SpotNumber: 'L1', EnteredAt: minute(200).toISOString() }]);
  expect((await call('/api/quarantine/list', { Reason: 'malformed' })).Rows).toContainEqual(
    expect.objectContaining({ Path: 'mqtt/lora' }),
  );
  const granted = await client.subscribeAsync('application/#', { qos: 1 }).catch((error: Error) => error);
  expect(granted instanceof Error || granted.every((each) => each.qos === 128)).toBe(true);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  await call('/api/loraNetwork/update', { Id: LoraNetworkId, IsActive: false });
  await closed;
});
