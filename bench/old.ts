import { verifyTenant } from '@boyun/insight/server';
import { recordPassing } from '@boyun/passings/server';
import { eraseTenants } from '@boyun/tenancy/server';
import pg from 'pg';
import { measureGate, type Passing, passings } from './gate.ts';
import { asOwner, type Ground } from './ground.ts';
import { type Run, runPaced } from './load.ts';
import { type Million, openMillion } from './million.ts';
import { findOld, makeDoomed, type OldDatabase } from './old-fill.ts';
import { askConsole, askOrders } from './order-list.ts';
import { ms, quantile, type Row } from './table.ts';
import type { World } from './world.ts';

/** Orders where `OLD_ORDERS` does not say otherwise; a million takes about 7 GB, and as much for the bare driver's copy. */
const USUAL_ORDERS = 10_000_000;
const PER_SECOND = 50;
const PACED_EVENTS = 1500;

type Measure = (ground: Ground, old: OldDatabase) => Row[] | Promise<Row[]>;

/** What is measured on the old database, in this order; `OLD_PARTS=gate,verify` runs some of them. A hot path is added here. */
const MEASURES: Readonly<Record<string, Measure>> = {
  start: measureStart,
  gate: measureOldGate,
  orders: (ground, old) => onOld(ground, old, askOrders),
  console: (ground, old) => onOld(ground, old, askConsole),
  verify: measureVerify,
  erase: measureErase,
};

/**
 * Everything hot on a database of three years, with a reader that keeps a snapshot open all the time and a transaction in
 * another database of the server that has written and does nothing.
 */
export async function benchOld(ground: Ground): Promise<Row[]> {
  const old = await findOld(ground, ground.sized(Number(process.env.OLD_ORDERS ?? USUAL_ORDERS)));
  const wanted = process.env.OLD_PARTS?.split(',');
  const release = await holdOpen(ground, old);
  const rows: Row[] = [await sizeOf(old)];
  try {
    for (const [name, measure] of Object.entries(MEASURES)) {
      if (wanted && !wanted.includes(name)) continue;
      process.stderr.write(`  old: ${name} …\n`);
      const measured = await measure(ground, old);
      // Shown at once: a later part may take hours, or fail.
      for (const { metric, ours, reference, ratio } of measured)
        process.stderr.write(`    ${metric}: ${ours}, ${reference ?? ''} ${ratio?.toFixed(2) ?? ''}\n`);
      rows.push(...measured);
    }
  } finally {
    await release();
  }
  return rows.map((row) => ({ ...row, metric: `old ${row.metric}` }));
}

/** Opens the reader and the idle writer; the answer ends both. */
async function holdOpen(ground: Ground, { databaseUrl }: OldDatabase): Promise<() => Promise<void>> {
  const foreignUrl = (await ground.find('postgres')) ?? databaseUrl;
  const clients = [databaseUrl, foreignUrl].map((url) => new pg.Client({ connectionString: url }));
  for (const client of clients) {
    // The server may stop before them.
    client.on('error', () => undefined);
    await client.connect();
  }
  const [reader, foreign] = clients as [pg.Client, pg.Client];
  await reader.query('begin isolation level repeatable read read only');
  await reader.query('select count(*) from tenant');
  await foreign.query('begin');
  await foreign.query('select pg_current_xact_id()');
  return async () => {
    for (const client of clients) await client.end();
  };
}

async function sizeOf({ databaseUrl, orders }: OldDatabase): Promise<Row> {
  const [row] = await asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ size: string; partitions: number }>(
      `select pg_size_pretty(pg_database_size(current_database())) as size,
         (select count(*)::int from pg_inherits where inhparent = 'parking_order'::regclass) as partitions`,
    );
    return rows;
  });
  return { metric: `size: ${orders.toLocaleString('en')} orders, ${row!.partitions} partitions`, ours: row!.size };
}

async function onOld(ground: Ground, old: OldDatabase, work: (million: Million) => Promise<Row[]>): Promise<Row[]> {
  const { databaseUrl, orders } = old;
  const million = await openMillion(ground, { databaseUrl, orders, world: old.world as World });
  try {
    return await work(million);
  } finally {
    await million.product.stop();
  }
}

/** Times of the migrations and of a start up to the first response. */
async function measureStart(ground: Ground, old: OldDatabase): Promise<Row[]> {
  const schemaStart = performance.now();
  await ground.prepare(old.databaseUrl);
  const schemaMs = performance.now() - schemaStart;
  const start = performance.now();
  const product = await ground.product(old.databaseUrl);
  const base = await product.listen();
  await fetch(`${base}/readyz`);
  const tookMs = performance.now() - start;
  await product.stop();
  return [
    { metric: 'start-up: migrations and partitions looked at', ours: ms(schemaMs) },
    { metric: 'start-up: until it is ready', ours: ms(tookMs), goal: '< 5 s', isMet: tookMs < 5000 },
  ];
}

async function passingsOf({ databaseUrl, world, nextNumber }: OldDatabase, more = 0): Promise<Generator<Passing>> {
  const inside = await asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ lotId: string; plate: string }>(
      'select lot_id as "lotId", plate from car_inside where tenant_id = $1 order by order_id',
      [world.tenantId],
    );
    return rows;
  });
  return passings(world as World, inside, nextNumber + more);
}

async function measureOldGate(ground: Ground, old: OldDatabase): Promise<Row[]> {
  const { databaseUrl: oursUrl, bareUrl, world } = old;
  // A fifth of the rounds of a young database: the copy for the bare driver grows with them.
  const shorter = { ...ground, sized: (count: number) => ground.sized(count / 5) };
  return measureGate(shorter, { world: world as World, oursUrl, bareUrl, events: await passingsOf(old) });
}

/** The first verification reads everything, the second what is not closed. */
async function measureVerify(ground: Ground, { databaseUrl, world }: OldDatabase): Promise<Row[]> {
  const product = await ground.product(databaseUrl);
  try {
    await asOwner(databaseUrl, (client) =>
      client.query('delete from verify_month where tenant_id = $1', [world.tenantId]),
    );
    const rows: Row[] = [];
    for (const name of ['all months', 'closed months kept']) {
      const start = performance.now();
      const results = await verifyTenant(product.kernel, world.tenantId);
      const tookMs = performance.now() - start;
      const broken = results.filter((one) => one.brokenCount > 0).map((one) => `${one.key} ${one.brokenCount}`);
      const slowest = results.toSorted((a, b) => b.tookMs - a.tookMs)[0]!;
      rows.push({
        metric: `verify: ${name}`,
        ours: `${(tookMs / 1000).toFixed(1)} s`,
        reference: `${results.reduce((sum, one) => sum + one.checkedCount, 0).toLocaleString('en')} facts, most for ${slowest.key}; broken: ${broken.join(', ') || 'none'}`,
      });
    }
    return rows;
  } finally {
    await product.stop();
  }
}

/** Erases a tenant while another one's gates go on, against the same gates before. */
async function measureErase(ground: Ground, old: OldDatabase): Promise<Row[]> {
  const { tenantId, rows } = await makeDoomed(ground, old);
  const product = await ground.product(old.databaseUrl);
  try {
    const { kernel } = product;
    const events = await passingsOf(old, 500_000);
    let refusedCount = 0;
    const decide = (count: number): Promise<Run> => {
      const work = Array.from({ length: count }, () => {
        const { device, message } = events.next().value as Passing;
        // A machine too slow for the rate refuses some calls: their number is reported too.
        const refused = () => {
          refusedCount += 1;
        };
        return () => recordPassing(kernel, device, { ...message, happenedAt: new Date() }).catch(refused);
      });
      return runPaced(work, PER_SECOND);
    };
    await decide(ground.sized(200));
    const alone = await decide(ground.sized(PACED_EVENTS));
    await kernel.database.system('update tenant set deletion_due_at = now() where id = $1', [tenantId]);
    const start = performance.now();
    let isOver = false;
    let tookMs = 0;
    const erasing = eraseTenants(kernel).finally(() => {
      isOver = true;
      tookMs = performance.now() - start;
    });
    const beside: number[] = [];
    while (!isOver) beside.push(...(await decide(PER_SECOND * 5)).tookMs);
    await erasing;
    const [aloneMs, besideMs] = [quantile(alone.tookMs, 0.99), quantile(beside, 0.99)];
    return [
      {
        metric: `erase: ${rows.toLocaleString('en')} rows`,
        ours: `${(tookMs / 1000).toFixed(1)} s`,
        reference: `${Math.round(rows / (tookMs / 1000)).toLocaleString('en')} rows/s`,
      },
      {
        metric: `erase: gate p50 at ${PER_SECOND}/s meanwhile`,
        ours: ms(quantile(beside, 0.5)),
        reference: `${ms(quantile(alone.tookMs, 0.5))} (before)`,
        ratio: quantile(beside, 0.5) / quantile(alone.tookMs, 0.5),
      },
      {
        metric: `erase: gate p99 at ${PER_SECOND}/s meanwhile`,
        ours: ms(besideMs),
        reference: `${ms(aloneMs)} (before); refused: ${refusedCount}`,
        ratio: besideMs / aloneMs,
      },
    ];
  } finally {
    await product.stop();
  }
}
