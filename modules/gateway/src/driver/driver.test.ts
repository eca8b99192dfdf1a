import { type DeviceProtocol, protocolSlot } from '@boyun/devices/contract';
import { findCamera, isOfBarrier } from '@boyun/devices/server';
import { fill } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { now } from '@boyun/test-server/time';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type DeviceEndpoint, rawOf, serveRoutes } from '../endpoint/device-endpoint.service.ts';
import { exchangeCommands } from '../intake/command-wait.service.ts';
import { checkSerial, markSeen, takeReport } from '../intake/intake.service.ts';
import { DeviceFault } from '../message/device-fault.service.ts';
import { takeRawBodies } from '../message/raw-body.service.ts';
import { findKept } from '../quarantine/quarantine.queries.ts';
import { replayMessage } from '../quarantine/replay.service.ts';
import type { Driver } from './driver.service.ts';
import { busOf, ingressOf } from './mount.service.ts';

const tinyLine: DeviceProtocol = {
  name: 'tiny-line',
  label: { zh: '测试协议', en: 'Lines for tests' },
  addresses: { car: { zh: '过车地址', en: 'Car address' } },
  pathOf: (address, token) => `/api/tiny/${token}/${address}`,
};

/** A protocol of lines: `serial number|record|plate|seconds`. */
const tiny: Driver = {
  protocol: tinyLine.name,
  mount: {
    kind: 'routes',
    prefix: '/api/tiny/:token',
    open(app, kernel) {
      const cameraOf = (request: { params: unknown }) =>
        findCamera(kernel.database, (request.params as { token: string }).token);
      const endpoint: DeviceEndpoint<NonNullable<Awaited<ReturnType<typeof cameraOf>>>> = {
        protocol: tiny.protocol,
        pathOf: (route) => `/api/tiny/…/${route}`,
        async identify(_kernel, request) {
          const caller = await cameraOf(request);
          if (caller) return { caller, fault: null, claimed: caller };
          return { caller: null, fault: new DeviceFault('unknown', 'no camera has this token'), claimed: null };
        },
        named: async () => ({ tenantId: null }),
        takenReply: { say: 'OK' },
      };
      takeRawBodies(app, async (request) => (await cameraOf(request)) !== null);
      serveRoutes(app, kernel, endpoint, {
        car: {
          keep: 'whole',
          handle: async (device, request) =>
            (await takeReport(kernel, tiny, device, rawOf(kernel, request, '/car', device.zone))).reply!,
        },
        beat: {
          keep: 'excerpt',
          async handle(device, request) {
            const known = await checkSerial(kernel, device, tiny.health(rawOf(kernel, request, '', device.zone))!);
            markSeen(kernel, known);
            const commands = await exchangeCommands(kernel, known, 'heartbeat');
            const to = { serialNo: known.serialNo, now: kernel.clock.now() };
            return { commands: commands.filter(isOfBarrier).map((one) => tiny.command(one, to)) };
          },
        },
      });
    },
  },
  readPassing({ body }) {
    const [serialNo = '', record, plate = '', sec] = Buffer.from(body).toString().split('|');
    if (!record || !Number(sec)) throw new DeviceFault('malformed', 'a line has four parts');
    const happenedAt = new Date(Number(sec) * 1000);
    const fixed = { plateColor: 0, confidence: 100, vehicleKind: null, isOffline: false, picture: null };
    return { serialNo, message: { eventKey: record, plate, happenedAt, ...fixed } };
  },
  answer: ({ answer, command, screen }) => ({ say: command ?? answer.decision, screen }),
  command: ({ kind }) => ({ barrier: kind.toUpperCase() }),
  screen: ({ lines }) => ({ text: lines.join(' / ') }),
  health: ({ body }) => Buffer.from(body).toString() || null,
};

// A command that is not carried out in fifteen seconds is uncertain: time passes only where a test says so.
const clock = new SetClock(now());
/** A second passes: of cameras, the one heard last gets the commands of its lane. */
const later = () => clock.set(new Date(clock.now().getTime() + 1000));
let server: TestServer;
let app: FastifyInstance;
let url: string;
let user: TestUser;
let laneId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, fillings: [fill(protocolSlot, tinyLine)] });
  app = fastify();
  const [ingress] = ingressOf(tiny);
  await app.register(async (scope) => void (await ingress!.mount(scope, server.product.kernel)), {
    prefix: ingress!.prefix,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  user = await server.newTenant();
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 10 })).data.Id;
  const gateId = (await user.call('/api/gate/create', { Name: 'Gate', LotId: lotId, Direction: 'both' })).data.Id;
  const lane = { Name: 'Lane', Code: 'C', GateId: gateId, Direction: 'entry' };
  laneId = (await user.call('/api/lane/create', lane)).data.Id;
  await user.call('/api/parkLot/open', { LotId: lotId, IsFree: true });
});
afterAll(async () => {
  await app?.close();
  await server?.stop();
});

async function newCamera() {
  later();
  const camera = { Name: 'Camera', LaneId: laneId, Protocol: 'tiny-line' };
  const id: string = (await user.call('/api/camera/create', camera)).data.Id;
  const { Token, Addresses } = (await user.call('/api/camera/rotateSecret', { CameraId: id })).data;
  return { id, token: Token as string, addresses: Addresses };
}
const seconds = () => Math.floor(server.product.kernel.clock.now().getTime() / 1000);
async function send(token: string, route: string, body: string) {
  const answer = await fetch(`${url}/api/tiny/${token}/${route}`, { method: 'POST', body });
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  return { status: answer.status, body: (await answer.json()) as any };
}

test('a car drives in through a protocol that only this test knows', async () => {
  const { token, addresses } = await newCamera();
  expect(addresses).toEqual([{ Name: 'car', Path: `/api/tiny/${token}/car` }]);
  const { status, body } = await send(token, 'car', `TINY-1|r1|粤B20001|${seconds()}`);
  expect([status, body.say]).toEqual([200, { barrier: 'OPEN' }]);
  expect(body.screen.text).toContain('粤B20001');
  const { Rows } = (await user.call('/api/businessManage/findPassRecord', { Plate: '粤B20001' })).data;
  expect(Rows[0]).toMatchObject({ Plate: '粤B20001', Decision: 'open', LaneId: laneId });
  // Sent again, it gets the first answer.
  expect((await send(token, 'car', `TINY-1|r1|粤B20001|${seconds()}`)).body).toEqual(body);
  const { CarsInside } = (await user.call('/api/parkLot/list')).data.Rows[0];
  expect(CarsInside).toBe(1);
});

test('its heartbeat pins the serial number, shows the camera online, and fetches commands', async () => {
  const { id, token } = await newCamera();
  expect((await send(token, 'beat', 'TINY-2')).body).toEqual({ commands: [] });
  await server.until('online', async () => (await user.call('/api/camera/get', { Id: id })).data.State === 'online');
  expect((await user.call('/api/camera/get', { Id: id })).data.SerialNo).toBe('TINY-2');
  await user.call('/api/lane/open', { LaneId: laneId, Reason: 'by hand' });
  expect((await send(token, 'beat', 'TINY-2')).body).toEqual({ commands: [{ barrier: 'OPEN' }] });
});

test('what it cannot take is quarantined under its protocol and replayed by it', async () => {
  const { id, token } = await newCamera();
  expect((await send('1.stranger', 'car', 'TINY-3|r1|粤B20003|1')).status).toBe(401);
  await send(token, 'beat', 'TINY-3');
  expect((await send(token, 'car', `TINY-9|r2|粤B20003|${seconds()}`)).body.code).toBe('device.wrong-serial');
  const [row] = (await user.call('/api/quarantine/list', { Reason: 'wrong-serial' })).data.Rows;
  expect(row).toMatchObject({ CameraId: id, Path: '/api/tiny/…/car', SerialNo: null, IsWhole: true });
  await user.call('/api/camera/update', { Id: id, SerialNo: 'TINY-9' });
  const { kernel } = server.product;
  const who = (await user.who())!;
  const kept = await kernel.database.inTenant(who, (tx) => findKept(tx, row.Id));
  expect(await replayMessage(kernel, [tiny], who, kept, null)).toMatchObject({ cameraId: id });
  const { Rows } = (await user.call('/api/businessManage/findPassRecord', { Plate: '粤B20003' })).data;
  expect(Rows[0]).toMatchObject({ Decision: 'record', IsLate: true });
  await expect(replayMessage(kernel, [], who, kept, null)).rejects.toThrow();
});

test('a driver of routes has no connections to open', () => {
  expect(() => busOf(tiny, server.product.kernel)).toThrow('tiny-line has routes only');
});
