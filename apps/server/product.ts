import { setTimeout as pause } from 'node:timers/promises';
import { authenticator, consumeProof } from '@boyun/access/server';
import {
  type Consumers,
  type Database,
  forgetDone,
  type Kernel,
  type Leases,
  makeApp,
  makePartitionsAhead,
  type StorageWatch,
  untilDatabaseAnswers,
} from '@boyun/kernel/server';
import { driverAuthenticator, isDriverToken } from '@boyun/members/server';
import { isApiKey, keyAuthenticator } from '@boyun/open-api/server';
import type { FastifyInstance } from 'fastify';
import { modules } from './modules.ts';
import { dropOldMonths } from './old-month.ts';
import { partitionedTables } from './schema.ts';
import { makeServices, type ProductOptions, type Services } from './service.ts';
import { hasWeb, sendPage, serveWeb } from './web-files.ts';

export { migrateSchema, partitionedTables, prepareSchema } from './schema.ts';

/** A running product: its HTTP application (not listening yet) and everything behind it. */
export interface Product {
  readonly app: FastifyInstance;
  readonly kernel: Kernel;
  readonly consumers: Consumers;
  /** Which background work this process does. */
  readonly leases: Leases;
  readonly storage: StorageWatch;
  /** Listens and starts the background work, `without` the sweeps of these names; returns the address. */
  listen(without?: readonly string[]): Promise<string>;
  /** Listens and returns the address; nothing runs in the background until `begin`. */
  open(): Promise<string>;
  /** Starts the background work, `without` the sweeps of these names. */
  begin(without?: readonly string[]): Promise<void>;
  /** Completes running calls and closes everything except the embedded database. */
  stop(): Promise<void>;
}

/** Puts the product together on a migrated database. */
export async function makeProduct(options: ProductOptions): Promise<Product> {
  const services = await makeServices(options);
  const { kernel, verbs, storage } = services;
  const webFolder = options.webFolder && hasWeb(options.webFolder) ? options.webFolder : null;
  const stopping = new AbortController();
  const app = await makeApp({
    kernel,
    modules,
    verbs,
    authenticate: (using, token, caller) => {
      if (isApiKey(token)) return keyAuthenticator(using, token, caller);
      return (isDriverToken(token) ? driverAuthenticator : authenticator)(using, token, caller);
    },
    consumeProof,
    notReadyReason: async () => {
      if (stopping.signal.aborted) return 'the server stops';
      return (await answersInTime(kernel.database)) ? storage.fault : 'the database does not answer';
    },
    ...(webFolder ? { sendPage } : {}),
    server: { forceCloseConnections: 'idle', ...options.server },
  });
  if (webFolder) await serveWeb(app, webFolder, options.configuration);
  return new RunningProduct(app, services, options.databaseUrl, stopping);
}

const STORAGE_EVERY_MS = 15_000;

class RunningProduct implements Product {
  readonly app: FastifyInstance;
  readonly kernel: Kernel;
  readonly consumers: Consumers;
  readonly leases: Leases;
  readonly storage: StorageWatch;
  readonly #services: Services;
  readonly #databaseUrl: string;
  readonly #stopping: AbortController;
  #starting: Promise<unknown> | null = null;
  #storageTimer: NodeJS.Timeout | undefined;
  /** Work begun outside the job queue. */
  readonly #running = new Set<Promise<unknown>>();

  constructor(app: FastifyInstance, services: Services, databaseUrl: string, stopping: AbortController) {
    this.app = app;
    this.kernel = services.kernel;
    this.consumers = services.consumers;
    this.leases = services.leases;
    this.storage = services.storage;
    this.#services = services;
    this.#databaseUrl = databaseUrl;
    this.#stopping = stopping;
  }

  async listen(without: readonly string[] = []): Promise<string> {
    const address = await this.open();
    await this.begin(without);
    return address;
  }

  open(): Promise<string> {
    return this.#start(() => this.#open());
  }

  begin(without: readonly string[] = []): Promise<void> {
    return this.#start(() => this.#begin(without));
  }

  #start<T>(step: () => Promise<T>): Promise<T> {
    const started = step();
    this.#starting = started;
    return started;
  }

  async stop(): Promise<void> {
    const { kernel, live, promptReactions, consumers, leases, eventLog } = this.#services;
    this.#stopping.abort();
    // What has begun to start is ended once it has started: it would begin more after its end.
    await this.#starting?.catch(() => undefined);
    clearInterval(this.#storageTimer);
    kernel.tasks.stop();
    const jobsFinished = kernel.jobs.finish();
    await live.stop();
    await closeConnections(this.app);
    await Promise.all(this.#running);
    await jobsFinished;
    await promptReactions.stop();
    await consumers.stop();
    await leases.stop();
    await eventLog.stop();
    await kernel.jobs.stop();
    await kernel.database.close();
  }

  async #open(): Promise<string> {
    const { kernel, consumers, eventLog, promptReactions, live } = this.#services;
    const { database, configuration } = kernel;
    await database.closed.load(database.system);
    // Before anything files an event: what a new consumer begins with.
    await consumers.register();
    await eventLog.start();
    promptReactions.start();
    for (const one of modules) await one.start?.(kernel);
    const address = await this.app.listen({ port: configuration.port, host: configuration.host });
    this.#services.setAddress(address);
    await live.start(this.app.server);
    return address;
  }

  async #begin(without: readonly string[]): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const { kernel, consumers, leases, storage } = this.#services;
    await consumers.start(leases);
    await leases.start();
    const sweeps = [...this.#ownSweeps(), ...moduleSweeps(kernel, without)];
    // The product already serves: a database lost just now comes back, as it does later.
    for (const step of [() => kernel.tasks.work(), () => kernel.tasks.queueOpen(), () => kernel.jobs.repeat(sweeps)])
      await untilDatabaseAnswers(step, kernel.log, this.#stopping.signal);
    this.#run(this.#makePartitions());
    // Every process has disks of its own.
    const look = () => this.#run(storage.check());
    this.#storageTimer = setInterval(look, STORAGE_EVERY_MS);
    await look();
  }

  #run(work: Promise<unknown>): Promise<unknown> {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
    return work;
  }

  #makePartitions(): Promise<unknown> {
    const { signal } = this.#stopping;
    return makePartitionsAhead(this.kernel, this.#databaseUrl, partitionedTables, { signal });
  }

  /** The repeated work that belongs to no module. */
  #ownSweeps() {
    const { database, systemAlarms } = this.kernel;
    return [
      { name: 'consumer lag', everySeconds: 1, run: () => this.#services.lag.look() },
      { name: 'events taken', everySeconds: 60, run: () => forgetDone(database.system) },
      { name: 'old system alarms', everySeconds: 3600, run: () => systemAlarms.deleteOld() },
      // A process that runs for months makes partitions in time, and what was locked at the start soon after it.
      {
        name: 'months',
        everySeconds: 3600,
        isNeverAtStart: true as const,
        run: async () => {
          await this.#makePartitions();
          await dropOldMonths(this.kernel, this.#databaseUrl, this.consumers.names);
        },
      },
    ];
  }
}

/** The sweeps of the modules, `without` those of these names. */
function moduleSweeps(kernel: Kernel, without: readonly string[]) {
  const { database } = kernel;
  // What sweeps find of a tenant that is being erased is left alone.
  const sweepKernel = { ...kernel, database: { ...database, system: database.closed.without(database.system) } };
  return modules
    .flatMap((one) => one.sweeps)
    .filter((one) => !without.includes(one.name))
    .map(({ run, ...sweep }) => ({ ...sweep, run: () => run(sweepKernel) }));
}

const READY_WITHIN_MS = 2000;

/** Returns whether the database responds within a short time, so that a load balancer never waits for a hanging one. */
async function answersInTime(database: Database): Promise<boolean> {
  const late = new AbortController();
  const answered = database.systemOf.gate('select 1').then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([answered, pause(READY_WITHIN_MS, false, { signal: late.signal })]);
  late.abort();
  return answer;
}

/** Time limit for running calls once the server stops. */
const LAST_CALLS_MS = 20_000;
const LOOK_FOR_IDLE_MS = 50;

/** Closes the application, including connections that have just become idle and would otherwise wait for another call. */
async function closeConnections(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_FOR_IDLE_MS);
  const last = setTimeout(() => app.server.closeAllConnections(), LAST_CALLS_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(last);
}
