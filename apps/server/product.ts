import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { authenticator, consumeProof, findAccount } from '@boyun/access/server';
import { bindSlots, type Filling } from '@boyun/kernel/contract';
import {
  type Clock,
  type Configuration,
  ConsumerLag,
  Consumers,
  type Database,
  dropMonths,
  EventLog,
  FailureRetry,
  forgetDone,
  hasRows,
  type Jobs,
  type Kernel,
  Leases,
  Live,
  type Log,
  languageOf,
  makeApp,
  makeFiles,
  makeFirstPartitions,
  makeMetrics,
  makePartitionsAhead,
  makeSecrets,
  makeTasks,
  migrate,
  openDatabase,
  PACE,
  PromptReactions,
  ResourceVerbs,
  StorageWatch,
  SystemAlarms,
  startJobs,
  systemClock,
  takenEvents,
  taskWorks,
} from '@boyun/kernel/server';
import { findKey, isApiKey, keyAuthenticator } from '@boyun/open-api/server';
import { findKeepers } from '@boyun/system/server';
import type { FastifyInstance } from 'fastify';
import { modules, slots } from './modules.ts';
import { hasWeb, sendPage, serveWeb } from './web-files.ts';

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
  /** Completes running calls and closes everything except the embedded database. */
  stop(): Promise<void>;
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

/** Tables partitioned by month. */
export const partitionedTables = ['event', 'audit_log', ...modules.flatMap((one) => one.partitioned)];
const STORAGE_EVERY_MS = 15_000;

const DAY_MS = 24 * 3_600_000;
const SHORTEST_TERM_DAYS = 183;
/** Minimum age at which a month is dropped, whatever the terms. */
const SHORTEST_MONTHLY_DAYS = 30;

/**
 * Drops months that every tenant's term has passed for, and months that are empty because their rows were removed one by one.
 * Events that a consumer has not taken or that were set aside stay. Returns the names of the dropped partitions.
 */
export async function dropOldMonths(kernel: Kernel, url: string, consumers: readonly string[]): Promise<string[]> {
  const { clock, database, log } = kernel;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const keepers = await findKeepers(kernel);
  const firstEvent = await takenEvents(database.system, consumers);
  const empty = ['passing', 'gate_command', 'camera_message'].map((table) => ({
    table,
    before: daysAgo(table === 'camera_message' ? SHORTEST_MONTHLY_DAYS : SHORTEST_TERM_DAYS),
    tenantsKeeping: () => [],
    isNeeded: hasRows,
  }));
  const over = kernel.retained
    .filter((kind) => kind.isMonthly)
    .map((kind) => ({
      table: kind.table,
      before: daysAgo(SHORTEST_MONTHLY_DAYS),
      tenantsKeeping: (end: Date) => keepers(kind.key, end),
      isNeeded: (partition: string) => kind.isMonthNeeded?.(partition, firstEvent) ?? 'false',
    }));
  const dropped: string[] = [];
  for (const months of [...empty, ...over])
    await dropMonths(url, months).then(
      (names) => dropped.push(...names),
      (error: Error) => log.error({ err: error, table: months.table }, 'old months could not be dropped'),
    );
  if (dropped.length > 0) log.info({ dropped }, 'old months dropped');
  return dropped;
}

/** Tables into which the migrations put rows: a restore replaces these with the rows of the backup. */
export const SEEDED_TABLES = ['public.write_probe', 'public.prunable_log'];

/** Applies the migrations of all modules that are missing. */
export async function migrateSchema(url: string, log: Log): Promise<void> {
  await migrate(
    url,
    modules.map((one) => ({ name: one.contract.name, folder: one.migrations })),
    log,
  );
}

/** Brings the schema up to date: migrations of all modules, and partitions from a month to three after another. */
export async function prepareSchema(url: string, log: Log, from: Date, to: Date): Promise<void> {
  await migrateSchema(url, log);
  await makeFirstPartitions(url, partitionedTables, from, to);
}

/** Puts the product together on a migrated database. */
export async function makeProduct(options: {
  configuration: Configuration;
  databaseUrl: string;
  log: Log;
  clock?: Clock;
  jobs?: Jobs;
  webFolder?: string;
  /** Where the embedded database lies, to watch its disk. */
  databaseFolder?: string | undefined;
  /** An own HTTP server in front (to share the port with MQTT). */
  server?: object;
  /** Fills these slots in place of the modules. */
  fillings?: readonly Filling[];
}): Promise<Product> {
  const { configuration, databaseUrl, log, clock = systemClock } = options;
  const { pace = PACE } = configuration;
  const filled = slots.replaced(options.fillings ?? []);
  bindSlots(filled);
  const database: Database = openDatabase({
    url: databaseUrl,
    clock,
    log,
    slots: filled,
    connections: configuration.databaseConnections,
  });
  const secrets = makeSecrets(configuration.secret, configuration.olderSecrets);
  const files = makeFiles({
    folder: join(configuration.dataDir, 'files'),
    s3Url: configuration.s3Url,
    secrets,
    clock,
    log,
  });
  const jobs = options.jobs ?? (await startJobs({ url: databaseUrl, log, pace }));
  const metrics = makeMetrics();
  const systemAlarms = new SystemAlarms({ database, log, metrics });
  const eventLog = new EventLog({ database, log });
  const reactions = modules.flatMap((one) => one.reactions);
  const consumers = new Consumers({
    database,
    log,
    projections: modules.flatMap((one) => one.projections),
    reactions,
    jobs,
    eventLog,
    systemAlarms,
    retryMs: pace.reactionRetryMs,
  });
  const promptReactions = new PromptReactions({ database, jobs, log, reactions });
  const lag = new ConsumerLag({ database, metrics, systemAlarms, consumers: consumers.names });
  const live = new Live({
    database,
    log,
    handlers: modules.flatMap((one) => one.channels),
    events: modules.flatMap((one) => one.contract.events),
    signFile: (key, who) => files.sign(key, '', who.userId),
    authenticate: (token, request) =>
      authenticator({ database, clock }, token, {
        address: request.socket.remoteAddress ?? null,
        requestId: null,
        language: languageOf(request.headers),
      }),
    eventLog,
  });
  const storage = new StorageWatch({
    database,
    systemAlarms,
    metrics,
    volumes: [
      { name: 'files', folder: join(configuration.dataDir, 'files') },
      ...(options.databaseFolder ? [{ name: 'database', folder: options.databaseFolder } as const] : []),
    ],
    warn: configuration.diskWarn,
    critical: configuration.diskCritical,
  });
  let ownAddress: string | null = null;
  const verbs = new ResourceVerbs(modules.flatMap((one) => one.resources));
  const parts = {
    configuration,
    database,
    clock,
    files,
    secrets,
    log,
    metrics,
    systemAlarms,
    failures: new FailureRetry({ database, jobs, systemAlarms, reactions }),
    live,
    jobs,
    contracts: modules.map((one) => one.contract),
    slots: database.slots,
    applyPendingWrite: (...held: Parameters<Kernel['applyPendingWrite']>) => verbs.applyPendingWrite(...held),
    figures: modules.flatMap((one) => one.figures),
    retained: modules.flatMap((one) => one.retained),
    ownAddress: () => ownAddress,
  };
  const tasks = makeTasks({
    kernel: parts,
    findWho: async (...asked) => (await findAccount(...asked)) ?? findKey(...asked),
    works: taskWorks(modules, verbs),
  });
  const kernel: Kernel = { ...parts, tasks };
  // What sweeps find of a tenant that is being erased is left alone.
  const sweepKernel = { ...kernel, database: { ...database, system: database.closed.without(database.system) } };
  const webFolder = options.webFolder && hasWeb(options.webFolder) ? options.webFolder : null;
  let isStopping = false;
  const app = await makeApp({
    kernel,
    modules,
    verbs,
    authenticate: (using, token, caller) =>
      isApiKey(token) ? keyAuthenticator(using, token, caller) : authenticator(using, token, caller),
    consumeProof,
    notReadyReason: async () => {
      if (isStopping) return 'the server stops';
      return (await answersInTime(database)) ? storage.fault : 'the database does not answer';
    },
    ...(webFolder ? { sendPage } : {}),
    server: { forceCloseConnections: 'idle', ...options.server },
  });
  if (webFolder) await serveWeb(app, webFolder, configuration.mapTiles);
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  const leases = new Leases({ database, log });
  const keep = () => makePartitionsAhead(kernel, databaseUrl, partitionedTables, { signal: stopping.signal });
  const own = [
    { name: 'consumer lag', everySeconds: 1, run: () => lag.look() },
    { name: 'events taken', everySeconds: 60, run: () => forgetDone(database.system) },
    { name: 'old system alarms', everySeconds: 3600, run: () => systemAlarms.deleteOld() },
    // A process that runs for months makes partitions in time, and what was locked at the start soon after it.
    {
      name: 'months',
      everySeconds: 3600,
      isNeverAtStart: true as const,
      run: async () => {
        await keep();
        await dropOldMonths(kernel, databaseUrl, consumers.names);
      },
    },
  ];
  let starting: Promise<string> | null = null;
  const start = async (without: readonly string[]): Promise<string> => {
    await database.closed.load(database.system);
    // Before anything files an event: what a new consumer begins with.
    await consumers.register();
    await eventLog.start();
    promptReactions.start();
    for (const one of modules) await one.start?.(kernel);
    const address = await app.listen({ port: configuration.port, host: configuration.host });
    ownAddress = address;
    await live.start(app.server);
    await consumers.start(leases);
    await leases.start();
    await tasks.work();
    const sweeps = modules.flatMap((one) => one.sweeps).filter((one) => !without.includes(one.name));
    await jobs.repeat([...own, ...sweeps.map(({ run, ...sweep }) => ({ ...sweep, run: () => run(sweepKernel) }))]);
    const begin = (work: Promise<unknown>) => {
      running.add(work);
      void work.finally(() => running.delete(work));
      return work;
    };
    begin(keep());
    // Every process has disks of its own.
    const look = () => begin(storage.check());
    timers.push(setInterval(look, STORAGE_EVERY_MS));
    await look();
    return address;
  };
  return {
    app,
    kernel,
    consumers,
    leases,
    storage,
    listen(without = []) {
      starting = start(without);
      return starting;
    },
    async stop() {
      isStopping = true;
      stopping.abort();
      // What has begun to start is ended once it has started: it would begin more after its end.
      await starting?.catch(() => undefined);
      for (const timer of timers) clearInterval(timer);
      tasks.stop();
      const jobsFinished = jobs.finish();
      await live.stop();
      await closeConnections(app);
      await Promise.all(running);
      await jobsFinished;
      await promptReactions.stop();
      await consumers.stop();
      await leases.stop();
      await eventLog.stop();
      await jobs.stop();
      await database.close();
    },
  };
}
