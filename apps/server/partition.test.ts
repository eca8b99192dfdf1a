import {
  dropMonths,
  makePartitions,
  makePartitionsAhead,
  monthsLater,
  PARTITION_MAKER,
  SetClock,
} from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { partitionedTables, prepareSchema } from './schema.ts';

const start = new Date('2026-10-05T02:00:00Z');
const clock = new SetClock(start);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
const lots: TestLot[] = [];
const clients: pg.Client[] = [];

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasAllMonths: true });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, start);
  for (let count = 0; count < 8; count += 1) lots.push(await gate.newLot({}, { Capacity: 5000 }));
});
afterAll(async () => {
  for (const client of clients) await client.end().catch(() => {});
  await server?.stop();
});

async function connect(name = 'test'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.databaseUrl, application_name: name });
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
}

/** A transaction that has read the tables and stays open, as a backup does. */
async function openReader(): Promise<pg.Client> {
  const reader = await connect();
  await reader.query('begin isolation level repeatable read read only');
  for (const table of partitionedTables) await reader.query(`select count(*) from ${table}`);
  return reader;
}

let carCount = 0;

/** More than the gate's connections would only queue for these. */
const IN_FLIGHT = 16;

/** Sends up to 200 cars a second to the entries until `work` ends; answers how many were decided. */
async function withTraffic(work: () => Promise<unknown>): Promise<number> {
  const underWay = new Set<Promise<void>>();
  let decided = 0;
  const timer = setInterval(() => {
    for (let count = 0; count < 4 && underWay.size < IN_FLIGHT; count += 1) {
      carCount += 1;
      const plate = `粤B${String(carCount).padStart(5, '0')}`;
      const decision = gate.see(lots[carCount % lots.length]!.entry, plate, 1).then(
        () => {
          decided += 1;
        },
        // A decision may fail for want of a connection: what waits for the partition maker is measured by its locks.
        () => {},
      );
      underWay.add(decision);
      void decision.finally(() => underWay.delete(decision));
    }
  }, 20);
  await server.until('the first cars are in', async () => decided > 20);
  await work().finally(() => clearInterval(timer));
  await Promise.all(underWay);
  return decided;
}

/** How long the partition maker may wait for a lock, in milliseconds. */
const LIMIT_MS = 100;
/** The name of a session that waits for a lock all the time, with this limit. */
const MEASURE = 'test measure';

/** A session that waits for a lock as long as the partition maker may, again and again: its waits are as long as this machine is slow. */
async function startMeasure(): Promise<() => Promise<void>> {
  const [holder, waiter] = [await connect(), await connect(MEASURE)];
  await holder.query('select pg_advisory_lock(1)');
  await waiter.query(`set lock_timeout = ${LIMIT_MS}`);
  let isOver = false;
  const waiting = (async () => {
    while (!isOver) await expect(waiter.query('select pg_advisory_lock(1)')).rejects.toThrow(/lock timeout/);
  })();
  return async () => {
    isOver = true;
    await waiting;
    await holder.query('select pg_advisory_unlock(1)');
  };
}

/** What a watch saw: the longest waits of the maker and of the measure, in milliseconds. */
interface Watched {
  longestMs: number;
  measureMs: number;
}

const NOTHING: Watched = { longestMs: 0, measureMs: 0 };

/**
 * Runs work and measures, by PostgreSQL's own clock, how long the partition maker itself waited for a lock while other
 * sessions waited behind it, and beside it how long the measure did.
 */
async function watchMaker(work: () => Promise<unknown>): Promise<Watched> {
  const watcher = await connect();
  const stopMeasure = await startMeasure();
  const watched = { ...NOTHING };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await watcher.query<{ name: string; ms: number }>(
        `select m.application_name as name, coalesce(extract(epoch from clock_timestamp() - w.waitstart) * 1000, 0)::float as ms
         from pg_stat_activity m left join pg_locks w on w.pid = m.pid and not w.granted
         where m.datname = current_database() and (m.application_name = $2 or m.application_name = $1
         and exists (select from pg_stat_activity b where m.pid = any(pg_blocking_pids(b.pid))))`,
        [PARTITION_MAKER, MEASURE],
      );
      for (const { name, ms } of rows) {
        if (name === MEASURE) watched.measureMs = Math.max(watched.measureMs, ms);
        else watched.longestMs = Math.max(watched.longestMs, ms);
      }
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await watching;
  await stopMeasure();
  return watched;
}

async function partitionsOf(table: string): Promise<string[]> {
  const rows = await server.product.kernel.database.system<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  );
  return rows.map((row) => row.name);
}

/** On a machine that is late itself, waits with a limit are longer than it: the maker's may be twice as long as the measure's. */
const AT_MOST = 2;

test('partitions are made beside a long reader and 200 decisions a second', async () => {
  const reader = await openReader();
  const request = { url: server.databaseUrl, tables: partitionedTables, from: start, to: monthsLater(start, 7) };
  let missing: unknown[] = [];
  let watched = NOTHING;
  const cars = await withTraffic(async () => {
    watched = await watchMaker(async () => {
      missing = await makePartitions({ ...request, patienceMs: 60_000 });
    });
  });
  expect(missing).toEqual([]);
  expect(cars).toBeGreaterThan(20);
  expect(watched.longestMs).toBeLessThan(AT_MOST * Math.max(watched.measureMs, LIMIT_MS));
  for (const table of partitionedTables) expect(await partitionsOf(table)).toContain(`${table}_202705`);
  await reader.query('rollback');
});

test('the same watch sees a partition that is made in its table', async () => {
  const reader = await openReader();
  const maker = await connect(PARTITION_MAKER);
  await maker.query(`set lock_timeout = ${LIMIT_MS * AT_MOST * 10}`);
  const old =
    "create table event_old partition of event for values from ('f0000000-0000-0000-0000-000000000000') to (maxvalue)";
  let watched = NOTHING;
  await withTraffic(async () => {
    watched = await watchMaker(() => expect(maker.query(old)).rejects.toThrow(/lock timeout/));
  });
  expect(watched.longestMs).toBeGreaterThan(AT_MOST * Math.max(watched.measureMs, LIMIT_MS));
  await reader.query('rollback');
});

test('a partition is like those of the first months: keys, indexes, row-level security through its table', async () => {
  const { database } = server.product.kernel;
  for (const table of partitionedTables) {
    const shapes = await database.system<{ shape: string }>(
      `select string_agg(d.line, E'\\n' order by d.line) as shape from pg_inherits i
       join pg_class c on c.oid = i.inhrelid
       cross join lateral (
         select regexp_replace(pg_get_constraintdef(k.oid), c.relname, 'x', 'g') as line from pg_constraint k where k.conrelid = c.oid
         union all select replace(regexp_replace(pg_get_indexdef(n.indexrelid), '^.* USING', 'x'), c.relname, 'x') from pg_index n where n.indrelid = c.oid
       ) d where i.inhparent = $1::regclass group by c.oid`,
      [table],
    );
    expect(shapes.length).toBeGreaterThan(8);
    expect(new Set(shapes.map((one) => one.shape)).size).toBe(1);
  }
});

test('a row of a month without a partition is refused, and fewer than three months ahead are an alarm', async () => {
  const { kernel } = server.product;
  const alarms = () =>
    kernel.database.system<{ name: string }>(
      "select name from system_alarm where name = 'partitions' and ended_at is null",
    );
  const late = { clock: { now: () => monthsLater(start, 6) }, log: kernel.log, systemAlarms: kernel.systemAlarms };
  const writer = await connect();
  // A transaction that has written a lot keeps new references to lots waiting.
  await writer.query('begin');
  await writer.query('update lot set name = name');
  await makePartitionsAhead(late, server.databaseUrl, partitionedTables, { patienceMs: 300 });
  expect(await alarms()).toHaveLength(1);
  const far = kernel.database.system(
    "insert into event (tenant_id, id, kind, data, actor, at, recorded_at) values ($1, first_uuid('2029-01-01'), 'x', '{}', 'x', $2, $2)",
    [user.tenantId, start],
  );
  await expect(far).rejects.toThrow(/no partition/);
  await writer.query('rollback');
  await makePartitionsAhead(late, server.databaseUrl, partitionedTables, { patienceMs: 60_000 });
  expect(await alarms()).toHaveLength(0);
  expect(await partitionsOf('event')).toContain('event_202707');
});

test('a server starts beside a long reader', async () => {
  const reader = await openReader();
  await prepareSchema(server.databaseUrl, server.product.kernel.log, start, monthsLater(start, 8));
  expect(await partitionsOf('passing')).toContain('passing_202709');
  await reader.query('rollback');
});

test('an old month of a log is dropped between decisions, and waits for a reader no longer than they may wait', async () => {
  const months = { table: 'audit_log', before: new Date('2026-09-01'), tenantsKeeping: () => [] };
  await server.product.kernel.database.system(
    `insert into audit_log (tenant_id, id, at, account, actor_name, action, subject_kind)
     values ($1, first_uuid('2026-08-20'), '2026-08-20', 'old', 'Old', 'lot.created', 'lot')`,
    [user.tenantId],
  );
  const reader = await openReader();
  const dropped: string[] = [];
  const drop = async () => void dropped.push(...(await dropMonths(server.databaseUrl, months)));
  let watched = NOTHING;
  await withTraffic(async () => {
    watched = await watchMaker(drop);
  });
  expect(dropped).toEqual([]);
  expect(watched.longestMs).toBeLessThan(AT_MOST * Math.max(watched.measureMs, LIMIT_MS));
  await reader.query('rollback');
  await withTraffic(async () => {
    watched = await watchMaker(() =>
      server.until('the month is dropped', async () => {
        await drop();
        return dropped.length > 0;
      }),
    );
  });
  expect(dropped).toEqual(['audit_log_202608']);
  expect(watched.longestMs).toBeLessThan(AT_MOST * Math.max(watched.measureMs, LIMIT_MS));
});
