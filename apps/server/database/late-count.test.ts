import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeBackup } from './backup.ts';
import { readBackup } from './restore.ts';

/** The message CopyDone of PostgreSQL's protocol. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
const LATER_MS = 30;

const names = ['from', 'to'].map((name) => `late_${name}_${randomBytes(4).toString('hex')}`);
let admin: Client;
let folder: string;
let proxy: Server;

beforeAll(async () => {
  admin = new Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  for (const name of names) await admin.query(`create database ${name}`);
  folder = mkdtempSync(join(tmpdir(), 'boyun-late-'));
});
afterAll(async () => {
  proxy?.close();
  for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

function addressOf(name: string): URL {
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  return url;
}

/** A network on which whatever follows the end of a COPY arrives a moment later. Returns the port. */
async function startProxy(): Promise<number> {
  const { hostname, port } = new URL(inject('databaseUrl'));
  proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far);
    far.on('data', (bytes) => {
      const at = bytes.indexOf(COPY_DONE);
      if (at < 0) return void near.write(bytes);
      near.write(bytes.subarray(0, at + COPY_DONE.length));
      far.pause();
      setTimeout(() => {
        near.write(bytes.subarray(at + COPY_DONE.length));
        far.resume();
      }, LATER_MS);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return (proxy.address() as AddressInfo).port;
}

test('the number of rows may arrive after the rows', async () => {
  for (const name of names) {
    const client = new Client({ connectionString: addressOf(name).href });
    await client.connect();
    await client.query('create table line (number int)');
    if (name === names[0]) await client.query('insert into line select generate_series(1, 40)');
    await client.end();
  }
  const slow = addressOf(names[0]!);
  slow.hostname = '127.0.0.1';
  slow.port = `${await startProxy()}`;
  const file = join(folder, 'late.backup');
  const counts = { tables: 1, rows: 40, files: 0 };
  expect(await writeBackup({ url: slow.href, file, productVersion: '1.0.0' })).toEqual(counts);
  expect(await readBackup({ url: addressOf(names[1]!).href, file })).toEqual(counts);
});
