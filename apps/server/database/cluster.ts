import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type Account, databaseAccount, isRoot, ownerOf } from './account.ts';
import { type Binaries, prepareBinaries } from './binary.ts';

/** The folder of root's clusters and programs, accessible to the database's user wherever the data folder is. */
const SYSTEM_FOLDER = '/var/lib/boyun';

/** The superuser of an embedded cluster, owner of everything in it. */
export const OWNER = 'boyun_owner';

/** The database of the product inside the cluster. */
export const DATABASE = 'boyun';

/** The content of `postgres.json` in the data folder: the record of its cluster. */
export type ClusterRecord = {
  /** Sixteen hex digits that mark every process of this cluster. */
  id: string;
  pgdata: string;
  port: number;
  password: string;
  isMade: boolean;
};

/** A cluster ready to be started. */
export type Cluster = { dataDir: string; record: ClusterRecord; account: Account | undefined; binaries: Binaries };

function recordFile(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

/** Returns the record of a data folder; undefined when it never had an embedded database. */
export function readRecord(dataDir: string): ClusterRecord | undefined {
  if (!existsSync(recordFile(dataDir))) return undefined;
  return JSON.parse(readFileSync(recordFile(dataDir), 'utf8')) as ClusterRecord;
}

/** Stores the record, readable only by its owner because it contains the password. */
export function writeRecord(dataDir: string, record: ClusterRecord): void {
  const draft = `${recordFile(dataDir)}.draft`;
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, recordFile(dataDir));
}

/** The folder around pgdata in the system folder for a data folder at this path. */
function systemPlace(dataDir: string): string {
  return join(SYSTEM_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

/** Ports that free ones are taken from: no system gives them to connections by itself, as it does those from 32768 or 49152. */
const FREE_PORTS = { from: 20_000, to: 32_000, tries: 100 } as const;

/**
 * Returns a free port of 127.0.0.1. It is not held: chosen at random below the ports that the system gives to connections, it is
 * still free when a process starts on it, or starts on it again. Throws where no port can be listened on.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < FREE_PORTS.tries; tries += 1) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port of 127.0.0.1 between ${FREE_PORTS.from} and ${FREE_PORTS.to} can be listened on.`);
}

/** Returns whether a port of 127.0.0.1 is free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Returns the cluster of a data folder, created when there is none. `discard` receives the path of a cluster left by a data
 * folder that was deleted at this place, before it is moved aside.
 * Throws an error that states the remedy when the cluster is lost or belongs to another account or folder.
 */
export async function openCluster(
  path: string,
  options: { isDurable: boolean; discard(pgdata: string): Promise<void> },
): Promise<Cluster> {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(path);
  const record = readRecord(dataDir) ?? (await newRecord(dataDir, options.discard));
  checkPlace(dataDir, record);
  const account = accountOf(record);
  const binaries = prepareBinaries({
    isForOtherUser: account !== undefined,
    openFolder: SYSTEM_FOLDER,
    ownFolder: dataDir,
  });
  const cluster = { dataDir, record, account, binaries };
  if (!existsSync(record.pgdata)) {
    if (record.isMade) {
      throw new Error(
        `The database of ${dataDir} was at ${record.pgdata} and is gone. Bring that folder back; or, to begin again empty (and then "npm run restore" a backup), delete ${recordFile(dataDir)}.`,
      );
    }
    await initialize(cluster, options.isDurable);
  }
  if (!record.isMade) {
    record.isMade = true;
    writeRecord(dataDir, record);
  }
  return cluster;
}

async function newRecord(dataDir: string, discard: (pgdata: string) => Promise<void>): Promise<ClusterRecord> {
  const place = isRoot() ? systemPlace(dataDir) : undefined;
  const pgdata = place ? join(place, 'pgdata') : join(dataDir, 'postgres');
  if (place && existsSync(place)) {
    // The data folder was deleted for a fresh start, but its cluster is in another place and still exists. The last one is kept.
    await discard(pgdata);
    rmSync(`${place}.previous`, { recursive: true, force: true });
    renameSync(place, `${place}.previous`);
  } else if (existsSync(pgdata)) {
    throw new Error(
      `${pgdata} holds a database, but ${recordFile(dataDir)} with its password is missing. Bring that file back, or move ${pgdata} away to begin empty.`,
    );
  }
  const record: ClusterRecord = {
    id: randomBytes(8).toString('hex'),
    pgdata,
    port: await freePort(),
    password: randomBytes(24).toString('hex'),
    isMade: false,
  };
  writeRecord(dataDir, record);
  return record;
}

/** A data folder may be moved; a copy of it must not share the cluster of the original. */
function checkPlace(dataDir: string, record: ClusterRecord): void {
  if (!record.pgdata.startsWith(`${SYSTEM_FOLDER}/`)) {
    const here = join(dataDir, 'postgres');
    if (record.pgdata !== here) {
      record.pgdata = here;
      writeRecord(dataDir, record);
    }
    return;
  }
  if (!isRoot()) {
    throw new Error(
      `${dataDir} was started by root before, and its database belongs to another user. Start it as root again, or take "npm run backup" as root and "npm run restore" it into a new DATA_DIR.`,
    );
  }
  const note = join(dirname(record.pgdata), 'data-folder');
  const home = existsSync(note) ? readFileSync(note, 'utf8') : dataDir;
  if (home !== dataDir && existsSync(home) && readRecord(home)?.id === record.id) {
    throw new Error(
      `${dataDir} is a copy of ${home}, whose database it cannot share. Use "npm run backup" there and "npm run restore" here, after deleting ${recordFile(dataDir)}.`,
    );
  }
  const place = dirname(record.pgdata);
  if (existsSync(place) && home !== dataDir) writeFileSync(note, dataDir);
}

function accountOf(record: ClusterRecord): Account | undefined {
  if (existsSync(record.pgdata)) {
    const owner = ownerOf(record.pgdata);
    if (isRoot()) return owner;
    if (process.getuid && owner.uid !== process.getuid()) {
      throw new Error(
        `${record.pgdata} belongs to another user (uid ${owner.uid}). Start as that user, or choose another DATA_DIR.`,
      );
    }
    return undefined;
  }
  return isRoot() ? databaseAccount() : undefined;
}

/** Creates the cluster beside its final place and moves it there atomically, so that a killed process leaves none. */
async function initialize({ dataDir, record, account, binaries }: Cluster, isDurable: boolean): Promise<void> {
  const place = dirname(record.pgdata);
  if (account) {
    mkdirSync(place, { recursive: true });
    chmodSync(SYSTEM_FOLDER, 0o755);
    chmodSync(place, 0o700);
    chownSync(place, account.uid, account.gid);
    writeFileSync(join(place, 'data-folder'), dataDir);
  }
  const draft = `${record.pgdata}.new`;
  const secret = join(place, `${record.id}.password`);
  rmSync(draft, { recursive: true, force: true });
  rmSync(secret, { force: true });
  try {
    writeFileSync(secret, record.password, { mode: 0o600 });
    if (account) chownSync(secret, account.uid, account.gid);
    await runInitdb(binaries, account, place, [
      ...['-D', draft, '-U', OWNER, '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--no-instructions'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--text-search-config=simple'],
      ...(isDurable ? [] : ['--no-sync']),
    ]);
    renameSync(draft, record.pgdata);
  } finally {
    rmSync(secret, { force: true });
  }
}

function runInitdb(binaries: Binaries, account: Account | undefined, cwd: string, args: string[]): Promise<void> {
  const child = spawn(join(binaries.folder, 'bin', 'initdb'), args, {
    cwd,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The embedded database could not be made (${code}):\n${output.trim()}`));
    });
  });
}

/** Returns an environment without this host's PG… variables and language settings. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot ? { SystemRoot, TEMP, TMP } : {}) };
}
