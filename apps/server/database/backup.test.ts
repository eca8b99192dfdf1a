import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { clockOfRun } from '@boyun/launch/suite-clock';
import { A, ROWS, SCHEMA, TABLES } from '@boyun/test-server/backup-data';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { writeBackup } from './backup.ts';
import { BackupWriter } from './backup-format.ts';
import { readBackup } from './restore.ts';

const RESTORE = fileURLToPath(new URL('../restore.ts', import.meta.url));
const mark = `backup_${randomBytes(4).toString('hex')}`;
let admin: Client;
let folder: string;
let made = 0;
const opened: string[] = [];

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function database(...scripts: string[]): Promise<string> {
  made += 1;
  const name = `${mark}_${made}`;
  await admin.query(`create database ${name}`);
  opened.push(name);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  const client = await connect(url.href);
  for (const script of scripts) await client.query(script);
  await client.end();
  return url.href;
}

async function contents(url: string): Promise<Record<string, unknown[]>> {
  const client = await connect(url);
  const all: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    all[table] = (await client.query(`select t::text as row from ${table} t order by t::text collate "C"`)).rows;
  }
  await client.end();
  return all;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = await connect(url);
  try {
    const answer = (await client.query({ text: sql, rowMode: 'array' })) as { rows?: unknown[][] };
    return (answer.rows ?? []).flat();
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  admin = await connect(inject('databaseUrl'));
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boyun-backup-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

afterAll(async () => {
  for (const name of opened) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
});

test('everything comes back: row security, identity, partitions, odd names, nulls, cycles, sequences, files', async () => {
  const source = await database(SCHEMA, ROWS);
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true });
  const picture = randomBytes(300_000);
  writeFileSync(join(dataDir, 'files/ab/picture.jpg'), picture);
  writeFileSync(join(dataDir, 'files/empty'), '');
  writeFileSync(join(dataDir, 'secret'), 'hush');
  const file = join(folder, 'boyun.backup');
  const lines: string[] = [];
  const include = ['files', 'secret', 'absent'];
  const written = await writeBackup({
    url: source,
    file,
    productVersion: '1.0.0',
    dataDir,
    include,
    progress: (line) => lines.push(line),
  });
  expect(written).toEqual({ tables: 6, rows: 2 + 5000 + 500 + 3 + 2 + 1, files: 3 });
  expect(lines).toContain('public.lot: 5000 rows');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const target = await database(SCHEMA);
  const back = join(folder, 'back');
  const read = await readBackup({ url: target, file, dataDir: back, seeded: ['public.kind'] });
  expect(read).toEqual(written);
  expect(await contents(target)).toEqual(await contents(source));
  expect(readFileSync(join(back, 'files/ab/picture.jpg')).equals(picture)).toBe(true);
  expect(readFileSync(join(back, 'files/empty')).length).toBe(0);
  expect(readFileSync(join(back, 'secret'), 'utf8')).toBe('hush');

  const partition = `select relrowsecurity, relforcerowsecurity, (select count(*)::int from pg_policy where polrelid = c.oid),
    has_table_privilege('pg_monitor', c.oid, 'select') from pg_class c where relname = 'event_2026_02'`;
  expect(await ask(target, partition)).toEqual([true, false, 1, true]);
  expect(await ask(target, `insert into lot (tenant_id) values ('${A}') returning id`)).toEqual(['5001']);
  expect(await ask(target, `insert into event (tenant_id, at) values ('${A}', '2026-01-02') returning id`)).toEqual([
    '501',
  ]);
  expect(await ask(target, `insert into side.job default values returning id`)).toEqual([2]);
});

test('one snapshot: rows committed while it is taken are all in or all out', async () => {
  const source = await database(SCHEMA, ROWS);
  const file = join(folder, 'boyun.backup');
  const client = await connect(source);
  let isFirst = true;
  const pending: Promise<unknown>[] = [];
  const progress = () => {
    if (!isFirst) return;
    isFirst = false;
    pending.push(
      client.query(
        `insert into lot (tenant_id) values ('${A}'); insert into tenant values (gen_random_uuid(), 'late', null)`,
      ),
    );
  };
  const before = await contents(source);
  await writeBackup({ url: source, file, productVersion: '1.0.0', progress });
  await Promise.all(pending);
  await client.end();
  expect(pending).toHaveLength(1);
  const target = await database(SCHEMA);
  await readBackup({ url: target, file, seeded: ['public.kind'] });
  expect(await contents(target)).toEqual(before);
});

test('it is refused into a full database, other migrations, or from a damaged file, and nothing changes', async () => {
  const source = await database(SCHEMA, ROWS);
  const file = join(folder, 'boyun.backup');
  await writeBackup({ url: source, file, productVersion: '1.0.0' });
  const seeded = ['public.kind'];
  await expect(readBackup({ url: source, file, seeded })).rejects.toThrow(/not empty \(public\.Odd name/);
  const target = await database(SCHEMA);
  const untouched = await contents(target);
  await expect(readBackup({ url: target, file })).rejects.toThrow(/not empty \(public\.kind/);
  const other = await database(
    SCHEMA,
    `delete from schema_migration where name = '0002-second'; insert into schema_migration values ('0003-new')`,
  );
  await expect(readBackup({ url: other, file, seeded })).rejects.toThrow(
    /lacks 0002-second; the backup lacks 0003-new/,
  );
  await expect(readBackup({ url: target, file: `${file}.none`, seeded })).rejects.toThrow(/cannot be read/);
  writeFileSync(join(folder, 'text'), 'hello');
  await expect(readBackup({ url: target, file: join(folder, 'text'), seeded })).rejects.toThrow(
    /is not a Boyun backup/,
  );
  truncateSync(file, statSync(file).size - 200);
  await expect(readBackup({ url: target, file, seeded })).rejects.toThrow(/damaged|cut off/);
  expect(await contents(target)).toEqual(untouched);
});

/** Numbers from 0 to 1, the same in every run. */
function* randoms(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

function withFlip(bytes: Buffer, at: number, bit: number): Buffer {
  const flipped = Buffer.from(bytes);
  flipped[at]! ^= 1 << bit;
  return flipped;
}

test('a damaged file is refused in plain words that name it, before anything is written', async () => {
  const source = await database(SCHEMA, ROWS);
  const dataDir = join(folder, 'data');
  mkdirSync(join(dataDir, 'files'), { recursive: true });
  writeFileSync(join(dataDir, 'files/picture.jpg'), randomBytes(100_000));
  const file = join(folder, 'boyun.backup');
  await writeBackup({ url: source, file, productVersion: '1.0.0', dataDir, include: ['files'] });
  const whole = readFileSync(file);
  const target = await database(SCHEMA);
  const untouched = await contents(target);
  const back = join(folder, 'back');
  const refusal = async (name: string, bytes: Buffer) => {
    const damaged = join(folder, name);
    writeFileSync(damaged, bytes);
    const error = await readBackup({ url: target, file: damaged, dataDir: back, seeded: ['public.kind'] }).then(
      () => new Error('restored'),
      (one: Error) => one,
    );
    expect(existsSync(back), name).toBe(false);
    return error.message.replaceAll(damaged, 'FILE');
  };
  const changed = 'The backup FILE is damaged: its checksum does not match. Use another copy.';

  const random = randoms(7);
  for (let n = 0; n < 40; n += 1) {
    const at = Math.floor(random.next().value * whole.length);
    const message = await refusal(`flip-${at}`, withFlip(whole, at, n % 8));
    expect(message, `byte ${at}`).toBe(changed);
  }
  for (let at = whole.length - 110; at < whole.length; at += 3)
    expect(await refusal(`flip-${at}`, withFlip(whole, at, at % 8)), `byte ${at}`).toBe(changed);
  // 98 bytes are the checksum itself.
  for (const lost of [1, 20, 50, 98, 200, Math.floor(whole.length / 2)])
    expect(await refusal(`cut-${lost}`, whole.subarray(0, whole.length - lost)), `cut ${lost}`).toBe(changed);
  for (const more of [Buffer.from('x'), Buffer.alloc(16), whole])
    expect(await refusal(`appended-${more.length}`, Buffer.concat([whole, more]))).toBe(changed);
  expect(await refusal('empty', Buffer.alloc(0))).toBe('The backup FILE is empty. Use another copy.');
  expect(await refusal('random', Buffer.from(Array.from({ length: 5000 }, () => random.next().value * 256)))).toMatch(
    /^FILE is not a Boyun backup/,
  );
  expect(await contents(target)).toEqual(untouched);

  const { PATH, HOME, TMPDIR } = process.env;
  const damaged = join(folder, 'cut-1');
  const command = spawnSync(process.execPath, [RESTORE, damaged], {
    env: { PATH, HOME, TMPDIR, DATA_DIR: back, ...clockOfRun() },
    encoding: 'utf8',
  });
  expect(command.stderr).toBe(`${changed.replace('FILE', damaged)}\n`);
  expect(command.status).toBe(1);
  expect(existsSync(back)).toBe(false);
});

test('a backup of before checksums is restored when it is whole, and refused before anything is written when not', async () => {
  const source = await database(SCHEMA, ROWS);
  const file = join(folder, 'boyun.backup');
  await writeBackup({ url: source, file, productVersion: '1.0.0' });
  const text = gunzipSync(readFileSync(file)).toString('latin1');
  const old = gzipSync(Buffer.from(text.replace('"checksum":"sha256",', ''), 'latin1'));
  const target = await database(SCHEMA);
  const untouched = await contents(target);
  const random = randoms(11);
  for (let n = 0; n < 12; n += 1) {
    // Beyond gzip's own header, whose time and system are in no checksum.
    const at = 10 + Math.floor(random.next().value * (old.length - 10));
    writeFileSync(file, withFlip(old, at, n % 8));
    await expect(readBackup({ url: target, file, seeded: ['public.kind'] }), `byte ${at}`).rejects.toThrow(
      new RegExp(`${file}.* (damaged|cut off).*Use another copy`),
    );
  }
  expect(await contents(target)).toEqual(untouched);
  writeFileSync(file, old);
  await readBackup({ url: target, file, seeded: ['public.kind'] });
  expect(await contents(target)).toEqual(await contents(source));
});

test('a restore that fails after it has unpacked files takes them away and leaves those of before', async () => {
  const file = join(folder, 'boyun.backup');
  const writer = new BackupWriter(file);
  await writer.entry({
    type: 'header',
    formatVersion: 1,
    checksum: 'sha256',
    productVersion: '1.0.0',
    takenAt: '2026-01-01T00:00:00.000Z',
    migrations: ['0001-first', '0002-second'],
    partitions: [],
  });
  for (const path of ['files/ab/new.jpg', 'files/cd/new.jpg', 'kept/new.jpg', 'secret', '../outside']) {
    await writer.entry({ type: 'file', path });
    await writer.bytes(Readable.from([Buffer.from('new')]));
  }
  await writer.entry({ type: 'end', tables: 0, files: 5 });
  await writer.close();
  const back = join(folder, 'back');
  mkdirSync(join(back, 'kept'), { recursive: true });
  writeFileSync(join(back, 'secret'), 'old');
  writeFileSync(join(back, 'kept/old.jpg'), 'old');
  const target = await database(SCHEMA);
  const options = { url: target, file, dataDir: back, seeded: ['public.kind'] };
  await expect(readBackup(options)).rejects.toThrow(/outside the data folder \(\.\.\/outside\)/);
  expect(readdirSync(back, { recursive: true }).sort()).toEqual(['kept', 'kept/old.jpg', 'secret']);
  expect(readFileSync(join(back, 'secret'), 'utf8')).toBe('old');
});

test('refuses a role bound by row-level security, and leaves no file', async () => {
  const source = await database(SCHEMA, ROWS);
  const role = `${mark}_bound`;
  await admin.query(`create role ${role} login password 'x'`);
  try {
    await ask(
      source,
      `grant select on all tables in schema public, side to ${role}; grant usage on schema side to ${role}; grant select on all sequences in schema public, side to ${role}`,
    );
    const url = new URL(source);
    url.username = role;
    url.password = 'x';
    const file = join(folder, 'boyun.backup');
    await expect(writeBackup({ url: url.href, file, productVersion: '1.0.0' })).rejects.toThrow(/BYPASSRLS/);
    expect(existsSync(file) || existsSync(`${file}.partial`)).toBe(false);
  } finally {
    await ask(source, `drop owned by ${role}`);
    await admin.query(`drop role ${role}`);
  }
});
