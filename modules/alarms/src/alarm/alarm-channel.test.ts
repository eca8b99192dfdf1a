import { connect } from 'node:net';
import { systemWho } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type NewAlarm, raiseAlarm } from './alarm.service.ts';

let server: TestServer;
let admin: TestUser;
let here: string;
let elsewhere: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  admin = await server.newTenant();
  const lot = async (Name: string) =>
    (await admin.call('/api/parkLot/create', { Name, Code: Name, Capacity: 9 })).data.Id as string;
  here = await lot('HERE');
  elsewhere = await lot('ELSEWHERE');
});
afterAll(() => server?.stop());

/** Opens the alarm channel like the page does, with the token as subprotocol. */
async function follow(token: string) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/device/ws`, [token]);
  const received: string[] = [];
  let code = 0;
  socket.onmessage = ({ data }) => void received.push(String(data));
  socket.onclose = (event) => {
    code = event.code;
  };
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve();
    socket.onerror = () => reject(new Error('refused'));
  });
  return { socket, received, closedWith: () => code };
}

const raise = (tenantId: number, alarm: Partial<NewAlarm>) =>
  server.product.kernel.database.inTenant(systemWho(tenantId), (tx) =>
    raiseAlarm(tx, {
      kind: 'black-entry',
      severity: 'low',
      lotId: here,
      description: { zh: '黑名单车辆', en: 'Blacklisted' },
      ...alarm,
    }),
  );

describe('Alarm WebSocket at path shape /api/device/ws, the user token as subprotocol', () => {
  test("text 'success' is answered with 'success'; messages are JSON with msgType and description", async () => {
    const { socket, received } = await follow(admin.token);
    socket.send('success');
    await server.until('the heartbeat', async () => received.length === 1);
    await raise(admin.tenantId, {});
    await raise(admin.tenantId, { kind: 'device-offline', description: { zh: '相机离线', en: 'Camera offline' } });
    await server.until('both alarms', async () => received.length === 3);
    expect(received[0]).toBe('success');
    expect(received.slice(1).map((one) => JSON.parse(one))).toEqual([
      { msgType: 1, description: '黑名单车辆', severity: 'low' },
      { msgType: 2, description: '相机离线', severity: 'low' },
    ]);
    socket.close();
  });

  test('an account is not told of an alarm that its own act caused; others are', async () => {
    const [actor, other] = [
      await server.newUser(admin, ['alarm.list', 'lane.open']),
      await server.newUser(admin, ['alarm.list']),
    ];
    const [own, others] = [await follow(actor.token), await follow(other.token)];
    await raise(admin.tenantId, {
      causedBy: actor.account,
      description: { zh: '开闸', en: 'Open' },
    });
    await raise(admin.tenantId, {});
    await server.until('both alarms', async () => others.received.length === 2 && own.received.length === 1);
    expect(own.received.map((one) => JSON.parse(one).description)).toEqual(['黑名单车辆']);
    expect(others.received.map((one) => JSON.parse(one).description)).toEqual(['开闸', '黑名单车辆']);
  });

  test('accounts of other lots or tenants receive nothing', async () => {
    const [near, far] = [
      await server.newUser(admin, ['alarm.list'], [here]),
      await server.newUser(admin, ['alarm.list'], [elsewhere]),
    ];
    const stranger = await server.newTenant();
    const [heardNear, heardFar, heardElsewhere] = await Promise.all(
      [near, far, stranger].map(async (user) => (await follow(user.token)).received),
    );
    await raise(admin.tenantId, {});
    await raise(admin.tenantId, { lotId: elsewhere, description: { zh: '另一车场', en: 'Other lot' } });
    await server.until('the alarms', async () => heardNear!.length === 1 && heardFar!.length === 1);
    expect([JSON.parse(heardNear![0]!).description, JSON.parse(heardFar![0]!).description]).toEqual([
      '黑名单车辆',
      '另一车场',
    ]);
    expect(heardElsewhere).toEqual([]);
  });

  test('a token of no session is refused, and one of an account that may not see alarms; one that ends closes the channel', async () => {
    await expect(follow('made-up')).rejects.toThrow('refused');
    await expect(follow((await server.newUser(admin)).token)).rejects.toThrow('refused');
    const user = await server.newUser(admin, ['alarm.list']);
    const { closedWith } = await follow(user.token);
    await user.call('/api/tenantUser/logOff');
    await server.until('the end', async () => closedWith() === 4403);
  });
});

test('device alarms can be requested separately', async () => {
  const kinds = async (body: object) =>
    (await admin.call('/api/alarm/list', body)).data.Rows.map((one: { Kind: string }) => one.Kind);
  expect(new Set(await kinds({ IsDevice: true }))).toEqual(new Set(['device-offline']));
  expect(new Set(await kinds({ IsDevice: false }))).toEqual(new Set(['black-entry']));
  expect((await kinds({})).length).toBe(
    (await kinds({ IsDevice: true })).length + (await kinds({ IsDevice: false })).length,
  );
});

/** The raw request for a live socket. */
const upgrade = (path: string) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: boyun',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Sec-WebSocket-Protocol: ${admin.token}\r\n\r\n`,
  ].join('\r\n');

test.each(['/nowhere', '//[', '//:99999', ''])(
  '"%s" is no address of a live socket, and the connection ends',
  async (path) => {
    const said = await new Promise<string>((resolve, reject) => {
      let text = '';
      // Half-open: the server must end the connection, whatever the peer does.
      const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
      socket.on('connect', () => socket.write(upgrade(path)));
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('end', () => socket.destroy());
      socket.on('close', () => resolve(text));
    });
    expect(said).toMatch(/^HTTP\/1.1 40[04] /);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  },
);

test.each(['/nowhere', '/api/device/ws'])(
  'a peer that resets during the handshake at %s does not affect the server',
  async (path) => {
    const { port } = new URL(server.url);
    // At different stages of the token check; an unhandled error would end the process, here the test run.
    for (let steps = 0; steps < 40; steps += 1)
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', async () => {
          socket.write(upgrade(path));
          for (let step = 0; step < steps; step += 1) await new Promise((next) => setImmediate(next));
          socket.resetAndDestroy();
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve());
      });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  },
);
