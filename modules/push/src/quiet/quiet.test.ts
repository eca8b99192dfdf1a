import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { endOfQuiet } from './quiet.service.ts';

describe('quiet hours', () => {
  test.each([
    ['2026-03-15T14:00:00Z', '22:00', '07:00', '2026-03-15T23:00:00.000Z'],
    ['2026-03-15T22:59:59Z', '22:00', '07:00', '2026-03-15T23:00:00.000Z'],
    ['2026-03-15T23:00:00Z', '22:00', '07:00', null],
    ['2026-03-15T13:59:59Z', '22:00', '07:00', null],
    ['2026-03-15T05:00:00Z', '12:00', '14:00', '2026-03-15T06:00:00.000Z'],
    ['2026-03-15T06:00:00Z', '12:00', '14:00', null],
    ['2026-03-15T06:00:00Z', null, null, null],
  ])('%s within %s–%s', (at, from, to, end) => {
    expect(
      endOfQuiet(new Date(at), { quietFrom: from, quietTo: to, zone: 'Asia/Shanghai' })?.toISOString() ?? null,
    ).toBe(end);
  });
  test('end by the wall clock when the clock changes at night', () => {
    const at = new Date('2026-03-29T00:30:00Z');
    expect(endOfQuiet(at, { quietFrom: '22:00', quietTo: '06:00', zone: 'Europe/Berlin' })?.toISOString()).toBe(
      '2026-03-29T04:00:00.000Z',
    );
  });
});

describe('the quiet hours of a tenant', () => {
  let server: TestServer;
  let admin: TestUser;
  beforeAll(async () => {
    server = await startTestServer(inject('databaseUrl'));
    admin = await server.newTenant();
  });
  afterAll(() => server?.stop());
  const quiet = async () => (await admin.call('/api/push/reminder/getAll')).data.Quiet;

  test.each([
    [{ QuietFrom: '22:00', QuietTo: null }, 'push.half-quiet', 'QuietTo'],
    [{ QuietFrom: '07:00', QuietTo: '07:00' }, 'push.half-quiet', 'QuietTo'],
    [{ QuietFrom: '24:00', QuietTo: '07:00' }, 'kernel.bad-input', 'QuietFrom'],
  ])('%o is refused', async (body, code, path) => {
    const answer = await admin.call('/api/push/saveQuietHours', { ...body, Version: 0 });
    expect([answer.code, answer.issues?.[0]?.path]).toEqual([code, path]);
  });

  test('are at night until it sets others, or none; what changed since it was read is refused', async () => {
    expect(await quiet()).toEqual({ QuietFrom: '21:00', QuietTo: '09:00', Version: 0 });
    const none = { QuietFrom: null, QuietTo: null };
    expect((await admin.call('/api/push/saveQuietHours', { ...none, Version: 0 })).message).toBe('');
    expect(await quiet()).toEqual({ ...none, Version: 1 });
    expect((await admin.call('/api/push/saveQuietHours', { ...none, Version: 0 })).code).toBe('kernel.changed');
  });
});
