import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTenant } from '@boyun/tenancy/server';
import type { Client } from 'pg';
import {
  fillHours,
  fillLists,
  fillPacks,
  fillPassings,
  fillPayments,
  fillStays,
  settle,
  withoutTriggers,
} from './fill.ts';
import { fillLogs } from './fill-log.ts';
import { asOwner, type Ground } from './ground.ts';
import { skipEvents } from './million.ts';
import { makeWorld, type World } from './world.ts';

/** Years of an old database, in days: 37 monthly partitions with the current one. */
const OLD_DAYS = 3 * 365;
const CARS_INSIDE = 30_000;
/** Rows of the tenant that is erased where `OLD_ERASED` does not say otherwise, for each order of the first one. */
const DOOMED_SHARE = 1;
/** What is indexed once it is full rather than row by row. */
const FILLED = [
  'parking_order',
  'passing',
  'passing_key',
  'event',
  'bill',
  'payment',
  'allocation',
  'ledger_entry',
  'audit_log',
  'login_log',
];

/** A database of three years. */
export interface OldDatabase {
  readonly databaseUrl: string;
  /** An equal one, for the bare driver. */
  readonly bareUrl: string;
  readonly orders: number;
  readonly world: Omit<World, 'call'>;
  /** Passings are numbered on from here, so that no run repeats what another one left behind. */
  readonly nextNumber: number;
}

const recordIn = (ground: Ground) => join(ground.folder, 'old.json');

/** The old database that was kept from another run with as many orders, or a new one. */
export async function findOld(ground: Ground, orders: number): Promise<OldDatabase> {
  const path = recordIn(ground);
  const kept = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as OldDatabase) : null;
  const [databaseUrl, bareUrl] = [await ground.find('old'), await ground.find('old_bare')];
  const found =
    kept?.orders === orders && databaseUrl && bareUrl
      ? { ...kept, databaseUrl, bareUrl }
      : await makeOld(ground, orders);
  writeFileSync(path, JSON.stringify({ ...found, nextNumber: found.nextNumber + 1_000_000 }));
  return found;
}

const say = (text: string) => process.stderr.write(`  ${new Date().toISOString().slice(11, 19)} ${text}\n`);

async function makeOld(ground: Ground, orders: number): Promise<OldDatabase> {
  for (const name of ['old_bare', 'old']) await ground.drop(name);
  const databaseUrl = await ground.make('old', OLD_DAYS);
  const product = await ground.product(databaseUrl);
  const world = await makeWorld(product);
  await product.stop();
  await asOwner(databaseUrl, async (client) => {
    await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'`);
    // As old as its data.
    await client.query(`update tenant set created_at = now() - make_interval(days => $1) where id = $2`, [
      OLD_DAYS,
      world.tenantId,
    ]);
    const inside = Math.min(CARS_INSIDE, Math.ceil(orders / 10));
    const indexes = await dropIndexes(client);
    const past = { fromHoursAgo: OLD_DAYS * 24 - 24, toHoursAgo: 11, isInside: false, isUncorrected: true };
    say(`${orders.toLocaleString('en')} orders`);
    await fillStays(client, world, { ...past, count: orders - inside, plateStart: '粤D' });
    await fillStays(client, world, {
      count: inside,
      fromHoursAgo: 10,
      toHoursAgo: 0.05,
      isInside: true,
      plateStart: '粤B',
    });
    say('passings');
    await fillPassings(client, world);
    say('payments and ledger');
    await fillPayments(client, world);
    await fillLedger(client, world);
    say('events');
    await fillAllEvents(client, world);
    await fillLogs(client, world, Math.ceil(orders / 10));
    await fillLists(client, world, Math.min(100_000, orders));
    await fillPacks(client, world, Math.min(50_000, orders));
    say('statistics');
    await fillHours(client, world);
    say('indexes');
    for (const definition of indexes) await client.query(definition);
    await skipEvents(client);
    await settle(client);
  });
  say('copy for the bare driver');
  const bareUrl = await ground.copy('old', 'old_bare');
  const { tenantId, lots } = world;
  return { databaseUrl, bareUrl, orders, world: { tenantId, lots }, nextNumber: 0 };
}

/** Drops the indexes of large tables that back no constraint; returns the statements that create them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class t on t.oid = i.indrelid
     where t.relname = any($1) and not i.indisunique and not t.relispartition`,
    [FILLED],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map((one) => one.definition.replace(' ON ONLY ', ' ON '));
}

/** Writes what bills and payments booked: a bill against revenue, and each payment that succeeded against its bill. */
async function fillLedger(client: Client, world: World): Promise<void> {
  const entries = (from: string, sides: string, at: string, payment: string) =>
    client.query(
      `insert into ledger_entry (tenant_id, id, transaction_id, at, account, party, amount_fen, lot_id, bill_id, payment_id)
       select p.tenant_id, uuidv7(p.${at} - clock_timestamp()), p.transaction_id, p.${at}, side.account, side.party, side.amount,
         p.lot_id, p.bill_id, ${payment}
       from (select *, uuidv7(${at} - clock_timestamp()) as transaction_id from ${from} order by id) p
       cross join lateral (values ${sides}) as side(account, party, amount) where side.amount <> 0`,
      [world.tenantId],
    );
  await withoutTriggers(client, async () => {
    await entries(
      '(select bill.*, id as bill_id from bill where tenant_id = $1 and gross_fen > 0) b',
      "('receivable', '', p.gross_fen - p.reduced_fen), ('revenue', 'stay', -p.gross_fen), ('promotion', 'operator', p.reduced_fen)",
      'created_at',
      'null::uuid',
    );
    await entries(
      "(select * from payment where tenant_id = $1 and state = 'succeeded') b",
      `(case p.channel when 'cash' then 'cash' else 'clearing' end, case p.channel when 'cash' then '' else p.channel end, p.amount_fen),
        ('receivable', '', -p.amount_fen)`,
      'paid_at',
      'p.id',
    );
  });
}

/** Inserts the events of cameras, stays and payments: four to five per order. */
async function fillAllEvents(client: Client, world: World): Promise<void> {
  const event = (kind: string, columns: { id: string; at: string; data: string }, from: string) => `
    insert into event (tenant_id, id, kind, lot_id, subject_id, data, actor, at, recorded_at)
    select tenant_id, uuidv7(${columns.at} - clock_timestamp()), '${kind}', lot_id, ${columns.id},
      jsonb_build_object(${columns.data}), 'camera', ${columns.at}, ${columns.at}
    from ${from}`;
  const named = `'orderId', id, 'orderNo', order_no, 'plate', plate`;
  const fees = `'feeFen', fee_fen, 'reducedFen', reduced_fen, 'paidFen', paid_fen`;
  const seconds = `floor(greatest(0, extract(epoch from left_at - entered_at)))::bigint`;
  const orders = 'parking_order where tenant_id = $1';
  await withoutTriggers(client, async () => {
    for (const text of [
      event('stay.opened', { id: 'id', at: 'entered_at', data: `${named}, 'plateColor', plate_color` }, orders),
      event(
        'stay.left',
        { id: 'id', at: 'left_at', data: `${named}, ${fees}, 'isPhysical', true, 'parkedSeconds', ${seconds}` },
        `${orders} and parking_state = 'left'`,
      ),
      event(
        'stay.closed',
        { id: 'id', at: 'left_at', data: `${named}, ${fees}` },
        `${orders} and parking_state = 'no-exit'`,
      ),
      event(
        'passing.recorded',
        { id: 'id', at: 'happened_at', data: `'plate', plate, 'decision', decision, 'laneId', lane_id` },
        'passing where tenant_id = $1',
      ),
      event(
        'payment.succeeded',
        {
          id: 'order_id',
          at: 'paid_at',
          data: `'paymentId', id, 'orderId', order_id, 'channel', channel, 'amountFen', amount_fen`,
        },
        `(select p.*, b.subject_id as order_id from payment p join bill b on b.tenant_id = p.tenant_id and b.id = p.bill_id
          where p.tenant_id = $1 and p.state = 'succeeded') as paid`,
      ),
    ])
      await client.query(text, [world.tenantId]);
  });
}

/** Makes a tenant that is to be erased; half of its rows are events, half audit entries. */
export async function makeDoomed(ground: Ground, old: OldDatabase): Promise<{ tenantId: number; rows: number }> {
  const product = await ground.product(old.databaseUrl);
  const code = `doomed-${Date.now().toString(36)}`;
  const tenantId = await createTenant(product.kernel, { code, name: 'Doomed', kind: 'operator' });
  await product.stop();
  const rows = Math.ceil(Number(process.env.OLD_ERASED ?? old.orders * DOOMED_SHARE) / 2);
  const moments = `from (select i, now() - make_interval(secs => i * ${(OLD_DAYS * 86_400 - 172_800) / rows}) as at
    from generate_series(1, $2::int) as i) as line`;
  await asOwner(old.databaseUrl, (client) =>
    withoutTriggers(client, async () => {
      await client.query(
        `insert into event (tenant_id, id, kind, subject_id, data, actor, at, recorded_at)
         select $1::int, uuidv7(at - clock_timestamp()), 'stay.opened', uuidv7(at - clock_timestamp()),
           jsonb_build_object('plate', '粤Z' || i, 'orderNo', i), 'camera', at, at ${moments}`,
        [tenantId, rows],
      );
      await client.query(
        `insert into audit_log (tenant_id, id, at, account, actor_name, action, subject_kind, subject_id, subject)
         select $1::int, uuidv7(at - clock_timestamp()), at, 'admin', 'Admin', 'order.cash-collected', 'order', i::text, '粤Z' || i ${moments}`,
        [tenantId, rows],
      );
      await client.query('analyze event, audit_log');
    }),
  );
  return { tenantId, rows: rows * 2 };
}
