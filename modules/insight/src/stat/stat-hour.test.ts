import { Consumers, systemWho } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { compareRebuilt } from '../verify/rebuild.service.ts';
import { countEvent } from './count-event.service.ts';
import { statHour } from './stat-hour.service.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
});
afterAll(() => server?.stop());

const lots = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const fen = fc.integer({ min: 0, max: 10_000 });
const happening = fc.record({
  lotId: fc.constantFrom(...lots),
  at: fc.date({ min: new Date('2026-03-01T00:00:00Z'), max: new Date('2026-03-02T00:00:00Z'), noInvalidDate: true }),
  fact: fc.oneof(
    fc.record({ kind: fc.constant('stay.opened'), data: fc.record({ plateColor: fc.integer({ min: 0, max: 6 }) }) }),
    fc.record({
      kind: fc.constantFrom('stay.left', 'stay.closed'),
      data: fc.record({
        feeFen: fen,
        reducedFen: fen,
        paidFen: fen,
        isPhysical: fc.boolean(),
        parkedSeconds: fc.integer({ min: 0, max: 200_000 }),
      }),
    }),
    fc.record({ kind: fc.constant('stay.voided'), data: fc.record({ wasInside: fc.boolean(), feeFen: fen }) }),
    fc.record({
      kind: fc.constant('payment.succeeded'),
      data: fc.record({ channel: fc.constantFrom('cash', 'sandbox'), amountFen: fen, excessFen: fen }),
    }),
    fc.record({ kind: fc.constant('alarm.raised'), data: fc.constant({}) }),
  ),
});

test('each event counts once, in any consuming process and any commit order', async () => {
  const { database, log } = server.product.kernel;
  const { tenantId } = await server.newTenant();
  const happenings = fc.sample(happening, { numRuns: 900, seed: 7 });
  const parts = Array.from({ length: 9 }, (_, index) => happenings.slice(index * 100, (index + 1) * 100));
  const consumer = () => new Consumers({ database, log, projections: [statHour], reactions: [] });
  // Writers and three consumers at the same time, besides the one of the running product.
  await Promise.all([
    ...parts.map((part) =>
      database.inTenant(systemWho(tenantId), async (tx) => {
        for (const { lotId, at, fact } of part) tx.emit(eventNamed(fact.kind), { lotId, at, data: fact.data });
      }),
    ),
    consumer().drain(),
    consumer().drain(),
    consumer().drain(),
  ]);
  const wanted = new Map<string, string>();
  for (const { lotId, at, fact } of happenings)
    for (const one of countEvent({ kind: fact.kind, data: fact.data })) {
      const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000).toISOString();
      const key = `${hour} ${lotId} ${one.metric} ${one.dimension}`;
      const [count = 0, amount = 0] = (wanted.get(key) ?? '0 0').split(' ').map(Number);
      wanted.set(key, `${count + one.count} ${amount + one.amountFen}`);
    }
  expect(wanted.size).toBeGreaterThan(100);
  const read = async () => {
    const rows = await database.system<Record<'key' | 'sum', string>>(
      `select to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') || ' ' || lot_id || ' ' || metric || ' '
         || dimension as key, count || ' ' || amount_fen as sum from stat_hour where tenant_id = $1`,
      [tenantId],
    );
    return new Map(rows.map((one) => [one.key, one.sum]));
  };
  const total = (sums: Map<string, string>) =>
    [...sums.values()].reduce((sum, one) => sum + Number(one.split(' ')[0]), 0);
  await server.until('all events are counted', async () => total(await read()) >= total(wanted));
  expect(await read()).toEqual(wanted);
  const compared = await compareRebuilt(database, statHour, tenantId);
  expect(compared.brokenCount).toBe(0);
  // The hours, and the quarters and days beside them.
  expect(compared.checkedCount).toBeGreaterThan(wanted.size);
});

test('no event is skipped where numbers grow by a digit', async () => {
  const { clock, database, log } = server.product.kernel;
  const { tenantId } = await server.newTenant();
  // The running product's own consumers rest meanwhile: what is written here is read in one go afterwards.
  await server.product.consumers.stop();
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  await client.query(
    `select setval('event_seq_seq', (10 ^ ceil(log(last_value)) - 20)::bigint) from event_seq_seq where log(last_value) < 15`,
  );
  for (let index = 0; index < 40; index += 1)
    await database.inTenant(systemWho(tenantId), async (tx) => {
      for (let count = 0; count < 30; count += 1)
        tx.emit(eventNamed('stay.opened'), { lotId: lots[0]!, data: { plateColor: 1 } });
    });
  const consumers = new Consumers({ database, log, projections: [statHour], reactions: [] });
  // A transaction that has written an event and goes on hides all newer events: draining waits for its end.
  await client.query('begin');
  await client.query(
    `insert into event (tenant_id, id, kind, lot_id, data, actor, at, recorded_at)
     values ($1, $3, 'stay.opened', $2, '{"plateColor": 1}', 'test', $4, $4)`,
    [tenantId, lots[0], database.newId(), clock.now()],
  );
  await database.inTenant(systemWho(tenantId), async (tx) => {
    tx.emit(eventNamed('stay.opened'), { lotId: lots[0]!, data: { plateColor: 1 } });
  });
  let isDrained = false;
  const draining = consumers.drain().then(() => {
    isDrained = true;
  });
  const counted = () =>
    database.system<{ count: number }>('select sum(count)::int as count from stat_hour where tenant_id = $1', [
      tenantId,
    ]);
  await server.until('what is visible is counted', async () => (await counted())[0]!.count === 1200);
  expect(isDrained).toBe(false);
  await client.query('commit');
  await client.end();
  await draining;
  expect(await counted()).toEqual([{ count: 1202 }]);
});
