import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '@boyun/kernel/server';
import { startTestServer } from '@boyun/test-server/server';
import { expect, inject, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'boyun-proxy-'));
const read = (TRUST_PROXY: string) => readConfiguration({ TRUST_PROXY, DATA_DIR: folder }, '/').trustProxy;

test.each([
  ['', null],
  ['10.0.0.0/8, loopback', '10.0.0.0/8,loopback'],
  ['::1', '::1'],
])('TRUST_PROXY=%s is read', (given, expected) => {
  expect(read(given)).toBe(expected);
  rmSync(folder, { recursive: true, force: true });
});

test.each(['true', '1', '10.0.0.0/33', 'proxy.example.com', '10.0.0.1,'])('TRUST_PROXY=%s stops the start', (given) => {
  expect(() => read(given)).toThrow(/TRUST_PROXY is .* for example/);
});

test.each([
  ['nobody', undefined, '203.0.113.7', null],
  ['this machine, and the caller lies', 'loopback', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['this machine and one more', 'loopback,10.0.0.0/8', '203.0.113.7, 10.0.0.9', '203.0.113.7'],
  ['this machine', 'loopback', '203.0.113.7', '203.0.113.7'],
  ['another machine', '10.0.0.0/8', '203.0.113.7', null],
])('believing %s, a sign-in comes from where it should', async (_, trustProxy, forwarded, address) => {
  const server = await startTestServer(inject('databaseUrl'), trustProxy === undefined ? {} : { trustProxy });
  try {
    const tenant = await server.newTenant();
    const login = { Account: 'admin', Password: 'Wrong#2026', TenantId: String(tenant.tenantId) };
    await server.call('/api/tenantUser/login', login, { 'x-forwarded-for': forwarded });
    const log = await tenant.call('/api/loginLog/list', { Outcome: 'failed' });
    expect(log.data.Rows[0]).toMatchObject({ Address: address ?? server.address });
  } finally {
    await server.stop();
  }
});
