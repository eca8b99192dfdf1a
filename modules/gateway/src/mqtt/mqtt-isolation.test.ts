import { once } from 'node:events';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { now } from '@boyun/test-server/time';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { DeviceBus } from '../driver/driver.service.ts';
import { busOf } from '../driver/mount.service.ts';
import { mqttDriver } from './mqtt.service.ts';

let server: TestServer;
let mqtt: DeviceBus;
let listener: Server;
let port: number;
let count = 0;
const clients: MqttClient[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  // Time stands still: a command that is not carried out in fifteen seconds is uncertain.
  server = await startTestServer(inject('databaseUrl'), { clock: new SetClock(now()) });
  mqtt = await busOf(mqttDriver, server.product.kernel);
  listener = createServer((socket) => mqtt.handleSocket(socket)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  port = (listener.address() as { port: number }).port;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await mqtt?.stop();
  listener?.close();
  await server?.stop();
});

interface Gate {
  readonly user: TestUser;
  readonly cameraId: string;
  readonly laneId: string;
  readonly serial: string;
  readonly token: string;
}

/** A tenant of its own with one lane and its camera. */
async function newGate(serial: string): Promise<Gate> {
  count += 1;
  const user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 10 })).data.Id;
  const gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  const lane = { Name: 'Lane', Code: 'C', GateId: gateId, Direction: 'exit' };
  const laneId = (await user.call('/api/lane/create', lane)).data.Id;
  const values = { Name: `Camera ${count}`, LaneId: laneId, SerialNo: serial, Protocol: 'vzenith-mqtt' };
  const cameraId = (await user.call('/api/camera/create', values)).data.Id;
  const token = (await user.call('/api/camera/rotateSecret', { CameraId: cameraId })).data.Token;
  return { user, cameraId, laneId, serial, token };
}

async function connect(gate: Gate, options: IClientOptions = {}): Promise<MqttClient> {
  const own = { host: '127.0.0.1', port, username: gate.serial, password: gate.token, reconnectPeriod: 0 };
  const client = await connectAsync({ ...own, ...options });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

async function listen(client: MqttClient, serial: string): Promise<string[]> {
  const ids: string[] = [];
  client.on('message', (_topic, payload) => ids.push(JSON.parse(String(payload)).id));
  await client.subscribeAsync(`device/${serial}/message/down/#`, { qos: 1 });
  return ids;
}

const online = (gate: Gate) =>
  server.until('online', async () => {
    const { State } = (await gate.user.call('/api/camera/get', { Id: gate.cameraId })).data;
    return State === 'online';
  });

/** Opens the barrier by hand; returns the command's id. */
async function open(gate: Gate): Promise<string> {
  const answer = await gate.user.call('/api/lane/open', { LaneId: gate.laneId, Reason: 'by hand' });
  return answer.data.CommandId;
}

/** Waits until a client has heard all that was sent to it before. */
const settled = (client: MqttClient, serial: string) => client.unsubscribeAsync(`device/${serial}/message/down/none`);

test('a camera with the client id of another tenant’s camera neither ends its connection nor gets its commands', async () => {
  const victim = await newGate('victim-1');
  const attacker = await newGate('attacker-1');
  const client = await connect(victim, { clientId: 'shared-id', clean: false });
  const commands = await listen(client, victim.serial);
  await online(victim);
  const thief = await connect(attacker, { clientId: 'shared-id', clean: false });
  const stolen = await listen(thief, attacker.serial);
  const id = await open(victim);
  await server.until('the command', async () => commands.includes(id));
  await settled(thief, attacker.serial);
  expect(client.connected).toBe(true);
  expect(stolen).toEqual([]);
});

/** A packet of MQTT 3.1.1 from its first byte and body. */
function packet(first: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let left = body.length; ; left = Math.floor(left / 128)) {
    length.push(left >= 128 ? (left % 128) | 128 : left);
    if (left < 128) break;
  }
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}
const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};
/** CONNECT with a session that is to outlive the connection. */
const signIn = (gate: Pick<Gate, 'serial' | 'token'>, clientId: string) =>
  packet(
    0x10,
    Buffer.concat([
      text('MQTT'),
      Buffer.from([4, 0b1100_0000, 0, 60]),
      text(clientId),
      text(gate.serial),
      text(gate.token),
    ]),
  );

async function socketTo(): Promise<Socket & { readonly received: Buffer[] }> {
  const received: Buffer[] = [];
  const socket = Object.assign(connectSocket(port, '127.0.0.1'), { received });
  socket.on('data', (bytes) => received.push(bytes)).on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}
const all = (socket: { readonly received: Buffer[] }) => Buffer.concat(socket.received);

test('an unacknowledged command is not delivered to a client that resumes the session', async () => {
  const victim = await newGate('victim-2');
  const attacker = await newGate('attacker-2');
  const socket = await socketTo();
  socket.write(signIn(victim, 'shared-id-2'));
  const topic = Buffer.concat([
    Buffer.from([0, 1]),
    text(`device/${victim.serial}/message/down/gpio_out`),
    Buffer.from([1]),
  ]);
  socket.write(packet(0x82, topic));
  await online(victim);
  const id = await open(victim);
  // It arrives and is never acknowledged.
  await server.until('the command', async () => all(socket).includes(id));
  socket.destroy();
  const thief = await socketTo();
  thief.write(signIn(attacker, 'shared-id-2'));
  thief.write(Buffer.from([0xc0, 0]));
  await server.until('the answer to the ping', async () => all(thief).includes(Buffer.from([0xd0, 0])));
  // CONNACK without a session, the answer to the ping, nothing else.
  expect(all(thief)).toEqual(Buffer.from([0x20, 2, 0, 0, 0xd0, 0]));
});

test('two tenants’ cameras with the same serial number get their own commands only', async () => {
  const one = await newGate('twin-serial');
  const other = await newGate('twin-serial');
  const [mine, theirs] = [await connect(one), await connect(other)];
  const [own, foreign] = [await listen(mine, one.serial), await listen(theirs, other.serial)];
  await Promise.all([online(one), online(other)]);
  const [id, otherId] = [await open(one), await open(other)];
  await server.until('both commands', async () => own.length > 0 && foreign.length > 0);
  await Promise.all([settled(mine, one.serial), settled(theirs, other.serial)]);
  expect([own, foreign]).toEqual([[id], [otherId]]);
});

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())));

test('a first packet that is large or no sign-in ends the connection before it is read', async () => {
  const large = await socketTo();
  large.write(Buffer.from([0x10, 0x80, 0x80, 0x01]));
  await closed(large);
  const other = await socketTo();
  other.write(Buffer.from([0x30, 0x02, 0, 0]));
  await closed(other);
});

test('a packet larger than a message over HTTP ends the connection at its header', async () => {
  const gate = await newGate('large-1');
  const socket = await socketTo();
  socket.write(signIn(gate, 'x'));
  await server.until('CONNACK', async () => all(socket).length >= 4);
  // 250 MB are announced.
  socket.write(Buffer.from([0x32, 0x80, 0xe5, 0x9a, 0x77]));
  await closed(socket);
  const client = await connect(gate);
  const topic = `device/${gate.serial}/message/up/ivs_result`;
  const gone = new Promise((resolve) => client.once('close', () => resolve('closed')));
  void client.publishAsync(topic, Buffer.alloc(5 * 1024 * 1024), { qos: 1 }).catch(() => undefined);
  expect(await gone).toBe('closed');
});

test('what is sent along with the sign-in waits until that is answered; a stranger’s is not read', async () => {
  const gate = await newGate('along-1');
  const socket = await socketTo();
  socket.write(Buffer.concat([signIn(gate, 'x'), Buffer.from([0xc0, 0])]));
  await server.until('both answers', async () => all(socket).length >= 6);
  expect(all(socket)).toEqual(Buffer.from([0x20, 2, 0, 0, 0xd0, 0]));
  const stranger = await socketTo();
  stranger.write(Buffer.concat([signIn({ serial: gate.serial, token: '1.none' }, 'x'), Buffer.alloc(3_000_000, 0x30)]));
  await closed(stranger);
  expect(all(stranger).length).toBeLessThanOrEqual(4);
});

test('a network has a limited number of connections that are not signed in', async () => {
  const idle = [];
  for (let number = 0; number < 100; number += 1) idle.push(await socketTo());
  await closed(await socketTo());
  idle[0]!.destroy();
  const gate = await newGate('after-1');
  const client = await server.until('a place', () => connect(gate).catch(() => null));
  expect(client.connected).toBe(true);
});
