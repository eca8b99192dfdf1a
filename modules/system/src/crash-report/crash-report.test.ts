import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';

let server: TestServer;
let tenant: TestUser;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  tenant = await server.newTenant();
});
afterAll(() => server?.stop());

const CRASH = {
  Message: 'TypeError: row 17 is undefined',
  Stack: 'TypeError: row 17 is undefined\n    at draw (order-list.js:3:14)\n    at main (index.js:1:1)',
  Page: '/_cloud_operation/order',
  ProductVersion: '1.0.1215',
};
const report = (user: TestUser, more: object = {}) => user.call('/api/crashReport/report', { ...CRASH, ...more });
const list = async (user: TestUser, body: object = {}) => (await user.call('/api/crashReport/list', body)).data.Rows;

describe('unhandled UI errors are logged', () => {
  test('equal errors are grouped with their count, across accounts', async () => {
    const colleague = await server.newUser(tenant);
    await report(tenant);
    await report(colleague, { Message: 'TypeError: row 18 is undefined', Page: '/other' });
    await report(tenant, { Message: 'RangeError: too deep' });
    const rows = await list(tenant);
    expect(rows).toMatchObject([
      { Message: 'RangeError: too deep', Count: 1 },
      { Message: 'TypeError: row 18 is undefined', Count: 2, Page: '/other', Account: colleague.account },
    ]);
    expect((await colleague.call('/api/crashReport/list')).code).toBe('kernel.no-permission');
    expect(await list(await server.newTenant())).toEqual([]);
  });

  test.each([{ Message: '' }, { Message: 'x'.repeat(1001) }, { Stack: 'x'.repeat(8001) }, { Page: 'x'.repeat(501) }])(
    'what is too long or empty is refused',
    async (more) => {
      expect((await report(tenant, more)).code).toBe('kernel.bad-input');
    },
  );

  test('an address that floods is rate-limited', async () => {
    const other = await server.newTenant();
    const statuses: number[] = [];
    // The minute is one of real time, and does not end in between.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    while (statuses.length < 31) statuses.push((await report(other)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

test('an error is sent to a Sentry-compatible address as an envelope, and retried after a failure', async () => {
  const taken: { url?: string; auth: string; body: string }[] = [];
  const sentry = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      taken.push({ url: request.url, auth: String(request.headers['x-sentry-auth']), body });
      response.writeHead(taken.length === 1 ? 503 : 200).end('{}');
    });
  });
  await new Promise<void>((resolve) => sentry.listen(0, '127.0.0.1', resolve));
  const sentryDsn = `http://public-key@127.0.0.1:${(sentry.address() as AddressInfo).port}/behind/42`;
  const own = await startTestServer(inject('databaseUrl'), { hasJobs: true, sentryDsn });
  try {
    const user = await own.newTenant();
    expect((await report(user)).state).toBe('success');
    await own.until('the second try', async () => taken.length === 2);
    for (const { url, auth, body } of taken) {
      expect([url, auth]).toEqual(['/behind/api/42/envelope/', expect.stringContaining('sentry_key=public-key')]);
      const lines = body.trim().split('\n');
      const [head, item, event] = lines.map((line) => JSON.parse(line));
      expect(item).toEqual({ type: 'event' });
      expect(event).toMatchObject({
        event_id: head.event_id,
        release: 'boyun@1.0.1215',
        message: { formatted: CRASH.Message },
        request: { url: CRASH.Page },
        tags: { tenant: String(user.tenantId) },
      });
    }
  } finally {
    await own.stop();
    sentry.close();
  }
});
