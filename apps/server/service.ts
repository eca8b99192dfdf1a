import { join } from 'node:path';
import { authenticator, findAccount } from '@boyun/access/server';
import { bindSlots, type Filling } from '@boyun/kernel/contract';
import {
  actTasks,
  type Clock,
  type Configuration,
  ConsumerLag,
  Consumers,
  type Database,
  EventLog,
  FailureRetry,
  type Jobs,
  type Kernel,
  Leases,
  Live,
  type Log,
  languageOf,
  makeFiles,
  makeMetrics,
  makeSecrets,
  makeTasks,
  openDatabase,
  PACE,
  PromptReactions,
  ResourceVerbs,
  StorageWatch,
  SystemAlarms,
  startJobs,
  systemClock,
  taskWorks,
} from '@boyun/kernel/server';
import { findKey } from '@boyun/open-api/server';
import { modules, slots } from './modules.ts';

/** What a product is made of. */
export interface ProductOptions {
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
}

const reactions = modules.flatMap((one) => one.reactions);

/** Everything behind the HTTP application of a product. */
export interface Services extends Events {
  readonly kernel: Kernel;
  readonly verbs: ResourceVerbs;
  readonly storage: StorageWatch;
  /** Sets the address of this server, once it listens. */
  setAddress(address: string): void;
}

/** Makes the services of a product; nothing runs yet. */
export async function makeServices(options: ProductOptions): Promise<Services> {
  const foundation = await makeFoundation(options);
  const events = makeEvents(options, foundation);
  const storage = watchStorage(options, foundation);
  let ownAddress: string | null = null;
  const { kernel, verbs } = makeKernel(options, foundation, events.live, () => ownAddress);
  return {
    ...events,
    kernel,
    verbs,
    storage,
    setAddress: (address) => {
      ownAddress = address;
    },
  };
}

type Foundation = Awaited<ReturnType<typeof makeFoundation>>;

/** The services that use no other than each other: database, files, jobs, metrics. */
async function makeFoundation({ configuration, databaseUrl, log, ...options }: ProductOptions) {
  const { clock = systemClock, fillings = [] } = options;
  const filled = slots.replaced(fillings);
  bindSlots(filled);
  const { pace = PACE } = configuration;
  const database: Database = openDatabase({
    url: databaseUrl,
    clock,
    log,
    slots: filled,
    connections: configuration.databaseConnections,
    patience: pace.patience,
  });
  const secrets = makeSecrets(configuration.secret, configuration.olderSecrets);
  const folder = join(configuration.dataDir, 'files');
  const files = makeFiles({ folder, s3Url: configuration.s3Url, secrets, clock, log });
  const jobs = options.jobs ?? (await startJobs({ url: databaseUrl, log, pace }));
  const metrics = makeMetrics();
  const systemAlarms = new SystemAlarms({ database, log, metrics });
  return { log, clock, database, secrets, files, jobs, metrics, systemAlarms };
}

/** What reads the event log. */
interface Events {
  readonly eventLog: EventLog;
  readonly consumers: Consumers;
  readonly promptReactions: PromptReactions;
  readonly lag: ConsumerLag;
  readonly live: Live;
  /** Which background work this process does. */
  readonly leases: Leases;
}

function makeEvents({ configuration }: ProductOptions, foundation: Foundation): Events {
  const { log, clock, database, files, jobs, metrics, systemAlarms } = foundation;
  const { pace = PACE } = configuration;
  const eventLog = new EventLog({ database, log });
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
  return {
    eventLog,
    consumers,
    promptReactions: new PromptReactions({ database, jobs, log, reactions }),
    lag: new ConsumerLag({ database, metrics, systemAlarms, consumers: consumers.names }),
    live,
    leases: new Leases({ database, log, patience: pace.patience }),
  };
}

function watchStorage(
  { configuration, databaseFolder }: ProductOptions,
  { database, systemAlarms, metrics }: Foundation,
): StorageWatch {
  return new StorageWatch({
    database,
    systemAlarms,
    metrics,
    volumes: [
      { name: 'files', folder: join(configuration.dataDir, 'files') },
      ...(databaseFolder ? [{ name: 'database', folder: databaseFolder } as const] : []),
    ],
    warn: configuration.diskWarn,
    critical: configuration.diskCritical,
  });
}

function makeKernel(
  { configuration }: ProductOptions,
  foundation: Foundation,
  live: Live,
  ownAddress: () => string | null,
): { readonly kernel: Kernel; readonly verbs: ResourceVerbs } {
  const { database, jobs, systemAlarms } = foundation;
  const verbs = new ResourceVerbs(modules.flatMap((one) => one.resources));
  const parts = {
    ...foundation,
    configuration,
    failures: new FailureRetry({ database, jobs, systemAlarms, reactions }),
    live,
    contracts: modules.map((one) => one.contract),
    slots: database.slots,
    applyPendingWrite: (...held: Parameters<Kernel['applyPendingWrite']>) => verbs.applyPendingWrite(...held),
    figures: modules.flatMap((one) => one.figures),
    retained: modules.flatMap((one) => one.retained),
    ownAddress,
  };
  const tasks = makeTasks({
    kernel: parts,
    findWho: async (...asked) => (await findAccount(...asked)) ?? findKey(...asked),
    works: taskWorks(modules, verbs),
    acts: actTasks(modules),
  });
  return { kernel: { ...parts, tasks }, verbs };
}
