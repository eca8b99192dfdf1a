import { openSealed } from '@boyun/gateway/edge';
import type { FastifyInstance } from 'fastify';
import { cameraServer } from './camera/camera-server.ts';
import { CloudClock, type RawClock, systemClock } from './clock.ts';
import { Cloud, type CloudAccess, type Send } from './cloud/client.ts';
import { LaneCommands } from './cloud/lane-command.ts';
import { Line } from './cloud/line.ts';
import { Loops } from './cloud/loops.ts';
import { Sync } from './cloud/sync.ts';
import { Desk } from './desk/desk.ts';
import { serveDesk } from './desk/desk-server.ts';
import { Barriers, type CallCamera } from './gate/barrier.ts';
import { Gate } from './gate/gate.ts';
import { Judge } from './gate/judge.ts';
import { Pricing } from './gate/price.ts';
import { Unanswered } from './gate/unanswered.ts';
import { BoxDatabase } from './store/database.ts';
import { Passings } from './store/passings.ts';
import { Queue } from './store/queue.ts';
import { Snapshot } from './store/snapshot.ts';
import { Stays } from './store/stays.ts';
import { type Install, Updates } from './update.ts';

const OFFSET = 'offset-ms';
const NUMBER = 'configuration-number';
/** When the program last did something, by the cloud's clock. */
const LAST_TIME = 'last-time-ms';

/** What a box is made of; the optional parts are for simulations. */
export interface BoxOptions {
  readonly folder: string;
  readonly access: CloudAccess;
  readonly version: string;
  readonly clock?: RawClock;
  readonly send?: Send;
  readonly callCamera?: CallCamera;
  readonly random?: () => number;
  readonly askMs?: number;
  readonly pictureBytes?: number;
  readonly install?: Install | null;
  readonly log?: (message: string) => void;
}

/** A box: the program in the sentry box. It opens its database; `app` is to be listened with, `loops` to be started. */
export class Box {
  readonly app: FastifyInstance;
  readonly clock: CloudClock;
  readonly snapshot: Snapshot;
  readonly stays: Stays;
  readonly passings: Passings;
  readonly queue: Queue;
  readonly gate: Gate;
  readonly desk: Desk;
  readonly sync: Sync;
  readonly line: Line;
  readonly loops: Loops;
  readonly #options: BoxOptions;
  readonly #database: BoxDatabase;
  readonly #barriers: Barriers;
  readonly #updates: Updates;
  readonly #commands: LaneCommands;
  readonly #unanswered: Unanswered;
  /** Opened secrets by what was sealed, since opening takes a while. */
  readonly #opened = new Map<string, Readonly<Record<string, string | null>>>();

  constructor(options: BoxOptions) {
    this.#options = options;
    const { folder, random = Math.random, log = () => undefined } = options;
    this.#database = new BoxDatabase(folder);
    const [offsetMs, lastMs] = [this.#database.number(OFFSET), this.#database.number(LAST_TIME)];
    this.clock = new CloudClock(options.clock ?? systemClock, offsetMs, lastMs);
    this.stays = new Stays(this.#database, this.clock);
    this.snapshot = new Snapshot(this.#database, this.stays);
    this.passings = new Passings(this.#database);
    this.queue = new Queue(this.#database, options.pictureBytes);
    this.line = new Line(random);
    const { clock, snapshot, stays, passings, queue, line } = this;
    const cloud = new Cloud(options.access, clock, options.send);
    this.sync = new Sync({ cloud, line, clock, queue, snapshot, stays });
    this.#barriers = new Barriers({
      passwordOf: (camera) => this.#sealed('camera', camera).CallPassword ?? null,
      nowMs: () => clock.rawMs(),
      log,
      ...(options.callCamera ? { call: options.callCamera } : {}),
    });
    const database = this.#database;
    const barriers = this.#barriers;
    const changed = () => this.loops.nudge();
    const judge = new Judge(snapshot, stays, new Pricing(snapshot, stays), random);
    const mayAsk = () => line.isUp && queue.isEmpty;
    const noteTime = () => database.setMeta(LAST_TIME, String(clock.nowMs()));
    const common = { database, clock, snapshot, stays, passings, queue, barriers, changed };
    this.gate = new Gate({ ...common, judge, sync: this.sync, mayAsk, noteTime }, options.askMs);
    this.desk = new Desk({ ...common, gate: this.gate });
    this.#updates = new Updates({
      folder,
      database,
      clock,
      version: options.version,
      install: options.install ?? null,
    });
    const { gate, sync } = this;
    this.#unanswered = new Unanswered(common, gate);
    this.#commands = new LaneCommands({ database, sync, snapshot, passings, barriers, gate, clock });
    this.loops = new Loops({
      line,
      status: () => this.status(),
      commands: () => this.#commands.poll(),
      sync,
      queue,
      log,
    });
    this.app = this.#serve();
    this.#unanswered.recover();
  }

  #serve(): FastifyInstance {
    const { snapshot, clock, gate, stays, passings, queue, desk, line } = this;
    const app = cameraServer({
      snapshot,
      clock,
      gate,
      barriers: this.#barriers,
      tokenHashOf: (camera) => this.#sealed('camera', camera).TokenHash ?? null,
      noteInput: (lane, input) => void this.#commands.noteInput(lane, input),
    });
    serveDesk(app, {
      clock,
      snapshot,
      stays,
      passings,
      queue,
      gate,
      desk,
      isOnline: () => line.isUp,
      pinHashOf: (attendant) => this.#sealed('attendant', attendant).Pin ?? null,
    });
    return app;
  }

  /** The secrets of a row; none where they cannot be opened, as after the secret of the box was replaced. */
  #sealed(
    section: 'camera' | 'attendant',
    { Id, Sealed }: { readonly Id: string; readonly Sealed?: string | null },
  ): Readonly<Record<string, string | null>> {
    if (!Sealed) return {};
    const known = this.#opened.get(Sealed);
    if (known) return known;
    const { secret, serialNo } = this.#options.access;
    let opened: Readonly<Record<string, string | null>> = {};
    try {
      opened = JSON.parse(openSealed(secret, serialNo, `${section}/${Id}`, Sealed)) as typeof opened;
    } catch {
      this.#options.log?.(`The secrets of ${section} ${Id} cannot be opened with this box's secret.`);
    }
    if (this.#opened.size > 1000) this.#opened.clear();
    this.#opened.set(Sealed, opened);
    return opened;
  }

  /** Sends a heartbeat and follows what the cloud answers; returns whether there are changes to fetch. Throws CloudFailure. */
  async status(): Promise<{ readonly hasChanges: boolean; readonly everySeconds: number }> {
    this.#unanswered.giveUp();
    const answer = await this.sync.status({
      appVersion: this.#options.version,
      configurationNumber: this.#database.number(NUMBER) ?? 0,
      update: this.#updates.state,
    });
    const { offsetMs } = this.clock;
    if (offsetMs !== null) this.#database.setMeta(OFFSET, String(offsetMs));
    void this.#updates.follow(answer.Update);
    if (answer.Configuration) {
      // The configuration is in force once its rows are here; it is confirmed with the next status.
      await this.sync.pull();
      this.#database.setMeta(NUMBER, String(answer.Configuration.Number));
    }
    this.passings.forgetOld(this.clock.nowMs());
    this.stays.forgetOld(this.clock.nowMs());
    const everySeconds = this.snapshot.all('box')[0]?.HeartbeatSeconds ?? 30;
    return { hasChanges: answer.HasChanges ?? true, everySeconds: Math.min(30, everySeconds) };
  }

  /** Fetches and carries out the commands of the cloud once. */
  pollCommands(): Promise<void> {
    return this.#commands.poll();
  }

  /** Ends the program in order; what is queued stays. */
  async close(): Promise<void> {
    this.loops.stop();
    this.#barriers.close();
    await this.app.close();
    this.#database.close();
  }
}
