import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localConfiguration, makeLog } from '@boyun/kernel/server';
import { until } from '@boyun/test-server/crash/server-process';
import { addressOf, WIDE_TEMPLATE } from '@boyun/test-server/template';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeProduct, type Product } from './product.ts';

const name = `test_${process.pid}_begin`;
const dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-begin-`));
const sockets = new Set<Socket>();
let admin: pg.Client;
let way: Server;
let product: Product;
/** While the way to the database is cut, connections are closed at once and counted. */
let isCut = false;
let refused = 0;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('databaseUrl') });
  await admin.connect();
  await admin.query(`create database ${name} template ${WIDE_TEMPLATE} strategy file_copy`);
  const databaseUrl = new URL(addressOf(inject('databaseUrl'), name));
  const { port, hostname } = databaseUrl;
  way = createServer((socket) => {
    socket.on('error', () => undefined);
    if (isCut) {
      refused += 1;
      return void socket.destroy();
    }
    const on = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, on],
      [on, socket],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => undefined)
        .once('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
    socket.pipe(on).pipe(socket);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  databaseUrl.host = `127.0.0.1:${(way.address() as AddressInfo).port}`;
  const configuration = localConfiguration({
    dataDir,
    databaseUrl: databaseUrl.href,
    secret: 'a secret of the tests only',
  });
  product = await makeProduct({ configuration, databaseUrl: databaseUrl.href, log: makeLog('silent') });
});

afterAll(async () => {
  await product?.stop();
  way?.close();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a database lost while the background work begins is waited for', async () => {
  await product.open();
  isCut = true;
  for (const socket of sockets) socket.destroy();
  const begun = product.begin();
  // Held until it is awaited: an end of its own before that is what is tested.
  begun.catch(() => undefined);
  const before = refused;
  await until('attempts to reach the database', () => refused > before + 5);
  isCut = false;
  await begun;
  const queue = new pg.Client({ connectionString: addressOf(inject('databaseUrl'), name) });
  await queue.connect();
  const { rows } = await queue.query("select count(*)::int as count from pgboss.job where name = 'sweep'");
  await queue.end();
  expect(rows[0].count).toBeGreaterThan(10);
});
