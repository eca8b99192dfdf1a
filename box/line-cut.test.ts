import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { BadLine, type LineState } from '@boyun/test-server/bad-line';
import { vzenith } from '@boyun/test-server/camera-dialect';
import { endured } from '@boyun/test-server/endurance';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Box } from './box.ts';

// Wednesday 09:00 in Shanghai; the lots charge 3 yuan per started hour, at most 15 in 24 hours.
const START = new Date('2026-03-04T01:00:00.000Z');
const CARS = endured(50, 1200);
const HOURS = endured(4, 60);
const SEED = Number(process.env.SEED ?? 7);
const LINE_STATES: readonly LineState[] = ['down', 'down', 'lost', 'slow'];

const clock = new SetClock(START);
let server: TestServer;
const folders: string[] = [];

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
});
afterAll(async () => {
  await server?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Random numbers by a seed (mulberry32). */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What happens at a minute: a car at a lane, or what the attendant does with the one that waits there. */
interface Happening {
  readonly minute: number;
  readonly lane: 'entry' | 'exit';
  readonly plate: string | null;
  readonly record: number;
}

const FREE = '粤B30001';
const BLACK = '粤B30002';
const WHITE = '粤B30003';
const PACK = '粤B30004';

/** Cars that come and go: some on lists, some read twice, some twice, some whose entry nobody saw, some that stay. */
function traffic(random: () => number): Happening[] {
  const wanted: { readonly minute: number; readonly lane: Happening['lane']; readonly plate: string }[] = [];
  const special = [FREE, BLACK, WHITE, PACK];
  for (let index = 0; index < CARS; index += 1) {
    const plate = special[index] ?? `粤B${String(40_000 + index)}`;
    for (let came = random() * HOURS * 60; came < HOURS * 60; came += 400 * random()) {
      if (random() > 0.05) wanted.push({ minute: came, lane: 'entry', plate });
      came += 5 + random() * (random() < 0.3 ? 12 : 170);
      if (random() > 0.1) wanted.push({ minute: came, lane: 'exit', plate });
      if (random() < 0.8) break;
    }
  }
  const happenings: Happening[] = [];
  const busyUntil = { entry: 0, exit: 0 };
  for (const { minute: early, lane, plate } of wanted.sort((a, b) => a.minute - b.minute)) {
    // A lane has one car at a time; a minute after it came the attendant deals with it.
    const minute = Math.max(Math.ceil(early), busyUntil[lane]);
    busyUntil[lane] = minute + 3;
    const car = { minute, lane, plate, record: happenings.length + 1 };
    happenings.push(car, ...(random() < 0.1 ? [car] : []), { minute: minute + 1, lane, plate: null, record: 0 });
  }
  return happenings.sort((a, b) => a.minute - b.minute);
}

/** An operator with a lot whose lanes a box runs. */
class World {
  box!: Box;
  readonly line = new BadLine(250);
  readonly folder = mkdtempSync(join(tmpdir(), 'boyun-line-'));
  readonly #wrongMs: number;
  readonly #askMs: number;
  #user!: TestUser;
  #userId!: string;
  #lot!: TestLot;
  #secret!: string;
  readonly #tokens: Record<string, string> = {};

  constructor(wrongMs: number, askMs: number) {
    folders.push(this.folder);
    this.#wrongMs = wrongMs;
    this.#askMs = askMs;
  }

  get tenantId(): number {
    return this.#user.tenantId;
  }

  async make(): Promise<void> {
    clock.set(START);
    this.#user = await server.newTenant();
    this.#userId = (await this.#user.who()).userId!;
    const gate = new TestGate(server, this.#user, clock, START);
    this.#lot = await gate.newLot({}, { Capacity: 5000 });
    const { id, entry, exit } = this.#lot;
    for (const one of [entry, exit]) this.#tokens[one.direction] = await gate.newToken(one.cameraId);
    const always = { LotIds: [id], ValidFrom: new Date(START.getTime() - 86_400_000).toISOString(), ValidUntil: null };
    await this.#create('/api/billFreePlate', { Plate: FREE, ...always });
    await this.#create('/api/billBlackPlate', { Plate: BLACK, Action: 'deny', Reason: 'x', ...always });
    await this.#create('/api/billWhitePlate', { Plate: WHITE, ...always });
    const PackRuleId = await this.#create('/api/packRule', {
      Name: 'Pack',
      Price: '300.00',
      PlatesPerPack: 1,
      LotIds: [id],
    });
    const sale = {
      PackRuleId,
      LotId: id,
      Plates: [PACK],
      OwnerName: 'Li',
      ValidFrom: START.toISOString(),
      Amount: '300.00',
    };
    expect((await this.#user.call('/api/pack/sell', sale)).message).toBe('');
    const lanes = { LaneIds: [entry.laneId, exit.laneId] };
    const BoxId = await this.#create('/api/boxManage', {
      Name: 'Box',
      LotId: id,
      SerialNo: `LINE-${this.tenantId}`,
      ...lanes,
    });
    this.#secret = (await this.#user.call('/api/boxManage/rotateSecret', { BoxId })).data.DeviceSecret;
    this.start();
    await this.sync();
  }

  async #create(path: string, body: object): Promise<string> {
    const answer = await this.#user.call(`${path}/create`, body);
    expect([path, answer.message]).toEqual([path, '']);
    return answer.data.Id;
  }

  start(): void {
    this.box = new Box({
      folder: this.folder,
      access: { url: server.url, serialNo: `LINE-${this.tenantId}`, secret: this.#secret, tenant: null },
      version: '1.0.0',
      clock: { now: () => new Date(clock.now().getTime() + this.#wrongMs) },
      send: this.line.send,
      askMs: this.#askMs,
    });
  }

  /** The machine dies, also in the middle of a car, and is started again. */
  async restart(): Promise<void> {
    await this.box.close().catch(() => undefined);
    this.start();
  }

  /** What the loops of the box do in the background. */
  async sync(): Promise<void> {
    try {
      await this.box.status();
      await this.box.sync.handOver();
      await this.box.sync.pull();
    } catch {
      // The line is down: the loops try again.
    }
  }

  async play(happening: Happening, isKilled: boolean): Promise<void> {
    if (happening.plate === null) return this.#attend(happening.lane);
    const push = this.#push(happening, happening.plate);
    if (isKilled) {
      const dying = this.box.app.inject({ method: 'POST', ...push }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
      await this.restart();
      await dying;
    }
    // The camera sends its message again until it is answered.
    const reply = await this.box.app.inject({ method: 'POST', ...push });
    expect(reply.statusCode).toBe(200);
  }

  #push({ lane, record, minute }: Happening, plate: string) {
    const at = new Date(START.getTime() + minute * 60_000);
    const sent = vzenith.passing({ serial: `line-${this.tenantId}-${lane}`, plate, at, record });
    const url = `/api/camera/vzenith/${this.#tokens[lane]}${sent.path}`;
    return { url, payload: sent.body, headers: { 'content-type': sent.type } };
  }

  /** The attendant takes cash from the car that waits, or sends it away where nothing is known of it. */
  #attend(direction: 'entry' | 'exit'): void {
    const lane = this.box.snapshot.all('lane').find((one) => one.Direction === direction)!;
    const waiting = this.box.passings.waitingAt(lane.Id);
    if (!waiting) return;
    const { desk, gate } = this.box;
    const attendant = { Id: this.#userId, Name: 'x', MayCollect: true, MayOpen: true, MaySettle: true, Sealed: null };
    const { dueFen } = gate.due(lane, waiting);
    const refused =
      dueFen > 0
        ? desk.takeCash(attendant, lane, waiting.eventId, dueFen)
        : desk.turnBack(attendant, lane, waiting.eventId, '没有入场记录');
    expect(refused).toBeNull();
  }

  /** Hands over what is left, once the line holds. */
  async finish(): Promise<void> {
    this.line.state = 'up';
    for (let attempt = 0; attempt < 20 && !this.box.queue.isEmpty; attempt += 1) await this.sync();
    expect(this.box.queue.length).toBe(0);
    await this.box.sync.pull();
  }

  /** What the cloud knows in the end. */
  async end() {
    const read = (sql: string) =>
      server.product.kernel.database.system<Record<string, unknown>>(sql, [this.tenantId, this.#lot.id]);
    return {
      orders: await read(
        `select plate, parking_state, pay_state, standing, entered_at, left_at, fee_fen, reduced_fen, due_fen, paid_fen
         from parking_order where tenant_id = $1 and lot_id = $2 order by entered_at, plate`,
      ),
      payments: await read(
        `select amount_fen, excess_fen, channel, paid_at, state from payment where tenant_id = $1 and lot_id = $2
           and channel = 'cash' order by paid_at, amount_fen`,
      ),
      refused: await read(
        "select kind, state from box_item where tenant_id = $1 and state = 'refused' and lot_id = $2",
      ),
      inside: await read('select cars_inside from lot_state where tenant_id = $1 and lot_id = $2'),
      heldHere: this.box.stays.countInside(),
    };
  }

  async close(): Promise<void> {
    await this.box.close();
  }
}

test('hours of traffic with the line cut at random end as if it had never been cut', async () => {
  const random = randomBy(SEED);
  const happenings = traffic(random);
  const whole = new World(0, 30_000);
  // The clock of this machine is two hours ahead.
  const cut = new World(7_200_000, 150);
  for (const world of [whole, cut]) await world.make();
  let changesAt = 5;
  let synced = 0;
  for (const [index, happening] of happenings.entries()) {
    clock.set(new Date(START.getTime() + happening.minute * 60_000));
    if (happening.minute >= changesAt) {
      const isUp = cut.line.state === 'up';
      cut.line.state = isUp ? LINE_STATES[Math.floor(random() * LINE_STATES.length)]! : 'up';
      changesAt = happening.minute + (isUp ? 2 + random() * 25 : 1 + random() * 12);
      if (random() < 0.3) await cut.restart();
      for (const world of [whole, cut]) await world.sync();
    }
    const isKilled = happening.plate !== null && random() < 0.05;
    await whole.play(happening, false);
    await cut.play(happening, isKilled);
    if (index - synced >= 4) {
      synced = index;
      await whole.sync();
      await cut.sync();
    }
  }
  for (const world of [whole, cut]) await world.finish();
  // The line was away often enough to mean something.
  const decided = cut.box.passings.last(CARS * 3);
  expect(decided.filter((one) => one.decidedBy === 'box').length).toBeGreaterThan(decided.length / 10);
  const [expected, found] = [await whole.end(), await cut.end()];
  expect(found.refused).toEqual([]);
  expect(expected.orders.length).toBeGreaterThan(CARS / 2);
  expect(expected.payments.length).toBeGreaterThan(CARS / 10);
  expect(found).toEqual(expected);
  for (const world of [whole, cut]) {
    const broken = (await verifyTenant(server.product.kernel, world.tenantId)).filter((one) => one.brokenCount > 0);
    expect(broken).toEqual([]);
    await world.close();
  }
});
