import { makeLog, startJobs, systemWho } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const lines: string[] = [];
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { logLines: lines });
  user = await server.newTenant();
});
afterAll(() => server?.stop());

interface Line {
  readonly msg: string;
  readonly err?: { readonly message: string; readonly stack: string };
  readonly [key: string]: unknown;
}
const linesOf = (msg: string): Line[] => lines.map((one) => JSON.parse(one) as Line).filter((one) => one.msg === msg);

function breakDown(): never {
  throw new Error('a planted failure');
}

test('work after a commit that fails reaches the log with its stack and the request', async () => {
  const who = { ...systemWho(user.tenantId), requestId: 'request-7' };
  await server.product.kernel.database.inTenant(who, async (tx) => tx.afterCommit(breakDown));
  const [line] = linesOf('work after a commit failed');
  expect(line).toMatchObject({ requestId: 'request-7', tenantId: user.tenantId });
  expect(line!.err!.stack).toContain('at breakDown');
});

test('a job that fails reaches the log with its stack and its number', async () => {
  const log = makeLog('debug', { write: (line) => void lines.push(line) });
  const jobs = await startJobs({ url: server.databaseUrl, log });
  try {
    await jobs.work('planted', async () => breakDown());
    await server.product.kernel.database.inTenant(systemWho(user.tenantId), (tx) => jobs.send(tx, 'planted', {}));
    const line = await server.until('the failure in the log', async () => linesOf('job failed')[0]);
    expect(line).toMatchObject({ job: 'planted', jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(line.err!.stack).toContain('at breakDown');
  } finally {
    await jobs.stop();
  }
});
