import { systemWho } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { figuresOf } from './stat-figure.service.ts';
import { sumStretches } from './stat-sum.queries.ts';

const LOT = '018f0000-0000-7000-8000-000000000011';
const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-03-04T12:00:00Z');
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server?.stop());

// A day of a lot in a zone of half hours begins within an hour: its ends are counted from the events themselves.
test.each([
  ['full hours', 0],
  ['ends that are no full hour', HOUR_MS / 2],
])('every event counts alike in %s', async (_, shiftMs) => {
  const { tenantId } = await server.newTenant();
  const { database } = server.product.kernel;
  const at = new Date(NOON + HOUR_MS / 4);
  const left = { feeFen: 600, reducedFen: 100, paidFen: 300 };
  const recounted = (metric: string, count: number, amountFen: number) => ({ metric, dimension: '', count, amountFen });
  const told: readonly (readonly [string, object])[] = [
    ['stay.opened', { plateColor: 1 }],
    ['stay.left', left],
    ['stay.closed', { feeFen: 200 }],
    ['stay.voided', { wasInside: false, feeFen: 600 }],
    ['stay.restored', { wasInside: false, feeFen: 600 }],
    ['stay.recounted', recounted('exit', -1, -600)],
    ['stay.recounted', recounted('exit', 1, 900)],
    ['payment.succeeded', { channel: 'cash', amountFen: 300 }],
    ['payment.refunded', { channel: 'cash', amountFen: -50 }],
  ];
  await database.inTenant(systemWho(tenantId), async (tx) => {
    for (const [kind, data] of told)
      tx.emit(eventNamed(kind), { lotId: LOT, at, data: data as Record<string, unknown> });
  });
  await server.product.consumers.drain();
  const range = { fromMs: NOON - shiftMs, toMs: NOON + HOUR_MS - shiftMs };
  const sums = await database.inTenant(systemWho(tenantId), (tx) => sumStretches(tx, [LOT], [range], []));
  expect(figuresOf(sums)).toMatchObject({ entries: 1, exits: 1, closed: 1, voided: 0, feeFen: 1100, receivedFen: 250 });
});
