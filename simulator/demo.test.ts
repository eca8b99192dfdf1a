import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@boyun/server/database/cluster';
import { removeDatabase, startDatabase } from '@boyun/server/database/embedded';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoFiles } from './demo/files.ts';
import { DEMO_PASSWORD, DEMO_TENANT } from './demo/place.ts';

const DEMO = fileURLToPath(new URL('demo.ts', import.meta.url));
let dataDir: string;
let port: number;
let running: ChildProcess | null = null;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-demo-`));
  port = await freePort();
});

afterAll(async () => {
  running?.kill('SIGKILL');
  await removeDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

function demoEnv() {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    NODE_COMPILE_CACHE,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    HOST: '127.0.0.1',
    PRIORITY: 'normal',
  };
}

/** Starts the demo and waits until it prints its address; `stop` returns what it printed and its exit code. */
async function startDemo() {
  const demo = spawn(process.execPath, [DEMO], { env: demoEnv() });
  running = demo;
  const ended = once(demo, 'exit');
  let [output, errors] = ['', ''];
  demo.stderr.on('data', (part) => {
    errors += part;
  });
  await new Promise<void>((resolve, reject) => {
    demo.stdout.on('data', (part) => {
      output += part;
      if (output.includes('http://')) resolve();
    });
    void ended.then(() => reject(new Error(`The demo ended: ${output}${errors}`)));
  });
  return {
    async stop() {
      demo.kill('SIGTERM');
      const [code] = await ended;
      return { output, errors, code };
    },
  };
}

/** What a statement answers in the database of the folder, which no program uses. */
async function ask<T extends object>(text: string): Promise<T[]> {
  const log = { info: () => undefined, warn: () => undefined };
  const database = await startDatabase({ dataDir, log, priority: 'normal' });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
    await database.stop();
  }
}

test('pages are served before the history is there; a demo stopped meanwhile is made again', async () => {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const demo = await startDemo();
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/tenantUser/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ TenantCode: DEMO_TENANT, Account: 'admin', Password: DEMO_PASSWORD }),
      });
      expect(await answer.json()).toMatchObject({ state: 'success' });
      expect(existsSync(demoFiles(dataDir).fleet)).toBe(false);
    } finally {
      const { output, errors, code } = await demo.stop();
      expect({ errors, code }).toEqual({ errors: '', code: 0 });
      expect(output).toContain('Making the places');
    }
  }
  // Two databases are made from nothing, which takes minutes on a loaded machine.
}, 900_000);

test('a demo in the folder of a product that is in use is refused, however often, and takes nothing away', async () => {
  // What says that the tenants here are those of a demo, made so far.
  rmSync(demoFiles(dataDir).unfinished);
  await ask(`insert into tenant (code, name, kind, created_at) values ('ours', 'Ours', 'operator', '2026-01-01')`);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const demo = spawnSync(process.execPath, [DEMO], { env: demoEnv(), encoding: 'utf8' });
    expect(demo.stderr).toMatch(/holds tenants already\. Give the demo a folder of its own/);
    expect(demo.stderr).not.toMatch(/\n\s+at /);
    expect(demo.status).toBe(1);
  }
  const tenants = await ask<{ code: string }>('select code from tenant order by code');
  expect(tenants.map((one) => one.code)).toEqual([DEMO_TENANT, 'ours', 'platform']);
});
