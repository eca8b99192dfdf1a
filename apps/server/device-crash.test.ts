import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signCall } from '@boyun/gateway/server';
import { createRandom } from '@boyun/simulator/replay/random';
import { ServerProcess, until } from '@boyun/test-server/crash/server-process';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { now, nowMs } from '@boyun/test-server/time';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from './database/cluster.ts';

const DETECTORS = 4;
const STAYS = 4;
/** Reports of which the device does not hear the answer, and which it sends again. */
const LOST_ANSWERS = 0.25;
/** What a control card answers. */
const ACK = Buffer.from('0064ffff620100976a', 'hex');
const dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-device-`));
const random = createRandom('devices');
let server: TestServer;
let user: TestUser;
let killed: ServerProcess;
let lotId: string;
let card: Server;
const shown: string[] = [];

/** Makes the devices, and looks at the database; the process that is killed does the work. */
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  user = await server.newTenant();
  await server.product.consumers.stop();
  await server.product.leases.stop();
  // It may not call the address of the screen: each failed call of its sweeps would have the screen left alone for longer.
  await server.product.kernel.jobs.finish();
  card = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (part) => {
      shown.push(new TextDecoder('gbk').decode(part));
      socket.write(ACK);
    });
  }).listen(0, '127.0.0.1');
  lotId = await make('/api/parkLot/create', { Name: '滨江西街', Code: 'S1', Capacity: 9, Kind: 'roadside' });
  killed = new ServerProcess(dataDir, await freePort(), {
    DATABASE_URL: server.databaseUrl,
    BOYUN_SECRET: server.product.kernel.configuration.secret,
    DEVICE_ALLOW: '127.0.0.1',
  });
  await killed.start();
});

afterAll(async () => {
  await killed?.kill();
  await server?.stop();
  card?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function make(path: string, body: object): Promise<string> {
  const answer = await user.call(path, body);
  expect([path, answer.message]).toEqual([path, '']);
  return answer.data.Id;
}

/** Sends until the device hears that it was taken, however often the server is away; now and then once more. */
async function send(path: string, body: object, sign?: () => Record<string, string>): Promise<unknown> {
  for (let isLost = random.next() < LOST_ANSWERS; ; isLost = false) {
    const headers = { 'content-type': 'application/json', ...sign?.() };
    const answer = await fetch(killed.url + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
      () => null,
    );
    const taken = answer?.ok ? await answer.json().catch(() => null) : await answer?.body?.cancel();
    if (answer && answer.status >= 400 && answer.status < 500) throw new Error(`${path}: ${answer.status}`);
    if (taken && !isLost) {
      sent += 1;
      return taken;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
let sent = 0;

const began = nowMs() - 60 * 60_000;
const at = (minute: number) => new Date(began + minute * 60_000).toISOString();

/** A device that reports one thing after the other. */
type Device = () => Promise<void>;

/** A detector with a token, and one behind a network server: cars come and go, each noticed once. */
async function newDetector(index: number, isLora: boolean, loraPath: string): Promise<Device> {
  const SerialNo = isLora ? `24E124141F5A0A0${index}` : `DC-${index}`;
  await make('/api/parkSpot/create', { LotId: lotId, Number: `R${index}`, DetectorNo: SerialNo });
  const MagneticId = await make('/api/magnetic/create', { SerialNo, LotId: lotId });
  const { TokenPath } = (await user.call('/api/magnetic/rotateSecret', { MagneticId })).data;
  return async () => {
    for (let step = 0; step < STAYS * 2; step += 1) {
      const [time, isTaken] = [at(step * 6 + index), step % 2 === 0];
      const data = Buffer.from([isTaken ? 1 : 0]).toString('base64');
      const rest = { devAddr: '00189440', fCnt: step, data, rxInfo: [{ rssi: -90 }] };
      if (isLora) await send(loraPath, { time, deviceInfo: { devEui: SerialNo }, ...rest });
      else await send(TokenPath, { Kind: isTaken ? 'arrive' : 'leave', Sequence: step + 1, HappenedAt: time });
    }
  };
}

/** A box with a camera that watches a spot: one car after the other. */
async function newWatch(): Promise<Device> {
  await make('/api/parkSpot/create', { LotId: lotId, Number: 'C1' });
  const SerialNo = 'BOX-1';
  const BoxId = await make('/api/boxManage/create', { Name: 'Box', LotId: lotId, SerialNo });
  const { DeviceSecret } = (await user.call('/api/boxManage/rotateSecret', { BoxId })).data;
  const path = '/api/box/sighting';
  return async () => {
    for (let step = 0; step <= STAYS; step += 1) {
      const Plate = step === STAYS ? null : `粤B7000${step}`;
      const body = { EventId: `s-${step}`, SpotNumber: 'C1', Plate, IsTaken: Plate !== null, HappenedAt: at(step * 9) };
      await send(path, body, () => {
        const timestamp = String(nowMs() / 1000);
        const signature = signCall(DeviceSecret, timestamp, 'POST', path, Buffer.from(JSON.stringify(body)));
        return { serialnumber: SerialNo, timestamp, signature };
      });
    }
  };
}

const SHOWS = 12;
/** A display that reports what it has shown, in numbered batches. */
async function newDisplay(): Promise<Device> {
  const LcdId = await make('/api/lcd/create', { Name: '出口屏', LotId: lotId });
  const ProgrammeId = await make('/api/lcdProgramme/create', { Name: '欢迎', Kind: 'text', Seconds: 5 });
  const { Code } = (await user.call('/api/lcd/pair', { LcdId })).data;
  const joined = (await server.call('/api/lcd/player/join', { Code }, {})) as { data: { Token: string } };
  const { Token } = joined.data;
  return async () => {
    for (let Batch = 1; Batch <= SHOWS; Batch += 1) {
      const moment = { FirstAt: at(Batch), LastAt: at(Batch) };
      const Plays = [{ ProgrammeId, PlayCount: 1, Seconds: 5, ...moment }];
      const state = { Revision: null, SentAt: now().toISOString(), ProgrammeId, ScreenSize: '1920×1080' };
      await send('/api/lcd/player/sync', { Token, ...state, WaitingFiles: 0, Batch, Plays });
    }
  };
}

/** A guidance screen at an address, which says how many spots are free. */
async function newScreen(): Promise<void> {
  const { port } = card.address() as AddressInfo;
  const place = { Kind: 'guidance', LotId: lotId, GarageIds: [] };
  await make('/api/screen/create', { Name: '引导屏', ...place, Route: 'tcp', Address: '127.0.0.1', Port: port });
}

test('a server that dies while devices report loses nothing it has confirmed, and counts nothing twice', async () => {
  const LoraNetworkId = await make('/api/loraNetwork/create', { Name: 'LoRa', StatePath: 'bytes[0]' });
  const { Address } = (await user.call('/api/loraNetwork/rotateToken', { LoraNetworkId })).data;
  await newScreen();
  const devices = [await newWatch(), await newDisplay()];
  for (let index = 1; index <= DETECTORS; index += 1) devices.push(await newDetector(index, index % 2 === 0, Address));
  await make('/api/parkLot/open', { LotId: lotId, IsFree: true });
  const all = DETECTORS * STAYS * 2 + STAYS + 1 + SHOWS;
  const work = Promise.all(devices.map((run) => run()));
  work.catch(() => undefined);
  for (const share of [0.3, 0.7]) {
    await until('more reports', () => sent >= all * share);
    await killed.kill();
    await killed.start();
  }
  await work;
  expect(sent).toBe(all);

  const { database } = server.product.kernel;
  const stays = () =>
    database.system<{ spot: string; count: number; minutes: number }>(
      `select spot_number as spot, count(*)::int as count, sum(extract(epoch from left_at - entered_at) / 60)::int as minutes
       from parking_order where tenant_id = $1 and parking_state = 'left' group by 1 order by 1`,
      [user.tenantId],
    );
  const whole = [
    { spot: 'C1', count: STAYS, minutes: STAYS * 9 },
    ...Array.from({ length: DETECTORS }, (_, index) => ({ spot: `R${index + 1}`, count: STAYS, minutes: STAYS * 6 })),
  ];
  await until('the last change lasts', async () => JSON.stringify(await stays()) === JSON.stringify(whole));
  const orders = await database.system('select from parking_order where tenant_id = $1', [user.tenantId]);
  expect(orders).toHaveLength(whole.length * STAYS);
  const [messages] = await database.system<{ count: number }>(
    'select count(*)::int as count from magnetic_message where tenant_id = $1',
    [user.tenantId],
  );
  expect(messages!.count).toBe(DETECTORS * STAYS * 2);
  expect((await user.call('/api/lcdPlay/sum', {})).data.Rows).toMatchObject([{ PlayCount: SHOWS }]);
  // The screen shows what is true in the end, whatever it missed.
  await until('the screen', () => shown.at(-1)?.includes('余位 9'));
}, 300_000);
