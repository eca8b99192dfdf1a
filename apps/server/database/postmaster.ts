import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { raisePriority } from '../priority.ts';
import { type Cluster, DATABASE, OWNER, plainEnvironment } from './cluster.ts';
import { isAlive, isTaken, listProcesses, signal, waitUntil } from './host-process.ts';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Settings that suit machines from a small one up to two cores and 24 GB. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '2GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  wal_compression: 'on',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel workers gain little on two cores, and containers often have too little shared memory for them.
  max_parallel_workers_per_gather: '1',
  // A killed server's running statements end, and its locks go, within this time.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and values hold plates and mobiles: the log gets neither, and errors reach the server anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_connections: '',
};

/** The address of the product's database in a cluster. */
export function addressOf({ record }: Cluster, database = DATABASE): string {
  return `postgres://${OWNER}:${record.password}@127.0.0.1:${record.port}/${database}`;
}

function commandOf(cluster: Cluster, extra: Record<string, string>): { file: string; args: string[] } {
  const settings = {
    ...SETTINGS,
    ...extra,
    port: String(cluster.record.port),
    cluster_name: markOf(cluster.record.id),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return { file: join(cluster.binaries.folder, 'bin', 'postgres'), args: ['-D', cluster.record.pgdata, ...options] };
}

/** A mark in the title of every process of a cluster. */
function markOf(id: string): string {
  return `boyun-${id}`;
}

/** Returns the live processes of a cluster, and the postmaster's id if it is alive. */
function processesOf(id: string): { pid: number; command: string }[] {
  return listProcesses().filter(
    ({ pid, command }) => command.includes(markOf(id)) && /postgres/.test(command) && isAlive(pid),
  );
}

function pidInFile(pgdata: string): number | undefined {
  try {
    return Number(readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}

/** Returns the postmaster of a cluster if it is alive; another process that reused its id does not count. */
export function findPostmaster(id: string, pgdata: string): { pid: number; command: string } | undefined {
  const pid = pidInFile(pgdata);
  return pid ? processesOf(id).find((one) => one.pid === pid) : undefined;
}

/** Whether a running postmaster was started by exactly the command a start would use now. */
export function isCurrent(cluster: Cluster, extra: Record<string, string>, command: string): boolean {
  const { file, args } = commandOf(cluster, extra);
  return command === [file, ...args].join(' ');
}

/** Stops a postmaster in fast mode and waits for its end: open transactions are rolled back; as a last resort it is killed. */
export async function stopPostmaster(cluster: Pick<Cluster, 'record' | 'binaries'>, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    const control = join(cluster.binaries.folder, 'bin', 'pg_ctl');
    spawnSync(control, ['stop', '-m', 'fast', '-w', '-t', '30', '-D', cluster.record.pgdata], { stdio: 'ignore' });
    return;
  }
  await endPostmaster(cluster.record.id, pid);
}

/** As `stopPostmaster`, for a cluster known by its mark alone (not on Windows). */
export async function endPostmaster(id: string, pid: number): Promise<void> {
  for (const [name, timeoutMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    if (!isAlive(pid)) break;
    signal(pid, name);
    if (await waitUntil(() => !isAlive(pid), timeoutMs)) break;
  }
  await clearOrphans(id);
}

/** Backends outlive a killed postmaster for a moment and hold its memory; a start must wait until the last has ended. */
async function clearOrphans(id: string): Promise<void> {
  if (await waitUntil(() => processesOf(id).length === 0, 5_000)) return;
  for (const { pid } of processesOf(id)) signal(pid, 'SIGKILL');
  if (await waitUntil(() => processesOf(id).length === 0, 5_000)) return;
  const left = processesOf(id).map(({ pid }) => pid);
  throw new Error(
    `Processes of the embedded database cannot be ended (${left.join(', ')}). Restart the host, or end them by hand.`,
  );
}

/**
 * Called when no process of the cluster lives. PostgreSQL sees through the pid file of a process that is gone, but not when
 * its id was given away again, or when it waits, dead, for a parent that never asks about it (containers without an init).
 */
function dropStalePidFile(pgdata: string): void {
  const pid = pidInFile(pgdata);
  if (pid && process.platform !== 'win32' && isTaken(pid)) rmSync(join(pgdata, 'postmaster.pid'), { force: true });
}

function openLog(pgdata: string): { file: string; handle: number } {
  const file = `${pgdata}.log`;
  if (existsSync(file) && statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  return { file, handle: openSync(file, 'a', 0o600) };
}

/** Starts the postmaster and waits until it takes connections; rejects with the end of its log when it ends instead. */
export async function startPostmaster(
  cluster: Cluster,
  extra: Record<string, string>,
  priority: 'raised' | 'normal',
): Promise<number> {
  const { record, account } = cluster;
  await clearOrphans(record.id);
  dropStalePidFile(record.pgdata);
  const { file, args } = commandOf(cluster, extra);
  const log = openLog(record.pgdata);
  const from = statSync(log.file).size;
  // Its own group: Ctrl-C in the terminal is for the server, which stops the database when it has finished.
  const child = spawn(file, args, {
    cwd: dirname(record.pgdata),
    env: plainEnvironment(),
    detached: true,
    stdio: ['ignore', log.handle, log.handle],
    ...account,
  });
  closeSync(log.handle);
  child.unref();
  if (child.pid && priority === 'raised') raisePriority(child.pid);
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, name) => {
    ended = name ?? `exit code ${code}`;
  });
  await waitForConnections(cluster, () => {
    if (ended === undefined) return;
    const words = readFileSync(log.file).subarray(from).toString('utf8').trim();
    throw new Error(`The embedded database did not start (${ended}):\n${words}`);
  });
  return child.pid!;
}

/** Waits until the cluster takes connections, however long recovery takes; `check` throws to give up. */
export async function waitForConnections(cluster: Cluster, check: () => void): Promise<void> {
  for (;;) {
    check();
    const client = new Client({ connectionString: addressOf(cluster, 'postgres'), connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${DATABASE}`);
      return;
    } catch (error) {
      const code = (error as { code?: string }).code;
      // A wrong password will not become right by waiting.
      if (code === '28P01' || code === '28000') throw error;
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
