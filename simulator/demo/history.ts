import { alarmsFromEvents, assignAlarm, closeAlarm } from '@boyun/alarms/server';
import {
  barrierOpened,
  carPassed,
  type DeviceContext,
  deviceWho,
  expireCommands,
  findCamera,
  takeQueued,
} from '@boyun/devices/server';
import { type EventRow, type Kernel, openDatabase, SetClock, systemWho, type TenantTx } from '@boyun/kernel/server';
import { bookTrade, settlePayment } from '@boyun/money/server';
import { lockOrder } from '@boyun/orders/server';
import {
  type GateAnswer,
  matchWaitingCar,
  recordPassing,
  releasePaidCar,
  settleWaitingCar,
  takePassed,
} from '@boyun/passings/server';
import { startPayment, takeCash } from '@boyun/payments/server';
import pg from 'pg';
import type { Fleet, FleetLane } from '../replay/fleet.ts';
import { renderPassing } from '../replay/picture.ts';
import { createRandom } from '../replay/random.ts';
import { type InsideCar, traffic } from '../replay/traffic.ts';
import { type DemoBooth, manBooth } from './booth.ts';
import { carryOutDebit, signDrivers } from './debit.ts';
import { grantShopper } from './merchant.ts';
import { type PastEvent, storiesOf } from './story.ts';

const MINUTE_MS = 60_000;
/** A car this close behind another one needs no barrier of its own. */
const FOLLOWS_WITHIN_MS = 25_000;
/** Pictures are drawn for the last hours only; older ones would be cleaned up in a real car park too. */
const PICTURES_MS = 3 * 3_600_000;

/**
 * Makes the past of the demo: every passing goes through the same code as a live one, each lot on a clock of its own.
 * Returns the cars inside at the end, with which the live replay continues.
 */
export async function makeHistory(options: {
  kernel: Kernel;
  databaseUrl: string;
  tenantId: number;
  attendantId: string;
  fleet: Fleet;
  booths: readonly DemoBooth[];
  from: Date;
  to: Date;
  onProgress: (share: number) => void;
}): Promise<InsideCar[]> {
  const { kernel, fleet, from, to } = options;
  const stream = traffic({
    lots: fleet.lots,
    fromMs: from.getTime(),
    toMs: to.getTime(),
    seed: 'demo',
    blackPlates: fleet.blackPlates,
    whitePlates: fleet.whitePlates,
  });
  const events = new Map<string, PastEvent[]>(fleet.lots.map((lot) => [lot.code, []]));
  let inside: InsideCar[] = [];
  for (;;) {
    const next = stream.next();
    if (next.done) {
      inside = next.value;
      break;
    }
    events.get(next.value.lotCode)!.push(next.value);
  }
  for (const story of storiesOf(fleet, from)) if (toldAt(story) < to.getTime()) events.get(story.lotCode)?.push(story);
  for (const told of events.values()) told.sort((one, other) => toldAt(one) - toldAt(other));
  const total = [...events.values()].reduce((sum, one) => sum + one.length, 0);
  await signDrivers(kernel, options.tenantId, [...events.values()].flat());
  let done = 0;
  let nextAnalyze = 250;
  const refused = new Set<string>();
  await Promise.all(
    fleet.lots.map(async (lot) => {
      const booth = options.booths.find((one) => one.lotCode === lot.code)!;
      const past = new Past(options.databaseUrl, kernel, options.tenantId, from, booth);
      try {
        const cameras = new Map<string, DeviceContext>();
        for (const lane of lot.lanes) cameras.set(lane.code, await past.camera(lane));
        for (const event of events.get(lot.code)!) {
          await past.play(event, cameras.get(event.laneCode)!, lot.name, refused, to);
          done += 1;
          if (done % 250 === 0) options.onProgress(done / total);
          if (done === nextAnalyze) {
            nextAnalyze *= 4;
            await analyze(options.databaseUrl);
          }
        }
        await past.booth.until(to.getTime());
      } finally {
        await past.close();
      }
    }),
  );
  await handleAlarms(options);
  return inside.filter((car) => !car.visitId || !refused.has(car.visitId));
}

/** Lets the planner see how the tables have grown: the database itself looks once a minute only. */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** When a camera reported a passing. */
const toldAt = (event: PastEvent) => event.toldAtMs ?? event.atMs;

/** Alarms older than this were looked after by the attendant of the day. */
const OPEN_ALARMS_MS = 4 * 3_600_000;

/** The attendant took each alarm after a minute or two and closed it some minutes later. */
async function handleAlarms(options: {
  kernel: Kernel;
  databaseUrl: string;
  tenantId: number;
  attendantId: string;
  to: Date;
}): Promise<void> {
  const { kernel, tenantId, to } = options;
  const clock = new SetClock(to);
  const { next: random } = createRandom('attendant');
  const database = openDatabase({
    url: options.databaseUrl,
    clock,
    log: kernel.log,
    slots: kernel.slots,
    isRelaxed: true,
  });
  const who = {
    ...systemWho(tenantId, 'attendant'),
    kind: 'user' as const,
    userId: options.attendantId,
    name: '周值守',
  };
  try {
    // Barriers that no car went through were looked after like the rest.
    await expireCommands({ ...kernel, clock, database });
    const alarms = await database.inTenant(systemWho(tenantId), (tx) =>
      tx.query<{ id: string; raisedAt: Date; kind: string }>(
        `select id, raised_at, kind from alarm where tenant_id = $1 and raised_at < $2 order by id`,
        [tenantId, new Date(to.getTime() - OPEN_ALARMS_MS)],
      ),
    );
    for (const { id, raisedAt, kind } of alarms) {
      clock.set(new Date(raisedAt.getTime() + 20_000 + random() * 100_000));
      await database.inTenant(who, (tx) => assignAlarm(tx, id));
      clock.set(new Date(clock.now().getTime() + 30_000 + random() * 400_000));
      const isFalse = kind === 'low-confidence' && random() < 0.5;
      await database.inTenant(who, (tx) =>
        closeAlarm(tx, id, isFalse ? 'false-alarm' : 'handled', isFalse ? '图片清晰，识别无误' : '已核实并处理'),
      );
    }
  } finally {
    await database.close();
  }
}

/** One lot's past: a database connection under a clock that is set to each event. */
class Past {
  readonly #clock: SetClock;
  readonly #kernel: Kernel;
  readonly #tenantId: number;
  readonly #random: () => number;
  /** When the last car of a lane drove through. */
  readonly #passedAtMs = new Map<string, number>();
  /** The attendant on duty takes the cash. */
  readonly booth: ReturnType<typeof manBooth>;

  constructor(url: string, kernel: Kernel, tenantId: number, from: Date, booth: DemoBooth) {
    this.#clock = new SetClock(from);
    this.#tenantId = tenantId;
    this.#random = createRandom('demo').next;
    const database = openDatabase({ url, clock: this.#clock, log: kernel.log, slots: kernel.slots, isRelaxed: true });
    this.#kernel = { ...kernel, clock: this.#clock, database };
    this.booth = manBooth({ kernel: this.#kernel, clock: this.#clock, tenantId }, booth);
  }

  async camera(lane: FleetLane): Promise<DeviceContext> {
    const found = await findCamera(this.#kernel.database, lane.token);
    if (!found) throw new Error(`no camera for lane ${lane.code}`);
    return found;
  }

  /** Lets a car drive up, and does what driver, barrier and staff would do then. */
  async play(event: PastEvent, camera: DeviceContext, lotName: string, refused: Set<string>, to: Date): Promise<void> {
    if (refused.has(event.visitId)) return;
    await this.booth.until(toldAt(event));
    this.#at(toldAt(event) - 2 * MINUTE_MS);
    if (event.direction === 'exit') await grantShopper(this.#kernel, this.#tenantId, event.plate);
    this.#at(toldAt(event));
    const hasPicture = to.getTime() - event.atMs < PICTURES_MS;
    // Without a plate a car could not be told from others of the past: it is at the exit that nothing is read.
    const seen = event.direction === 'exit' ? event.seenPlate : event.seenPlate || event.plate;
    const answer = await recordPassing(this.#kernel, camera, {
      eventKey: `history-${event.visitId}-${event.direction}`,
      plate: seen || null,
      plateColor: event.seenColor,
      confidence: event.confidence,
      vehicleKind: event.vehicleKind,
      happenedAt: new Date(event.atMs),
      isOffline: event.toldAtMs !== undefined,
      picture: hasPicture
        ? renderPassing(event.plate || seen, event.color, { label: lotName, atMs: event.atMs })
        : null,
    });
    if (event.direction === 'exit' && (await this.#takeDebit(camera, answer)))
      return this.#drive(camera, event.atMs + 2000);
    if (answer.decision === 'open' && event.quirk === 'never-passes') await this.#backOut(event, camera, answer);
    else if (answer.decision === 'open') await this.#drive(camera, event.atMs + 2000);
    else if (answer.decision === 'hold' && (await this.#slipThrough(event, camera))) return;
    else if (answer.decision === 'hold' && answer.payUrl && event.direction === 'exit')
      await this.#pay(event, camera, answer);
    else if (answer.decision === 'hold' && event.direction === 'exit') await this.#find(event, camera, answer);
    else if (event.direction === 'entry' && answer.decision !== 'record') refused.add(event.visitId);
  }

  /** Whether a car waited for its debit, which is through now. */
  async #takeDebit(camera: DeviceContext, { passingId, decision }: GateAnswer): Promise<boolean> {
    const who = systemWho(this.#tenantId, 'sandbox');
    const paid = await this.#kernel.database.inTenant(who, (tx) => carryOutDebit(tx, passingId));
    if (!paid || decision !== 'hold') return false;
    await this.#kernel.database.inTenant(systemWho(this.#tenantId), (tx) =>
      releasePaidCar(tx, paid.orderId, camera.lotId, false, true),
    );
    return true;
  }

  /** The camera fetches what waits for it, the barrier reports open, the loop reports the car. */
  async #drive(camera: DeviceContext, atMs: number): Promise<void> {
    this.#at(atMs);
    if (camera.protocol !== 'vzenith-http') return;
    await this.#kernel.database.inTenant(deviceWho(camera), async (tx) => {
      await takeQueued(tx, camera.cameraId);
      await barrierOpened(tx, camera.laneId);
      await carPassed(tx, camera.laneId, new Date(atMs + 3000));
    });
    this.#passedAtMs.set(camera.laneId, atMs + 3000);
  }

  /** The barrier opens and no car passes, which raises an alarm. */
  async #backOut(event: PastEvent, camera: DeviceContext, { passingId }: GateAnswer): Promise<void> {
    const { laneId, lotId } = camera;
    this.#at(event.atMs + 2000);
    await this.#kernel.database.inTenant(deviceWho(camera), async (tx) => {
      await takeQueued(tx, camera.cameraId);
      await barrierOpened(tx, laneId);
      const data = { laneId, passingId, plate: event.plate || null, state: 'uncertain' };
      await this.#raise(tx, { kind: 'command.changed', lotId, subjectId: null, data });
    });
  }

  #raise(tx: TenantTx, event: Pick<EventRow, 'kind' | 'lotId' | 'subjectId' | 'data'>): Promise<void> {
    return alarmsFromEvents.react(tx, event as EventRow, this.#kernel.jobs);
  }

  /** A car close behind another one is through under the same barrier; what follows from that happens in the same moment. */
  async #slipThrough(event: PastEvent, camera: DeviceContext): Promise<boolean> {
    const { laneId, lotId } = camera;
    const atMs = this.#clock.now().getTime() + 4000;
    if (event.quirk !== 'follows' || atMs - (this.#passedAtMs.get(laneId) ?? 0) > FOLLOWS_WITHIN_MS) return false;
    this.#at(atMs);
    await this.#kernel.database.inTenant(deviceWho(camera), async (tx) => {
      await carPassed(tx, laneId, tx.now);
      await takePassed(tx, { laneId, lotId, at: tx.now }, 'suspicious-follow');
      await this.#raise(tx, { kind: 'lane.followed', lotId, subjectId: laneId, data: { laneId } });
    });
    return true;
  }

  /** Nothing was found of a car at the exit: the attendant looks at the pictures of those inside and knows it, if it came in. */
  async #find(event: PastEvent, camera: DeviceContext, answer: GateAnswer): Promise<void> {
    this.#at(event.atMs + MINUTE_MS / 2);
    const dueFen = await this.#kernel.database.inTenant(this.#attendant(), async (tx) => {
      const [inside] = await tx.query<{ plate: string }>(
        `select plate from car_inside where tenant_id = $1 and lot_id = $2
           and entered_at = any($3::timestamptz[]) order by plate = $4 desc limit 1`,
        [tx.tenantId, camera.lotId, event.enteredAtMs ? [new Date(event.enteredAtMs)] : [], event.plate],
      );
      return inside ? (await matchWaitingCar(tx, answer.passingId, inside.plate)).dueFen : null;
    });
    if (dueFen === null) return this.#letGo(event, camera, answer);
    if (dueFen > 0) return this.#pay({ ...event, atMs: this.#clock.now().getTime() }, camera, answer);
    await this.#drive(camera, event.atMs + MINUTE_MS / 2 + 2000);
  }

  /** Most drivers pay by phone within a minute, some pay cash at the booth, a few leave owing with staff's consent. */
  async #pay(event: PastEvent, camera: DeviceContext, answer: GateAnswer): Promise<void> {
    const paidAtMs = event.atMs + 8000 + Math.floor(this.#random() * 40_000);
    this.#at(paidAtMs);
    const chance = this.#random();
    if (chance < 0.01 || event.leavesOwing) return this.#letGo(event, camera, answer);
    const isCash = chance < 0.12;
    const driver = { ...systemWho(this.#tenantId, 'driver'), kind: 'visitor' as const };
    const who = isCash ? this.booth.holder() : driver;
    const settled = await this.#kernel.database.inTenant(who, async (tx) => {
      const [passing] = await tx.query<{ orderId: string; dueFen: number }>(
        'select order_id, due_fen from passing where tenant_id = $1 and id = $2',
        [tx.tenantId, answer.passingId],
      );
      const order = await lockOrder(tx, passing!.orderId);
      if (isCash) await takeCash(tx, order!, passing!.dueFen);
      else {
        const payment = await startPayment(tx, order!);
        const { paymentNo, amountFen } = payment;
        const tradeNo = await bookTrade(tx, { paymentNo, amountFen, outcome: 'success', refundOf: null });
        await settlePayment(tx, paymentNo, 'success', tradeNo, amountFen);
      }
      return { orderId: order!.id, lotId: order!.lotId };
    });
    await this.#kernel.database.inTenant(systemWho(this.#tenantId), (tx) =>
      releasePaidCar(tx, settled.orderId, settled.lotId, isCash),
    );
    await this.#drive(camera, paidAtMs + 2000);
  }

  async #letGo(event: PastEvent, camera: DeviceContext, answer: GateAnswer): Promise<void> {
    const atMs = event.atMs + MINUTE_MS;
    // Now and then somebody pays nothing: an ambulance, a mistake of the product.
    const outcome = this.#random() < 0.2 && !event.leavesOwing ? 'free' : 'admit';
    this.#at(atMs);
    await this.#kernel.database.inTenant(this.#attendant(), (tx) =>
      settleWaitingCar(tx, answer.passingId, outcome, '人工核实后放行'),
    );
    await this.#drive(camera, atMs + 2000);
  }

  #attendant() {
    return { ...systemWho(this.#tenantId, 'attendant'), name: '周值守' };
  }

  #at(ms: number): void {
    this.#clock.set(new Date(Math.max(ms, this.#clock.now().getTime())));
  }

  close(): Promise<void> {
    return this.#kernel.database.close();
  }
}
