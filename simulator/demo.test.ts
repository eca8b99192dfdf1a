import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@boyun/server/database/cluster';
import { removeDatabase } from '@boyun/server/database/embedded';
import { ServerProcess } from '@boyun/test-server/crash/server-process';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

const DEMO = fileURLToPath(new URL('demo.ts', import.meta.url));
let dataDir: string;
let server: ServerProcess;
let port: number;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-demo-`));
  port = await freePort();
  server = new ServerProcess(dataDir, port);
});

afterEach(async () => {
  await server.kill();
  await removeDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask<T extends object>(text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl() });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a demo in the folder of a product that is in use is refused, however often, and takes nothing away', async () => {
  await server.start();
  await ask(`insert into tenant (code, name, kind, created_at) values ('ours', 'Ours', 'operator', now())`);
  await server.stop();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { PATH, HOME, TMPDIR } = process.env;
    const env = { PATH, HOME, TMPDIR, DATA_DIR: dataDir, PORT: `${port}`, HOST: '127.0.0.1' };
    const demo = spawnSync(process.execPath, [DEMO], { env, encoding: 'utf8' });
    expect(demo.stderr).toMatch(/holds tenants already\. Give the demo a folder of its own/);
    expect(demo.stderr).not.toMatch(/\n\s+at /);
    expect(demo.status).toBe(1);
  }
  await server.start();
  expect(await ask('select code from tenant')).toEqual([{ code: 'ours' }]);
});
