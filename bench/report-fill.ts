import type { Client } from 'pg';
import {
  fillBills,
  fillEvents,
  fillLists,
  fillPaid,
  fillPassings,
  fillReductions,
  hourStatements,
  insertStays,
  type Span,
  settle,
  withoutTriggers,
} from './fill.ts';
import { asOwner, type Ground } from './ground.ts';
import { skipEvents } from './million.ts';
import { makeWorld, type World } from './world.ts';

/**
 * Three years and a month, where `REPORT_DAYS` does not say otherwise: every report of one month has a year before and months without it. A
 * million orders of 112 days are as dense, so that a month of them is as heavy.
 */
const DAYS = Number(process.env.REPORT_DAYS ?? 3 * 365 + 31);
const LOTS = 24;
const INSIDE = 6000;
/** Cars that there are for each order of a day: eight of ten come more than once in three years. */
const CARS_PER_DAILY = 94;
/** Payments and statistics of the last days alone, passings and events of fewer: no report of one month reads older ones. */
const MONEY_DAYS = 430;
const EVENT_DAYS = 40;
const PASSING_DAYS = 10;
/** Stays written in one step. */
const STEP = 500_000;
const DAY_MS = 86_400_000;

/** Filled before their indexes are made again. */
const FILLED = ['parking_order', 'passing', 'bill', 'payment', 'allocation', 'order_reduction', 'event'];

/** A database of three years, with what reports read. */
export interface ReportDatabase {
  readonly databaseUrl: string;
  readonly orders: number;
  readonly world: World;
}

type Step = readonly [name: string, work: (client: Client, world: World) => Promise<unknown>];

/** Cars in and out by lane and quarter of an hour, as the projection counts them. */
const LANES = `
  insert into stat_lane (tenant_id, quarter, lot_id, lane_key, vehicle_kind, entries, exits)
  select tenant_id, date_bin('15 minutes', at, timestamptz '2000-01-01T00:00:00Z'), lot_id, coalesce(lane::text, ''), '', sum(entry), sum(1 - entry)
  from (
    select tenant_id, lot_id, entered_at as at, entry_lane_id as lane, 1 as entry from parking_order
      where tenant_id = $1 and id >= first_uuid(now() - make_interval(days => $2::int))
    union all select tenant_id, lot_id, left_at, exit_lane_id, 0 from parking_order
      where tenant_id = $1 and id >= first_uuid(now() - make_interval(days => $2::int)) and parking_state = 'left'
  ) as moved group by 1, 2, 3, 4`;

/** What people let through by hand: of each thousand stays a few. */
const BY_HAND = `
  insert into sentry_operation (tenant_id, id, at, abnormal_type, source, lot_id, lane_id, order_id, plate, person_id, person_name, reason)
  select tenant_id, uuidv7(left_at - clock_timestamp()), left_at, (array[2, 3, 4, 10, 11])[1 + person % 5], 1, lot_id, exit_lane_id, id, plate,
    ('00000000-0000-7000-8000-' || lpad(person::text, 12, '0'))::uuid, 'Person ' || person, '设备故障'
  from (select *, (hashtext(order_no) & 65535) % 40 as person, (hashtext(order_no) & 1048575) % 1000 as chance from parking_order
    where tenant_id = $1 and parking_state = 'left') as o where chance < 4 order by left_at`;

/** One payment of two hundred is given back. */
const REFUNDS = `
  insert into refund (tenant_id, id, refund_no, payment_id, bill_id, lot_id, plate, channel, state, amount_fen, created_at, paid_at, actor_id, actor_name)
  select tenant_id, uuidv7(paid_at - clock_timestamp()), 'R' || payment_no, id, bill_id, lot_id, plate, channel, 'succeeded', amount_fen, paid_at,
    paid_at, actor_id, actor_name
  from payment where tenant_id = $1 and state = 'succeeded' and (hashtext(payment_no) & 1048575) % 200 = 0`;

/** The days of lots with their money, as the settlement keeps them. */
const LOT_DAYS = `
  insert into lot_day (tenant_id, lot_id, day, gross_fen, received_fen)
  select tenant_id, lot_id, (paid_at at time zone 'Asia/Shanghai')::date, sum(amount_fen), sum(amount_fen)
  from payment where tenant_id = $1 and state = 'succeeded' group by 1, 2, 3`;

const INSIDE_NOW = `
  insert into car_inside (tenant_id, lot_id, plate, plate_key, order_id, entered_at)
  select tenant_id, lot_id, plate, plate_key, id, entered_at from parking_order where tenant_id = $1 and parking_state = 'inside' on conflict do nothing`;

const COUNTS = `
  update lot_state s set cars_inside = (select count(*) from car_inside c where c.tenant_id = s.tenant_id and c.lot_id = s.lot_id)
  where tenant_id = $1`;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Quarters of years, so that no step takes longer than a minute or two. */
function spans(): Span[] {
  const quarters = Array.from({ length: Math.ceil((DAYS + 1) / 91) }, (_, index) => DAYS + 1 - index * 91);
  return quarters.map((days, index) => [daysAgo(days), daysAgo(quarters[index + 1] ?? -1)]);
}

/** Gathers the statistics of a filled table: without them the planner joins large tables row by row. */
const analyze = (table: string) => (client: Client) => client.query(`analyze ${table}`);

function stepsOf(orders: number): Step[] {
  const inside = Math.min(INSIDE, Math.ceil(orders / 100));
  const past = {
    count: orders - inside,
    fromHoursAgo: DAYS * 24 - 24,
    toHoursAgo: 11,
    isInside: false,
    isUncorrected: true,
    plateStart: '粤D',
    cars: Math.ceil((orders / DAYS) * CARS_PER_DAILY),
    halvedShare: 0.15,
  };
  const now = { count: inside, fromHoursAgo: 10, toHoursAgo: 0.05, isInside: true, plateStart: '粤B' };
  const parts = Array.from({ length: Math.ceil(past.count / STEP) }, (_, index) => index * STEP);
  const statement =
    (text: string, ...values: number[]) =>
    (client: Client, world: World) =>
      withoutTriggers(client, async () => void (await client.query(text, [world.tenantId, ...values])));
  return [
    ...parts.map(
      (first): Step => [
        `stays ${first}`,
        (client, world) => insertStays(client, world, past, { first, end: Math.min(first + STEP, past.count) }),
      ],
    ),
    ['cars inside', (client, world) => insertStays(client, world, now)],
    ['cars inside now', statement(INSIDE_NOW)],
    ['counts', statement(COUNTS)],
    ['analyzed stays', analyze('parking_order')],
    ['reductions', (client, world) => fillReductions(client, world)],
    ...spans().map((span, at): Step => [`bills ${at}`, (client, world) => fillBills(client, world, span)]),
    ['analyzed bills', analyze('bill')],
    ...spans().flatMap((span, at): Step[] =>
      span[1].getTime() < daysAgo(MONEY_DAYS).getTime()
        ? []
        : [[`payments ${at}`, (client, world) => fillPaid(client, world, span)]],
    ),
    ['analyzed payments', analyze('payment')],
    ['refunds', statement(REFUNDS)],
    ['lot days', statement(LOT_DAYS)],
    ['by hand', statement(BY_HAND)],
    [
      'passings',
      (client, world) => {
        const span: Span = [daysAgo(PASSING_DAYS), new Date()];
        return fillPassings(client, world, { span, hasKeys: false });
      },
    ],
    ['lists', (client, world) => fillLists(client, world, Math.min(50_000, orders))],
    ['events', (client, world) => fillEvents(client, world, EVENT_DAYS)],
    ...hourStatements(daysAgo(MONEY_DAYS)).map((text, at): Step => [`statistics ${at}`, statement(text)]),
    ['statistics of lanes', statement(LANES, MONEY_DAYS)],
  ];
}

const say = (text: string) => process.stderr.write(`  ${new Date().toISOString().slice(11, 19)} ${text}\n`);

/**
 * A database of as many orders as asked for. Each step is done once and noted in the database itself, so that a run which was stopped goes
 * on where it was, and one over a finished database begins at once.
 */
export async function findReportDatabase(ground: Ground, orders: number): Promise<ReportDatabase> {
  const name = `reports_${orders}_${DAYS}`;
  const databaseUrl = (await ground.find(name)) ?? (await ground.make(name, DAYS + 1));
  const made = await madeWorld(ground, databaseUrl);
  await asOwner(databaseUrl, async (client) => {
    await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
    const done = async (step: string) =>
      (await client.query('select 1 from bench.step where name = $1', [step])).rowCount === 1;
    const once = async (step: string, work: () => Promise<unknown>) => {
      if (await done(step)) return;
      say(step);
      await client.query('begin');
      await work();
      await client.query('insert into bench.step (name) values ($1)', [step]);
      await client.query('commit');
    };
    await once('without indexes', () => dropIndexes(client));
    for (const [step, work] of stepsOf(orders)) await once(step, () => work(client, made));
    const { rows } = await client.query<{ definition: string }>(
      'select definition from bench.dropped_index order by 1',
    );
    for (const { definition } of rows) await once(definition, () => client.query(definition));
    if (await done('settled')) return;
    await skipEvents(client);
    await settle(client);
    await client.query(`insert into bench.step (name) values ('settled')`);
  });
  // The schema may have grown since.
  await ground.prepare(databaseUrl);
  return { databaseUrl, orders, world: made };
}

/** The world of a database, made where none is kept in it. */
async function madeWorld(ground: Ground, databaseUrl: string): Promise<World> {
  const kept = await asOwner(databaseUrl, async (client) => {
    await client.query(`create schema if not exists bench;
      create table if not exists bench.step (name text primary key);
      create table if not exists bench.dropped_index (definition text);
      create table if not exists bench.world (world jsonb)`);
    const { rows } = await client.query<{ world: World }>('select world from bench.world');
    return rows[0]?.world;
  });
  if (kept) return kept;
  say('lots');
  const product = await ground.product(databaseUrl);
  const world = await makeWorld(product, LOTS);
  await product.stop();
  await asOwner(databaseUrl, async (client) => {
    // As old as its data.
    await client.query('update tenant set created_at = now() - make_interval(days => $1) where id = $2', [
      DAYS,
      world.tenantId,
    ]);
    await client.query('insert into bench.world values ($1)', [
      JSON.stringify({ tenantId: world.tenantId, lots: world.lots }),
    ]);
  });
  return world;
}

/** Drops the indexes of large tables that back no constraint, and notes how they are made again. */
async function dropIndexes(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relname = any($1) and not i.indisunique and not t.relispartition`,
    [FILLED],
  );
  for (const { name, definition } of rows) {
    await client.query(`drop index ${name}`);
    await client.query('insert into bench.dropped_index values ($1)', [definition.replace(' ON ONLY ', ' ON ')]);
  }
}
