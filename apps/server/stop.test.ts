import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess, until } from '@boyun/test-server/crash/server-process';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './database/cluster.ts';
import { removeDatabase } from './database/embedded.ts';

let dataDir: string;
let server: ServerProcess;
let blocker: pg.Client;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-stop-`));
  server = new ServerProcess(dataDir, await freePort());
  await server.start();
  blocker = new pg.Client({ connectionString: server.databaseUrl() });
  blocker.on('error', () => undefined);
  await blocker.connect();
});
afterAll(async () => {
  await server?.kill();
  await removeDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends a sign-in on a connection that stays open; answers the status. */
function signIn(agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const call = request(`${server.url}/api/tenantUser/login`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    call.once('error', reject);
    call.end(JSON.stringify({ Account: 'nobody', Password: 'Wrong#2026' }));
  });
}

// Connections are kept for a minute and more: a server that waited for them would not end within this test's time.
test('asked to stop, the server completes the running call and ends, even if clients keep connections open', async () => {
  const agent = new Agent({ keepAlive: true });
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1');
  silent.on('error', () => undefined);
  await new Promise((resolve) => silent.once('connect', resolve));
  await blocker.query('begin');
  await blocker.query('lock table sign_in_attempt in access exclusive mode');
  const inHand = signIn(agent);
  await until('a call that waits for the lock', async () => {
    const { rows } = await blocker.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_locks where not granted and relation = 'sign_in_attempt'::regclass",
    );
    return rows[0]!.waiting > 0;
  });
  const ended = server.stop();
  await until('a server that takes no more calls', () =>
    fetch(`${server.url}/healthz`).then(
      (answer) => answer.status === 503,
      () => true,
    ),
  );
  await blocker.query('commit');
  expect(await inHand).toBe(200);
  expect(await ended).toBe(0);
  expect(server.databaseProcesses()).toEqual([]);
  expect(server.log()).not.toMatch(/connection lost/);
  agent.destroy();
  silent.destroy();
}, 50_000);
