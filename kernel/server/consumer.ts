import { setTimeout as pause } from 'node:timers/promises';
import { findPositions, movePositions, registerConsumers } from './consumer-position.ts';
import type { Database } from './database.ts';
import { completeUpTo, EventLog } from './event-log.ts';
import { idleJobs, type Jobs } from './job.ts';
import type { Leases } from './lease.ts';
import type { Log } from './log.ts';
import { ProjectionRunner } from './projection-runner.ts';
import type { Projection, Reaction } from './reaction.ts';
import { ReactionRunner, type ReactionTools } from './reaction-runner.ts';
import type { SystemAlarms } from './system-alarm.ts';

/** Positions of reactions are written this often. */
const SAVE_MS = 200;
/** Nothing was notified, or something failed: looked for all the same. */
const IDLE_MS = 1000;
/** Another process has the events in hand. */
const IN_HAND_MS = 10;
/** Five tries within half a minute and a little. */
const RETRY_MS = [1000, 3000, 9000, 20_000] as const;

type Runner = ReactionRunner | ProjectionRunner;

/** Drives projections and reactions from the event log; each runs in the process that holds its lease. */
export class Consumers {
  readonly #tools: ReactionTools;
  readonly #ownsLog: boolean;
  readonly #projections: readonly Projection[];
  readonly #reactions: readonly Reaction[];
  /** Those whose lease this process holds, by name. */
  readonly #active = new Map<string, Runner>();
  /** Positions as they were last written. */
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
    /** Where reactions queue work; nowhere unless given. */
    jobs?: Jobs;
    /** The reader of the process; one of its own unless given. */
    eventLog?: EventLog;
    /** Where an event that was set aside is reported. */
    systemAlarms?: SystemAlarms;
    retryMs?: readonly number[];
  }) {
    const { database, log, eventLog, systemAlarms = null, retryMs = RETRY_MS } = options;
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

  /** Fixes the positions of consumers that are new: from then on they miss nothing. */
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
   * Works off what the event log holds now: for histories, checks and tests. What another process has in hand is waited for, and
   * so are transactions that keep the newest events from being read.
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
   * Lets reactions begin at the end of the event log: for a history in which what follows was done already. Those named
   * only write down what happened and begin at its beginning.
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

  /** Writes the positions of reactions that have moved; projections write theirs with their figures. */
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

/** The name of the lease of a consumer. */
export const leaseOf = (consumer: string) => `consumer ${consumer}`;
