import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Database, type DatabaseOptions, removeDatabase, startDatabase } from './embedded.ts';
import { isAlive } from './host-process.ts';

const settings = { fsync: 'off' };
let dataDir: string;
const running: Database[] = [];
let messages: string[] = [];
const children: ChildProcess[] = [];
const note = (message: string) => {
  messages.push(message);
};

async function start(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const database = await startDatabase({
    dataDir,
    log: { info: note, warn: note },
    settings,
    priority: 'normal',
    ...options,
  });
  running.push(database);
  return database;
}

async function query<T>(url: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end().catch(() => {});
  }
}

function postmaster(): number {
  const record = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { pgdata: string };
  return Number(readFileSync(join(record.pgdata, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-`));
  messages = [];
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const database of running.splice(0)) await database.stop();
  await removeDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

test('a given address is used as it is and nothing is started', async () => {
  const database = await start({ url: 'postgres://somewhere/boyun' });
  expect(database.url).toBe('postgres://somewhere/boyun');
  expect(existsSync(join(dataDir, 'postgres.json'))).toBe(false);
});

test('it starts in UTF-8, keeps rows and its address over a stop, and listens on this host alone', async () => {
  const first = await start();
  await query(first.url, `create table note (text text); insert into note values ('泊云')`);
  expect(
    await query(first.url, `select current_setting('server_encoding') as e, current_setting('listen_addresses') as l`),
  ).toEqual([{ e: 'UTF8', l: '127.0.0.1' }]);
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  const pid = postmaster();
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select text from note')).toEqual([{ text: '泊云' }]);
  const wrong = second.url.replace(/:[0-9a-f]{48}@/, ':wrong@');
  await expect(query(wrong, 'select 1')).rejects.toThrow(/password/);
});

test.skipIf(process.platform === 'win32')(
  'it runs above the priority of its server only where that is wanted',
  async () => {
    const own = getPriority();
    const database = await start();
    expect(getPriority(postmaster())).toBe(own);
    await database.stop();
    await start({ priority: 'raised' });
    // Only root may raise it.
    expect(getPriority(postmaster())).toBe(process.getuid?.() === 0 ? -10 : own);
  },
);

test.skipIf(process.platform === 'win32')('the database that tests share has the priority of the tests', async () => {
  const client = new Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    // The process of a connection ends with it.
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    expect(getPriority(rows[0]!.pid)).toBe(getPriority());
  } finally {
    await client.end();
  }
});

/** Starts the database in a process of its own and kills that process hard. */
async function startAndKill(): Promise<void> {
  const module = join(import.meta.dirname, 'embedded.ts');
  const source = `import { startDatabase } from ${JSON.stringify(module)};
    await startDatabase({ dataDir: ${JSON.stringify(dataDir)}, log: console, priority: 'normal',
      settings: ${JSON.stringify(settings)} });
    console.log('READY'); setInterval(() => {}, 1000);`;
  const file = join(dataDir, 'server.mts');
  writeFileSync(file, source);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  await vi.waitFor(() => expect(output).toContain('READY'), { timeout: 60_000, interval: 20 });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

test('a database left running by a killed server is taken over', async () => {
  await startAndKill();
  const left = postmaster();
  expect(isAlive(left)).toBe(true);
  const database = await start();
  expect(postmaster()).toBe(left);
  expect(messages.join()).toContain('Took over');
  expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await database.stop();
  expect(isAlive(left)).toBe(false);
});

test('one left running with other settings is stopped and started again', async () => {
  await startAndKill();
  const left = postmaster();
  const database = await start({ settings: { ...settings, work_mem: '8MB' } });
  expect(isAlive(left)).toBe(false);
  expect(await query(database.url, `select current_setting('work_mem') as m`)).toEqual([{ m: '8MB' }]);
});

test('killed together with its server, it recovers at the next start with what was committed', async () => {
  const first = await start();
  await query(first.url, 'create table counted (n int); insert into counted select generate_series(1, 1000)');
  await first.stop();
  for (let round = 1; round <= 3; round += 1) {
    await startAndKill();
    process.kill(postmaster(), 'SIGKILL');
    const next = await start();
    expect(await query(next.url, 'select count(*)::int as n from counted')).toEqual([{ n: 1000 }]);
    await next.stop();
  }
});

test('a pid file whose id another process has now does not block', async () => {
  const first = await start();
  const record = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { pgdata: string };
  const file = join(record.pgdata, 'postmaster.pid');
  const text = readFileSync(file, 'utf8');
  await first.stop();
  const stranger = spawn('sleep', ['60']);
  children.push(stranger);
  writeFileSync(file, text.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
  const second = await start();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(isAlive(stranger.pid!)).toBe(true);
});

test('when it dies while the server lives, that is reported and it restarts at the same address', async () => {
  const onExit = vi.fn();
  const onRestart = vi.fn();
  const database = await start({ onExit, onRestart });
  await query(database.url, 'create table note (text text)');
  const old = postmaster();
  process.kill(old, 'SIGKILL');
  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledTimes(1), { timeout: 60_000, interval: 20 });
  expect(onExit).toHaveBeenCalledTimes(1);
  expect(postmaster()).not.toBe(old);
  expect(await query(database.url, 'select count(*)::int as n from note')).toEqual([{ n: 0 }]);
});

test('a port taken meanwhile is exchanged for another', async () => {
  const first = await start();
  await first.stop();
  const { createServer } = await import('node:net');
  const blocker = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  try {
    const second = await start();
    expect(second.url).not.toBe(first.url);
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    blocker.close();
  }
});

test('a half-made cluster of a killed first start is made again', async () => {
  const first = await start();
  await first.stop();
  const file = join(dataDir, 'postgres.json');
  const record = JSON.parse(readFileSync(file, 'utf8')) as { pgdata: string; isMade: boolean };
  rmSync(record.pgdata, { recursive: true });
  await expect(start()).rejects.toThrow(/is gone/);
  writeFileSync(file, JSON.stringify({ ...record, isMade: false }));
  mkdirSync(join(`${record.pgdata}.new`, 'half'), { recursive: true });
  const second = await start();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.runIf(process.getuid?.() === 0)(
  'as root, a deleted data folder begins empty and a copied one is refused',
  async () => {
    const first = await start();
    await query(first.url, 'create table note (text text)');
    const record = readFileSync(join(dataDir, 'postgres.json'), 'utf8');
    const copy = `${dataDir}-copy`;
    mkdirSync(copy);
    try {
      writeFileSync(join(copy, 'postgres.json'), record);
      await expect(start({ dataDir: copy })).rejects.toThrow(/is a copy of/);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
    await first.stop();
    rmSync(join(dataDir, 'postgres.json'));
    const second = await start();
    expect(await query(second.url, `select to_regclass('note') is null as is_new`)).toEqual([{ is_new: true }]);
  },
);
