import { setTimeout as pause } from 'node:timers/promises';
import { findPositions, movePositions, registerConsumers } from './consumer-position.ts';
import type { Database } from './database.ts';
import { completeUpTo, EventLog } from './event-log.ts';
import { idleJobs, type Jobs } from './job.ts';
import type { Leases } from './lease.ts';
import type { Log } from './log.ts';
import { PACE } from './pace.ts';
import { ProjectionRunner } from './projection-runner.ts';
import type { Projection, Reaction } from './reaction.ts';
import { ReactionRunner, type ReactionTools } from './reaction-runner.ts';
import type { SystemAlarms } from './system-alarm.ts';

/** Interval in milliseconds at which positions of reactions are written. */
const SAVE_MS = 200;
/** Interval of reads without a notification, or after a failure. */
const IDLE_MS = 1000;
/** Delay when another process is handling the events. */
const IN_HAND_MS = 10;

type Runner = ReactionRunner | ProjectionRunner;

/** Runs projections and reactions from the event log; each runs in the process that holds its lease. */
export class Consumers {
  readonly #tools: ReactionTools;
  readonly #ownsLog: boolean;
  readonly #projections: readonly Projection[];
  readonly #reactions: readonly Reaction[];
  /** Runners whose lease this process holds, by name. */
  readonly #active = new Map<string, Runner>();
  /** Positions as last written. */
  readonly #saved = new Map<string, number>();
  #isStopped = false;
  #saving: Promise<void> | null = null;
  #timers: NodeJS.Timeout[] = [];
  #unfollow: () => void = () => undefined;

  constructor(options: {
    database: Database;
    log: Log;
    projections: readonly Projection[];
    reactions: readonly Reaction[];
    /** Job queue for reactions; without one they cannot queue work. */
    jobs?: Jobs;
    /** The event log reader of the process; creates its own by default. */
    eventLog?: EventLog;
    /** Where events that were set aside are reported. */
    systemAlarms?: SystemAlarms;
    retryMs?: readonly number[];
  }) {
    const { database, log, eventLog, systemAlarms = null, retryMs = PACE.reactionRetryMs } = options;
    this.#ownsLog = eventLog === undefined;
    this.#tools = {
      database,
      log,
      jobs: options.jobs ?? idleJobs(),
      eventLog: eventLog ?? new EventLog({ database, log }),
      systemAlarms,
      retryMs,
    };
    this.#projections = options.projections;
    this.#reactions = options.reactions;
  }

  /** Names of all projections and reactions. */
  get names(): readonly string[] {
    return [...this.#projections, ...this.#reactions].map((one) => one.name);
  }

  /** Stores the positions of new consumers, so that they miss no event from then on. */
  async register(): Promise<void> {
    await registerConsumers(this.#tools.database.system, [
      ...this.#projections.map(({ name }) => ({ name, isWhole: true })),
      ...this.#reactions.map(({ name, from }) => ({ name, isWhole: from === 'beginning' })),
    ]);
  }

  /** Runs each consumer while its lease is held. */
  async start(leases: Leases): Promise<void> {
    if (this.#ownsLog) await this.#tools.eventLog.start();
    for (const name of this.names)
      leases.onChange(leaseOf(name), {
        gain: () => this.#activate(name),
        lose: () => this.#deactivate(name),
      });
    this.#unfollow = this.#tools.eventLog.follow(() => this.#pumpAll());
    this.#timers = [setInterval(() => void this.#save(), SAVE_MS), setInterval(() => this.#pumpAll(), IDLE_MS)];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#unfollow();
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([...this.#active.values()].map((one) => one.close()));
    await this.#saving;
    await this.#save();
    this.#active.clear();
    if (this.#ownsLog) await this.#tools.eventLog.stop();
  }

  /**
   * Processes all events now in the log: for histories, checks and tests. Waits for events that another process is handling, and for
   * transactions that keep the newest events from being read.
   */
  async drain(): Promise<void> {
    const { database, eventLog } = this.#tools;
    await this.register();
    const [{ end = null } = {}] = await database.system<{ end: number | null }>('select max(seq) as end from event');
    if (end === null) return;
    const own = new Map<string, Runner>();
    for (const name of this.names) if (!this.#active.has(name)) own.set(name, await this.#make(name));
    try {
      while (!this.#isStopped) {
        await eventLog.refresh();
        const runners = new Map([...own, ...this.#active]);
        await Promise.all([...runners.values()].map((one) => one.pump()));
        await this.#write(runners);
        const positions = await findPositions(database.system, this.names);
        if (this.names.every((name) => (positions.get(name) ?? 0) >= end)) return;
        await pause(IN_HAND_MS);
      }
    } finally {
      await Promise.all([...own.values()].map((one) => one.close()));
    }
  }

  /**
   * Starts reactions at the end of the event log: for a generated history that already contains their effects. Those in `except` only
   * record what happened, and start at the beginning.
   */
  async skipReactions(except: readonly string[] = []): Promise<void> {
    const { system } = this.#tools.database;
    await registerConsumers(
      system,
      this.#reactions.map(({ name }) => ({ name, isWhole: except.includes(name) })),
    );
    const end = await completeUpTo(system);
    const skipped = this.#reactions.filter(({ name }) => !except.includes(name));
    await movePositions(system, new Map(skipped.map(({ name }) => [name, end])));
  }

  async #make(name: string): Promise<Runner> {
    const projection = this.#projections.find((one) => one.name === name);
    if (projection) return new ProjectionRunner(projection, this.#tools);
    const runner = new ReactionRunner(this.#reactions.find((one) => one.name === name)!, this.#tools);
    await runner.open();
    return runner;
  }

  async #activate(name: string): Promise<void> {
    if (this.#isStopped) return;
    const runner = await this.#make(name);
    this.#active.set(name, runner);
    this.#pump(name, runner);
  }

  async #deactivate(name: string): Promise<void> {
    const runner = this.#active.get(name);
    this.#active.delete(name);
    await runner?.close();
  }

  #pumpAll(): void {
    for (const [name, runner] of this.#active) this.#pump(name, runner);
  }

  #pump(name: string, runner: Runner): void {
    runner.pump().catch((error) => {
      this.#tools.log.error({ consumer: name, err: error }, 'consumer will try again');
    });
  }

  async #save(): Promise<void> {
    this.#saving ??= this.#write(this.#active)
      .catch((error) => this.#tools.log.warn({ err: error }, 'positions of consumers will be written again'))
      .finally(() => {
        this.#saving = null;
      });
    await this.#saving;
  }

  /** Writes the positions of reactions that have advanced; projections write theirs together with their data. */
  async #write(runners: ReadonlyMap<string, Runner>): Promise<void> {
    const moved = new Map<string, number>();
    for (const [name, runner] of runners)
      if (runner instanceof ReactionRunner && runner.position > (this.#saved.get(name) ?? 0))
        moved.set(name, runner.position);
    if (moved.size === 0) return;
    await movePositions(this.#tools.database.system, moved);
    for (const [name, position] of moved) this.#saved.set(name, position);
  }
}

/** Returns the name of a consumer's lease. */
export const leaseOf = (consumer: string) => `consumer ${consumer}`;
