import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { now } from '@boyun/test-server/time';
import { connectAsync, type MqttClient } from 'mqtt';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { DeviceBus } from '../driver/driver.service.ts';
import { busOf } from '../driver/mount.service.ts';
import { mqttDriver } from './mqtt.service.ts';
import { startMqttClient } from './mqtt-client.service.ts';

// A command that is not carried out in fifteen seconds is uncertain: time passes only where a test says so.
const clock = new SetClock(now());
/** A second passes: of cameras, the one heard last gets the commands of its lane. */
const later = () => clock.set(new Date(clock.now().getTime() + 1000));
let server: TestServer;
let user: TestUser;
let laneId: string;
let mqtt: DeviceBus;
let listener: Server;
let url: string;
let serialCount = 0;
const clients: MqttClient[] = [];
let plateCount = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  mqtt = await busOf(mqttDriver, server.product.kernel);
  // As on the port that is shared with the pages: the first byte was looked at and put back.
  listener = createServer((socket) => {
    socket.once('readable', () => {
      socket.unshift(socket.read(1) as Buffer);
      mqtt.handleSocket(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  url = `mqtt://127.0.0.1:${(listener.address() as { port: number }).port}`;
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 10 })).data.Id;
  const gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  const lane = { Name: 'Lane', Code: 'C', GateId: gateId, Direction: 'entry' };
  laneId = (await user.call('/api/lane/create', lane)).data.Id;
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  await server.product.kernel.database.system('update camera set serial_no = null, last_seen_at = null');
});
afterAll(async () => {
  await mqtt?.stop();
  listener?.close();
  await server?.stop();
});

async function newCamera(): Promise<{ id: string; token: string; serial: string }> {
  later();
  serialCount += 1;
  const serial = `feed0001-${serialCount}`;
  const values = { Name: `Camera ${serialCount}`, LaneId: laneId, SerialNo: serial, Protocol: 'vzenith-mqtt' };
  const id = (await user.call('/api/camera/create', values)).data.Id;
  return { id, serial, token: (await user.call('/api/camera/rotateSecret', { CameraId: id })).data.Token };
}

const ended = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));

async function connect(serial: string, token: string): Promise<MqttClient> {
  const client = await connectAsync(url, { username: serial, password: token, reconnectPeriod: 0 });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

/** A car that was not here before. */
function newPlate(): string {
  plateCount += 1;
  return `京A${String(80_000 + plateCount)}`;
}
/** A car that passes now. */
const fresh = () => {
  later();
  return {
    license: Buffer.from(newPlate()).toString('base64'),
    timeStamp: { Timeval: { sec: Math.floor(clock.now().getTime() / 1000), usec: 0 } },
  };
};
/** The passings recorded for a camera, oldest first. */
const passingsOf = (cameraId: string) =>
  server.product.kernel.database.system<{ plate: string; key: string; isOffline: boolean }>(
    'select plate, event_key as key, is_offline as "isOffline" from passing where camera_id = $1 order by id',
    [cameraId],
  );

const plate = (sn: string, result: object = {}) => ({
  id: 'x1',
  sn,
  name: 'ivs_result',
  version: '1.0',
  payload: {
    AlarmInfoPlate: {
      serialno: sn,
      result: {
        PlateResult: {
          license: Buffer.from('京A88888').toString('base64'),
          colorType: 1,
          confidence: 99,
          plateid: 5,
          isoffline: 0,
          imagePath: 'x.jpg',
          timeStamp: { Timeval: { sec: 1_770_000_100, usec: 0 } },
          ...result,
        },
      },
    },
  },
});
const up = (client: MqttClient, serial: string, name: string, message: object) =>
  client.publishAsync(`device/${serial}/message/up/${name}`, JSON.stringify(message), { qos: 1 });

async function down(client: MqttClient, serial: string): Promise<Record<string, unknown>[]> {
  const received: Record<string, unknown>[] = [];
  client.on('message', (_topic, payload) => received.push(JSON.parse(String(payload))));
  await client.subscribeAsync(`device/${serial}/message/down/gpio_out`, { qos: 1 });
  return received;
}

test('a plate is read from base64 and opened by gpio_out; an old record is not opened', async () => {
  const { id, serial, token } = await newCamera();
  const client = await connect(serial, token);
  const received = await down(client, serial);
  await up(client, serial, 'ivs_result', plate(serial));
  expect(await passingsOf(id)).toEqual([{ plate: '京A88888', key: '5:1770000100.0', isOffline: true }]);
  await up(client, serial, 'ivs_result', plate(serial, { plateid: 6, ...fresh() }));
  const [message] = await server.until('gpio_out', async () => received.length > 0 && received);
  expect(received).toHaveLength(1);
  expect(message).toMatchObject({
    sn: serial,
    name: 'gpio_out',
    payload: { type: 'gpio_out', body: { delay: 500, io: 0, value: 2 } },
  });
});

test('a queued command goes down at once and is accepted by its reply; sensors finish it', async () => {
  const { serial, token } = await newCamera();
  const client = await connect(serial, token);
  const received = await down(client, serial);
  await server.until('online', async () => {
    const [row] = (await user.call('/api/camera/list', { SerialNo: serial })).data.Rows;
    return row?.State === 'online';
  });
  const opened = await user.call('/api/lane/open', { LaneId: laneId, Reason: 'by hand' });
  const state = async () => (await user.call('/api/deviceCommand/list')).data.Rows[0].State;
  const [message] = await server.until('gpio_out', async () => received.length > 0 && received);
  expect(message!.id).toBe(opened.data.CommandId);
  expect(await state()).toBe('sent');
  const reply = { code: 200, id: message!.id, name: 'gpio_out', payload: null, sn: serial, version: '1.0' };
  await client.publishAsync(`device/${serial}/message/down/gpio_out/reply`, JSON.stringify(reply), { qos: 1 });
  expect(await state()).toBe('accepted');
  const input = (source: number) => ({
    sn: serial,
    payload: { body: { AlarmGioIn: { result: { TriggerResult: { source, value: 1 } } } } },
  });
  await up(client, serial, 'gpio_in', input(0));
  expect(await state()).toBe('opened');
  await up(client, serial, 'gpio_in', input(1));
  expect(await state()).toBe('passed');
});

test('an offline passing moves no barrier, and a repeated one not again', async () => {
  const { id, serial, token } = await newCamera();
  const client = await connect(serial, token);
  const received = await down(client, serial);
  await up(client, serial, 'ivs_result', plate(serial, { ...fresh(), isoffline: 1 }));
  expect(received).toEqual([]);
  const car = plate(serial, { plateid: 6, ...fresh() });
  await up(client, serial, 'ivs_result', car);
  await server.until('gpio_out', async () => received.length > 0);
  await up(client, serial, 'ivs_result', car);
  expect(received).toHaveLength(1);
  expect(await passingsOf(id)).toHaveLength(2);
});

test('a message that failed is not acknowledged and is taken when it comes again', async () => {
  const { id, serial, token } = await newCamera();
  const client = await connect(serial, token);
  const car = plate(serial, fresh());
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  try {
    await owner.query('alter table passing_key rename to passing_key_away');
    const acknowledged = up(client, serial, 'ivs_result', car).then(
      () => 'acknowledged',
      () => 'broken',
    );
    await ended(client);
    await client.endAsync(true);
    expect(await Promise.race([acknowledged, Promise.resolve('open')])).not.toBe('acknowledged');
  } finally {
    await owner.query('alter table passing_key_away rename to passing_key');
    await owner.end();
  }
  expect(await passingsOf(id)).toEqual([]);
  await up(await connect(serial, token), serial, 'ivs_result', car);
  expect(await passingsOf(id)).toHaveLength(1);
});

test('strangers do not get in, and a camera reaches only its own topics', async () => {
  const one = await newCamera();
  const other = await newCamera();
  await expect(connect(one.serial, other.token)).rejects.toThrow(/not authorized/i);
  await expect(connect(one.serial, '1.no-such-token')).rejects.toThrow(/not authorized/i);
  const reasons = (await user.call('/api/quarantine/list')).data.Rows.map((row: { Reason: string }) => row.Reason);
  expect(reasons).toContain('wrong-serial');
  const client = await connect(one.serial, one.token);
  const granted = await client
    .subscribeAsync([`device/${other.serial}/message/down/gpio_out`, '#'], { qos: 1 })
    .catch((error: Error) => error);
  expect(granted instanceof Error || granted.every((each) => each.qos === 128)).toBe(true);
  void up(client, other.serial, 'ivs_result', plate(other.serial)).catch(() => undefined);
  await ended(client);
  expect(await passingsOf(other.id)).toEqual([]);
});

test('a malformed message is acknowledged and kept', async () => {
  const { serial, token } = await newCamera();
  const client = await connect(serial, token);
  await up(client, serial, 'ivs_result', { sn: serial, payload: { AlarmInfoPlate: { result: {} } } });
  const { Rows } = (await user.call('/api/quarantine/list', { Reason: 'malformed' })).data;
  expect(Rows[0]).toMatchObject({ SerialNo: serial, Path: 'device/…/message/up/ivs_result' });
});

test('a new secret ends the connection made with the old one', async () => {
  const { id, serial, token } = await newCamera();
  const client = await connect(serial, token);
  const closed = ended(client);
  await user.call('/api/camera/rotateSecret', { CameraId: id });
  await closed;
});

/** A broker in a process of its own that lets in whoever knows its password; arguments: port, password. */
const BROKER = `
  import { createServer } from 'node:net';
  import { Aedes } from 'aedes';
  const [port, password] = process.argv.slice(1);
  const broker = await Aedes.createBroker();
  broker.authenticate = (client, name, given, done) => done(null, name === 'boyun' && String(given) === password);
  // It knows no shared subscriptions; with one server an ordinary one is the same.
  broker.authorizeSubscribe = (client, subscription, done) =>
    done(null, { ...subscription, topic: subscription.topic.replace(/^\\$share\\/\\w+\\//, '') });
  broker.on('subscribe', (subscriptions) => console.log('subscribed', subscriptions.length));
  const server = createServer((socket) => void broker.handle(socket));
  server.listen(Number(port), '127.0.0.1', () => console.log('listens', server.address().port));
`;
/** With all the signs that must be escaped in an address. */
const BROKER_PASSWORD = 'p/a@s:s%w?o#rd';

/** Starts the broker; `said` waits for what it prints. */
async function startBroker(port = 0) {
  const args = ['--input-type=module', '-e', BROKER, String(port), BROKER_PASSWORD];
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += bytes;
  });
  const said = (words: RegExp) => server.until(String(words), async () => words.exec(output));
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const [, found] = await said(/listens (\d+)/);
  return { port: Number(found), said, end };
}

const asCamera = (port: number, password = BROKER_PASSWORD) =>
  connectAsync({ host: '127.0.0.1', port, username: 'boyun', password, reconnectPeriod: 0 });

test('with a broker outside, the server is one of its clients, also after the broker was away', async () => {
  let broker = await startBroker();
  const { serial } = await newCamera();
  const address = new URL(`mqtt://boyun@127.0.0.1:${broker.port}`);
  address.password = encodeURIComponent(BROKER_PASSWORD);
  const gateway = await startMqttClient(server.product.kernel, mqttDriver, address.href);
  const pass = async () => {
    await broker.said(/subscribed 2/);
    const client = await asCamera(broker.port);
    clients.push(client);
    const received = await down(client, serial);
    await up(client, serial, 'ivs_result', plate(serial, fresh()));
    const [message] = await server.until('gpio_out', async () => received.length > 0 && received);
    return message;
  };
  try {
    expect(await pass()).toMatchObject({ sn: serial, name: 'gpio_out' });
    // Detectors are told from cameras by the serial number of their topic.
    const [{ LotId }] = (await user.call('/api/camera/list', { SerialNo: serial })).data.Rows;
    const MagneticId = (await user.call('/api/magnetic/create', { SerialNo: 'feed-magnetic-1', LotId })).data.Id;
    await user.call('/api/magnetic/rotateSecret', { MagneticId });
    await up(clients.at(-1)!, 'feed-magnetic-1', 'keep_alive', {
      sn: 'feed-magnetic-1',
      payload: { body: { Sequence: 1, Battery: 71 } },
    });
    await server.until('the heartbeat', async () => {
      const { data } = await user.call('/api/magnetic/get', { Id: MagneticId });
      return data.BatteryPercent === 71 && data.State === 'online';
    });
    await broker.end();
    broker = await startBroker(broker.port);
    expect(await pass()).toMatchObject({ sn: serial, name: 'gpio_out' });
  } finally {
    await gateway.stop();
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    await broker.end();
  }
});

test('a broker outside that does not know the server gets none of its messages', async () => {
  const broker = await startBroker();
  const { id, serial } = await newCamera();
  const good = new URL(`mqtt://boyun@127.0.0.1:${broker.port}`);
  good.password = encodeURIComponent(BROKER_PASSWORD);
  const gateway = await startMqttClient(server.product.kernel, mqttDriver, good.href.replace(/rd@/, 'xx@'));
  try {
    const client = await asCamera(broker.port);
    clients.push(client);
    await up(client, serial, 'ivs_result', plate(serial));
    await expect(asCamera(broker.port, 'wrong')).rejects.toThrow(/not authorized/i);
    expect(await passingsOf(id)).toEqual([]);
  } finally {
    await gateway.stop();
    await Promise.all(clients.splice(0).map((one) => one.endAsync(true)));
    await broker.end();
  }
});
