import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { createPoster, type Poster } from '@boyun/simulator/replay/post';
import { type CameraCommand, offlineMessage, plateMessage, readReply } from '@boyun/simulator/replay/vzenith';
import { countUnfinished } from '@boyun/test-server/crash/evidence';
import { ServerProcess, until } from '@boyun/test-server/crash/server-process';
import { endured } from '@boyun/test-server/endurance';
import { dayAtGate, randomOf } from '@boyun/test-server/gate-day';
import { type Delivery, GateModel, toldOf } from '@boyun/test-server/gate-model';
import { storedPassings, storedStays } from '@boyun/test-server/gate-store';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { type Answer, startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from './database/cluster.ts';

/** A run is made by its seed alone, but for the moments the server dies: `SEED=$RANDOM npx vitest run …` looks further. */
const SEED = Number(process.env.SEED ?? 1);
const KILLS = endured(2, 6);
/** Readings of which the camera does not hear the answer. */
const LOST_ANSWERS = 0.1;
// Wednesday 09:00 in Shanghai; the lot charges 3 yuan per started hour, at most 15 in 24 hours.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-gate-`));
/** Makes the lot and looks at the database; nobody but the process that is killed works on it. */
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let client: pg.Client;
let killed: ServerProcess;
let poster: Poster;

interface Camera {
  readonly token: string;
  readonly serial: string;
}
let cameras: Record<Delivery['way'], readonly Camera[]>;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, isAlone: true });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({ Unmatched: 'open' }, { Capacity: 500 });
  const second = (way: 'entry' | 'exit') => gate.newLane(lot.id, `${way}2`, way, { Unmatched: 'open' });
  const [entry2, exit2] = [await second('entry'), await second('exit')];
  const camera = async (cameraId: string, serial: string) => ({ token: await gate.newToken(cameraId), serial });
  cameras = {
    in: [await camera(lot.entry.cameraId, 'IN-1'), await camera(entry2.cameraId, 'IN-2')],
    out: [await camera(lot.exit.cameraId, 'OUT-1'), await camera(exit2.cameraId, 'OUT-2')],
  };
  await server.product.consumers.stop();
  await server.product.leases.stop();
  await server.product.kernel.jobs.finish();
  client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  setClock(0);
  killed = new ServerProcess(
    dataDir,
    await freePort(),
    { DATABASE_URL: server.databaseUrl, BOYUN_SECRET: server.product.kernel.configuration.secret },
    new URL('../../test-server/clocked-server.ts', import.meta.url),
  );
  await killed.start();
  poster = createPoster(killed.url, 16);
});

afterAll(async () => {
  poster?.close();
  await killed?.kill();
  await client?.end();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sets the clock of both processes to a minute. */
function setClock(minute: number): void {
  gate.at(minute);
  const file = join(dataDir, 'clock');
  writeFileSync(`${file}.new`, String(clock.now().getTime()));
  renameSync(`${file}.new`, file);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a reading until the camera hears an answer, however often the server is away. */
async function push(message: Delivery, losesAnswer: boolean): Promise<CameraCommand> {
  const { token, serial } = cameras[message.way][message.lane]!;
  const identity = { serial, deviceName: serial, ipAddress: '10.0.0.9', password: '', zone: 'Asia/Shanghai' };
  const write = message.isOffline ? offlineMessage : plateMessage;
  const body = write(identity, Number(message.key), {
    plate: message.plate,
    color: 1,
    confidence: 96,
    vehicleKind: 'small',
    atMs: START.getTime() + message.at * 60_000,
  });
  for (let isLost = losesAnswer; ; isLost = false) {
    const answer = await poster
      .post(`/api/camera/vzenith/${token}/plate`, body, {
        contentType: 'application/json',
        timeoutMs: 20_000,
        losesAnswer: isLost,
      })
      .catch(() => null);
    if (answer && answer.status >= 400 && answer.status < 500) throw new Error(`refused: ${answer.text}`);
    const reply = answer?.status === 200 ? readReply(answer.text) : undefined;
    if (reply) return reply;
    await pause(20);
  }
}

/** A call of staff to the server that is killed; null where no answer came. */
async function call(path: string, body: object): Promise<Answer | null> {
  try {
    const response = await fetch(killed.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
      body: JSON.stringify(body),
    });
    return response.status < 500 ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}

async function findHeld(key: string) {
  const [row] = await server.product.kernel.database.system<{
    id: string;
    orderId: string | null;
    asked: number;
    due: number;
  }>(
    `select p.id, p.order_id as "orderId", p.due_fen as asked, coalesce(o.due_fen, 0) as due
     from waiting_car w join passing p on p.tenant_id = w.tenant_id and p.id = w.passing_id
     left join parking_order o on o.tenant_id = p.tenant_id and o.id = p.order_id
     where p.tenant_id = $1 and split_part(p.event_key, ':', 1) = $2`,
    [user.tenantId, key],
  );
  return row ?? null;
}

/** What becomes of a car that waits: its driver pays, or somebody lets it out. Asked again until it is done. */
async function settle({ key, driver }: Delivery): Promise<void> {
  if (driver === 'backs-off') return;
  let why = '';
  await until(`car ${key}: ${driver}`, async () => {
    const held = await findHeld(key);
    if (!held) return true;
    const isPaying = driver === 'pays' && held.orderId !== null;
    // Paid already: the barrier follows.
    if (isPaying && held.due === 0) return false;
    const answer = isPaying
      ? await call('/api/order/collectCash', { OrderId: held.orderId, Amount: (held.asked / 100).toFixed(2) })
      : await call('/api/passing/settle', { PassingId: held.id, Outcome: 'admit', Reason: '放行' });
    if (answer?.state === 'fail' && answer.message === why) throw new Error(`${key}: ${why}`);
    why = answer?.message ?? '';
    return false;
  });
}

test(`a day at two entries and two exits, its server killed again and again, ends as it must: seed ${SEED}`, async () => {
  const model = new GateModel();
  const random = randomOf(SEED);
  const steps = dayAtGate(random);
  const moments = new Set(
    Array.from({ length: KILLS }, (_, index) => Math.floor(((index + random()) * steps.length) / KILLS)),
  );
  const heard = new Set<string>();
  const deliver = async (message: Delivery, losesAnswer: boolean) => {
    const reply = await push(message, losesAnswer);
    // Drivers act on the first answer alone.
    if (heard.has(message.key)) return;
    heard.add(message.key);
    if (!message.isOffline && !reply.opens) await settle(message);
  };
  let last = 0;
  for (const [index, { at, deliveries }] of steps.entries()) {
    // Who stays away too long is signed out.
    for (; last < at; last = Math.min(at, last + 20)) {
      setClock(last);
      await call('/api/tenantUser/getTenantUserInfo', {});
    }
    setClock(at);
    const isKilled = moments.has(index);
    const kill = async () => {
      await pause(random() * 30);
      await killed.kill();
      await killed.start();
    };
    await Promise.all([
      ...deliveries.map((one) => deliver(one, random() < LOST_ANSWERS)),
      ...(isKilled ? [kill()] : []),
    ]);
    await until('everything that follows', async () => (await countUnfinished(client)) === 0);
    for (const one of deliveries) model.take(one);
  }

  const { database } = server.product.kernel;
  const told = toldOf(model);
  expect(await storedStays(database, user.tenantId, lot.id, START)).toEqual(told.stays);
  expect(await gate.inside(lot)).toBe(model.stays.filter((one) => one.state === 'inside').length);
  expect(await storedPassings(database, user.tenantId, lot.id)).toEqual(told.passings);
  // No barrier was told twice to open for one car.
  const opened = await database.system(
    `select passing_id from gate_command where tenant_id = $1 and kind = 'open' and passing_id is not null
     group by passing_id having count(*) > 1`,
    [user.tenantId],
  );
  expect(opened).toEqual([]);
  const broken = (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);
  expect(broken).toEqual([]);
  killed.check();
}, 1_800_000);
