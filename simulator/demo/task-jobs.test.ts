import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeProduct } from '@boyun/server/product';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { taskJobs } from './task-jobs.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  folder = mkdtempSync(join(tmpdir(), 'boyun-tasks-'));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a product that makes a past answers who waits for an import', async () => {
  const user = await server.newTenant();
  const product = await makeProduct({
    configuration: { ...server.product.kernel.configuration, dataDir: folder },
    databaseUrl: server.databaseUrl,
    log: server.product.kernel.log,
    jobs: taskJobs(),
  });
  try {
    await product.kernel.tasks.work();
    const cells = { plate: '粤B6K88P', validFrom: '2026-01-01 00:00:00', reason: '多次逃费' };
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/billBlackPlate/import',
      headers: { authorization: `Bearer ${user.token}` },
      payload: { Rows: JSON.stringify([{ sheet: '黑名单', row: 2, cells }]), Mode: 'check' },
    });
    expect(answer.json()).toMatchObject({ state: 'success', data: { Total: 1, FailedNum: 0 } });
  } finally {
    await product.stop();
  }
});
