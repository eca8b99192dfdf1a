import { systemWho } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** Connections of the gate that span tenants. */
const GATE_CONNECTIONS = 2;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
});
afterAll(() => server?.stop());

const statusOf = async (path: string) => (await fetch(server.url + path)).status;
// A machine that is busy with something else may be late once.
const untilReady = () => server.until('a server that is ready', async () => (await statusOf('/readyz')) === 200);

test('a hanging database is reported as not ready at once; the process lives and serves its metrics', async () => {
  await untilReady();
  const releases: (() => void)[] = [];
  // Every connection with which the gates look up their devices is in use: what is asked now gets no answer.
  const hold = () => new Promise<void>((resolve) => void releases.push(resolve));
  const held = Array.from({ length: GATE_CONNECTIONS }, () =>
    server.product.kernel.database.inTenant(systemWho(0), hold, { pool: 'gate', isAboveTenants: true }),
  );
  await server.until('all connections in use', async () => releases.length === GATE_CONNECTIONS);
  expect(await statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/metrics')).toBe(200);
  for (const release of releases) release();
  await Promise.all(held);
  await untilReady();
});
