import { existsSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, freePort, isFree, openCluster, readRecord, writeRecord } from './cluster.ts';
import { isAlive, listProcesses } from './host-process.ts';
import {
  addressOf,
  endPostmaster,
  findPostmaster,
  isCurrent,
  startPostmaster,
  stopPostmaster,
  waitForConnections,
} from './postmaster.ts';

/** The logger of the database's own messages; pino or the console. */
export type DatabaseLog = { info(message: string): void; warn(message: string): void };

/** A database with its address and a function that stops it. */
export type Database = {
  url: string;
  /** The folder of an embedded database. */
  folder?: string;
  /** Shuts an embedded database down and waits for its end; does nothing for one reached by address. */
  stop(): Promise<void>;
};

/** The options of `startDatabase`. */
export type DatabaseOptions = {
  dataDir: string;
  /** The address of an existing PostgreSQL, in which case none is started. */
  url?: string | undefined;
  log: DatabaseLog;
  /** Called when the embedded database ended unexpectedly; it is restarted at the same address at once. */
  onExit?: () => void;
  /** Called when it accepts connections again after such an end. */
  onRestart?: () => void;
  /** PostgreSQL settings beyond the product's own, as `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
  /** Whether it runs above normal priority, where the system allows it: so it does unless this is `normal`, as in tests. */
  priority?: 'raised' | 'normal';
};

const WATCH_MS = 250;

/**
 * The database of the product: the one at `url`, or an embedded PostgreSQL that keeps its cluster for `dataDir` (see
 * `takeDataFolder`: the caller holds the folder). One left running by a killed server is taken over.
 * Throws an error that states the remedy when it cannot be started.
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, log } = options;
  if (url) return { url, stop: async () => {} };
  const settings = options.settings ?? {};
  const cluster = await openCluster(options.dataDir, {
    isDurable: settings.fsync !== 'off',
    discard: async (pgdata) => {
      log.warn(
        `The data folder is new; the database of an earlier one at this path is kept in ${dirname(pgdata)}.previous`,
      );
      await endProcessesIn(pgdata);
    },
  });
  const start = () => startPostmaster(cluster, settings, options.priority ?? 'raised');
  const guard = watchOver(cluster, start, options, await takeOverOrStart(cluster, settings, { start, log }));
  return { url: addressOf(cluster), folder: cluster.record.pgdata, stop: guard.stop };
}

async function takeOverOrStart(
  cluster: Cluster,
  settings: Record<string, string>,
  { start, log }: { start(): Promise<number>; log: DatabaseLog },
): Promise<number> {
  const running = findPostmaster(cluster.record.id, cluster.record.pgdata);
  if (running && isCurrent(cluster, settings, running.command)) {
    try {
      await waitForConnections(cluster, () => {
        if (!isAlive(running.pid)) throw new Error('It ended meanwhile.');
      });
      log.info(`Took over the running database (process ${running.pid})`);
      return running.pid;
    } catch {
      // It was shutting down; it is started again below.
    }
  }
  if (running) await stopPostmaster(cluster, running.pid);
  if (!(await isFree(cluster.record.port))) {
    cluster.record.port = await freePort();
    writeRecord(cluster.dataDir, cluster.record);
  }
  return await start();
}

function watchOver(
  cluster: Cluster,
  start: () => Promise<number>,
  { log, onExit, onRestart }: DatabaseOptions,
  first: number,
): { stop(): Promise<void> } {
  let pid = first;
  let isStopping = false;
  let restarting: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (isStopping || restarting || isAlive(pid)) return;
    log.warn(`The embedded database (process ${pid}) ended unexpectedly; starting it again`);
    onExit?.();
    restarting = restart().finally(() => {
      restarting = undefined;
    });
  }, WATCH_MS);
  watch.unref();

  async function restart(): Promise<void> {
    for (let attempt = 0; !isStopping; attempt += 1) {
      try {
        pid = await start();
        log.info(`The embedded database runs again (process ${pid})`);
        onRestart?.();
        return;
      } catch (error) {
        log.warn((error as Error).message);
        await sleep(Math.min(5_000, 200 * 2 ** attempt));
      }
    }
  }

  return {
    async stop() {
      isStopping = true;
      clearInterval(watch);
      await restarting;
      if (isAlive(pid)) await stopPostmaster(cluster, pid);
    },
  };
}

/** Ends all processes of a cluster whose data folder, and with it the record, no longer exists. */
async function endProcessesIn(pgdata: string): Promise<void> {
  const running = listProcesses().find(({ command }) => command.includes(`-D ${pgdata} `));
  const id = /cluster_name=boyun-([0-9a-f]{16})/.exec(running?.command ?? '')?.[1];
  if (running && id) await endPostmaster(id, running.pid);
}

/** Stops the embedded database of a data folder and deletes it permanently; the rest of the folder stays. */
export async function removeDatabase(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const folder = realpathSync(dataDir);
  const record = readRecord(folder);
  if (!record) return;
  const running = findPostmaster(record.id, record.pgdata);
  if (running) await endPostmaster(record.id, running.pid);
  const place = dirname(record.pgdata);
  if (place === folder) {
    for (const end of ['', '.new', '.log', '.log.1'])
      rmSync(`${record.pgdata}${end}`, { recursive: true, force: true });
  } else {
    rmSync(place, { recursive: true, force: true });
    rmSync(`${place}.previous`, { recursive: true, force: true });
  }
  rmSync(join(folder, 'postgres.json'), { force: true });
}
