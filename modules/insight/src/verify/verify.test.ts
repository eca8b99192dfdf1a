import { liveADay } from '@boyun/test-server/day';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { verifyTenant } from './verify.service.ts';

let server: TestServer;
/** The owner of the database: row-level security and append-only tables do not bind it, so it can plant faults. */
let owner: pg.Client;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { isAlone: true });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await server?.stop();
});

const brokenKeys = async (tenantId: number) =>
  (await verifyTenant(server.product.kernel, tenantId)).filter((one) => one.brokenCount > 0).map((one) => one.key);

/** Checks of what takes longer than a day: settlements and closed months, in `verify-settlement.test.ts`, and reconciled days, in `bench/money.test.ts`. */
const ELSEWHERE = [
  'settlement-money',
  'payable-money',
  'lot-days',
  'closed-periods',
  'reconciled-ledger',
  'closed-days',
  'shared-splits',
  'owner-balances',
];

test('everything adds up after a day of everything', async () => {
  const { user } = await liveADay(server);
  const results = await verifyTenant(server.product.kernel, user.tenantId);
  expect(results.flatMap((one) => one.broken)).toEqual([]);
  const idle = results.filter((one) => one.checkedCount === 0).map((one) => one.key);
  expect(idle.filter((key) => !ELSEWHERE.includes(key))).toEqual([]);
  const rows = await owner.query(
    'select parking_state, pay_state, count(*)::int as count from parking_order where tenant_id = $1 group by 1, 2',
    [user.tenantId],
  );
  expect(new Set(rows.rows.map((one) => `${one.parking_state} ${one.pay_state}`))).toEqual(
    new Set(['left arrears', 'left paid', 'void free', 'no-exit arrears', 'inside unpaid', 'inside paid']),
  );
  expect((await user.call('/api/verify/run')).data.IsSound).toBe(true);
});

const ofOrder = (state: string) =>
  `(select id from parking_order where tenant_id = $1 and parking_state = '${state}' order by id limit 1)`;
const ofPayment = '(select id from payment where tenant_id = $1 order by id limit 1)';
const anEvent = (kind: string) =>
  `(select id from event where tenant_id = $1 and kind = '${kind}' order by id limit 1)`;
const copyEvent = (kind: string) =>
  `insert into event (tenant_id, id, kind, lot_id, subject_id, data, actor, at, recorded_at)
   select tenant_id, uuidv7(), kind, lot_id, subject_id, data, actor, at, recorded_at from event
   where tenant_id = $1 and id = ${anEvent(kind)}`;
const deleteEvent = (kind: string) => `delete from event where tenant_id = $1 and id = ${anEvent(kind)}`;

/** A fault planted in a sound tenant, and the checks that must name it. */
const faults: readonly [string, string, readonly string[]][] = [
  [
    'a counter that lost a car',
    'update lot_state set cars_inside = cars_inside - 1 where tenant_id = $1',
    ['cars-inside'],
  ],
  ['a pack that forgot money', 'update pack set paid_fen = paid_fen + 1 where tenant_id = $1', ['pack-money']],
  [
    'a card that found money',
    'update card set balance_fen = balance_fen + 1 where tenant_id = $1',
    ['card-money', 'card-ledger'],
  ],
  ['a place nobody booked', 'update appointment_slot set booked = 2 where tenant_id = $1', ['appointment-slots']],
  [
    'an entry nobody told',
    deleteEvent('stay.opened'),
    ['flow-by-day', 'cars-inside', 'order-events', 'projection-stat-hour', 'projection-stat-lane'],
  ],
  ['an exit told twice', copyEvent('stay.left'), ['flow-by-day', 'cars-inside', 'order-events', 'stay-lengths']],
  [
    'an order moved to another day',
    `update parking_order set entered_at = entered_at - interval '3 days' where tenant_id = $1 and id = ${ofOrder('inside')}`,
    ['flow-by-day', 'order-events'],
  ],
  [
    'a plate inside twice',
    `update parking_order set plate = '粤B10004' where tenant_id = $1 and parking_state = 'inside'`,
    ['plate-inside-once'],
  ],
  [
    'a fee one fen off',
    `update parking_order set fee_fen = fee_fen + 1 where tenant_id = $1 and id = ${ofOrder('left')}`,
    ['order-events', 'fee-lines', 'order-payments'],
  ],
  [
    'arrears that were forgotten',
    `update parking_order set pay_state = 'paid' where tenant_id = $1 and pay_state = 'arrears' and parking_state = 'left'`,
    ['order-money'],
  ],
  [
    'an order paid without a payment',
    `update parking_order set paid_fen = paid_fen + 100 where tenant_id = $1 and pay_state = 'arrears'`,
    ['order-payments'],
  ],
  [
    'money in a void order',
    `update parking_order set fee_fen = 500 where tenant_id = $1 and parking_state = 'void'`,
    ['order-money'],
  ],
  [
    'a reduction the order does not know of',
    `insert into order_reduction (tenant_id, order_id, step, source, payer, kind, value, amount_fen, zh, en)
     select tenant_id, id, 100, 'waiver', 'operator', 'amount', 1, 1, '减免', 'Waived' from parking_order
     where tenant_id = $1 and id = ${ofOrder('left')}`,
    ['order-reductions'],
  ],
  [
    'a use of an activity that reduced nothing',
    `insert into activity_use select tenant_id, id, id, lot_id, plate, 1, null, left_at from parking_order where id = ${ofOrder('left')}`,
    ['reduction-uses'],
  ],
  [
    'a merchant whose balance is not what it paid',
    'update merchant set balance_fen = balance_fen + 1 where tenant_id = $1',
    ['merchant-money'],
  ],
  [
    'an unbalanced transaction',
    `update ledger_entry set amount_fen = amount_fen + 1 where tenant_id = $1 and payment_id = ${ofPayment}
       and account in ('cash', 'clearing')`,
    ['ledger-balance', 'ledger-payments'],
  ],
  [
    'a payment without a booking',
    `delete from ledger_entry where tenant_id = $1 and payment_id = ${ofPayment}`,
    ['ledger-payments', 'bill-money'],
  ],
  [
    'a booking of a payment that failed',
    `update payment set state = 'failed', paid_at = null where tenant_id = $1 and id = ${ofPayment}`,
    ['ledger-payments', 'payment-events', 'bill-money', 'invoice-money'],
  ],
  [
    'a bill that forgot what was paid',
    `update bill set paid_fen = 0 where tenant_id = $1 and id = (select bill_id from payment where tenant_id = $1 and id = ${ofPayment})`,
    ['bill-money', 'order-payments'],
  ],
  [
    'a refund without a booking',
    'delete from ledger_entry where tenant_id = $1 and refund_id is not null',
    ['ledger-refunds'],
  ],
  [
    'a refund of more than its payment brought',
    'update refund set amount_fen = amount_fen + 1000000 where tenant_id = $1',
    ['ledger-refunds', 'bill-money', 'payment-events', 'pack-money'],
  ],
  ['a payment told twice', copyEvent('payment.succeeded'), ['payment-events']],
  [
    'a passing without its answer',
    `update passing set answer = '{}' where tenant_id = $1 and id = (select id from passing where tenant_id = $1 limit 1)`,
    ['passing-answers'],
  ],
  [
    'a barrier command that is gone',
    `update passing set answer = answer || '{"commandId": "none"}' where tenant_id = $1
       and id = (select id from passing where tenant_id = $1 limit 1)`,
    ['passing-answers'],
  ],
  [
    'an event of a device taken twice',
    `insert into passing select (jsonb_populate_record(p, jsonb_build_object('id', uuidv7()))).*
     from passing p where tenant_id = $1 limit 1`,
    ['passing-answers', 'passing-keys'],
  ],
  [
    'an event set aside',
    `insert into consumer_failure select tenant_id, gen_random_uuid(), 'alarms', id, 'boom', at from event
     where tenant_id = $1 limit 1`,
    ['consumer-failures'],
  ],
  [
    'a figure one too high',
    `update stat_hour set count = count + 1 where tenant_id = $1 and metric = 'entry'`,
    ['projection-stat-hour'],
  ],
  [
    'a length of a stay nobody drove',
    `update event set data = data || '{"parkedSeconds": 7}' where tenant_id = $1 and id = ${anEvent('stay.left')}`,
    ['stay-lengths', 'projection-stat-hour'],
  ],
  [
    'a quarter that moved a car too many',
    `update stat_quarter set inside_change = inside_change + 1 where tenant_id = $1`,
    ['projection-stat-hour'],
  ],
  [
    'a figure that is missing',
    `delete from stat_hour where tenant_id = $1 and metric = 'received'`,
    ['projection-stat-hour'],
  ],
];

/** Whether a fault is one of the event log: consumers read what is planted there, and change other tables. */
const isOfEvents = ([, sql]: (typeof faults)[number]) => /\bevent\b/.test(sql);

/** Plants a fault and returns the checks that name it. */
async function namedWith(tenantId: number, sql: string): Promise<Set<string>> {
  const planted = await owner.query(sql, [tenantId]);
  expect(planted.rowCount).toBeGreaterThan(0);
  return new Set(await brokenKeys(tenantId));
}

test.each(faults.filter(isOfEvents))('%s is named by its checks', async (_, sql, expected) => {
  const { user } = await liveADay(server);
  expect(await brokenKeys(user.tenantId), 'before').toEqual([]);
  expect(await namedWith(user.tenantId, sql)).toEqual(new Set(expected));
});

describe('of one day, whose rows are put back after each', () => {
  let tenantId: number;
  beforeAll(async () => {
    tenantId = (await liveADay(server)).user.tenantId;
  });
  afterAll(async () => expect(await brokenKeys(tenantId)).toEqual([]));

  test.each(faults.filter((one) => !isOfEvents(one)))('%s is named by its checks', async (_, sql, expected) => {
    const putBack = await keepRows(/(?:^|\s)(?:update|into|delete from) (\w+)/.exec(sql)![1]!, tenantId);
    try {
      expect(await namedWith(tenantId, sql)).toEqual(new Set(expected));
    } finally {
      await putBack();
    }
  });
});

/** Keeps a tenant's rows of a table and returns what puts them back. */
async function keepRows(table: string, tenantId: number): Promise<() => Promise<void>> {
  await owner.query(`create temp table kept as select * from ${table} where tenant_id = ${tenantId}`);
  const { rows } = await owner.query(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return async () => {
    const { columns } = rows[0];
    // Neither triggers nor references of other rows see the rows go and come.
    await owner.query('set session_replication_role = replica');
    await owner.query(`delete from ${table} where tenant_id = ${tenantId}`);
    await owner.query(`insert into ${table} (${columns}) overriding system value select ${columns} from kept`);
    await owner.query('set session_replication_role = origin');
    await owner.query('drop table kept');
  };
}

test('a broken row carries the ids one looks it up by', async () => {
  const { user } = await liveADay(server);
  const { rows } = await owner.query(
    `update parking_order set fee_fen = fee_fen + 7 where tenant_id = $1 and id = ${ofOrder('left')}
     returning id, order_no as "orderNo", fee_fen as "feeFen"`,
    [user.tenantId],
  );
  const { data } = await user.call('/api/verify/run');
  const check = data.Checks.find((one: { Key: string }) => one.Key === 'fee-lines');
  const { id, orderNo, feeFen } = rows[0];
  const linesFen = Number(feeFen) - 7;
  expect(check.Broken).toMatchObject([{ orderId: id, orderNo, feeFen: Number(feeFen), linesFen }]);
});

test('another tenant and part of the lots see nothing of it', async () => {
  const { user } = await liveADay(server);
  const other = await server.newTenant();
  await owner.query('update lot_state set cars_inside = 40 where tenant_id = $1', [user.tenantId]);
  expect(await brokenKeys(other.tenantId)).toEqual([]);
  const codeFor = async (by: TestUser) => (await by.call('/api/verify/run')).code;
  expect(await codeFor(await server.newUser(user, ['verify.run'], []))).toBe('verify.needs-all-lots');
  expect(await codeFor(await server.newUser(user))).toBe('kernel.no-permission');
});

test('the verification holds no reader of the event log up', async () => {
  const { user } = await liveADay(server);
  const { database, log } = server.product.kernel;
  const numbers: unknown[] = [];
  // Readers stop at the oldest transaction that has a number; one that only reads has none.
  const watched: typeof database = {
    ...database,
    inTenant: (who, work, options) =>
      database.inTenant(
        who,
        async (tx) => {
          const result = await work(tx);
          if (options?.isRead)
            numbers.push(...(await tx.query('select pg_current_xact_id_if_assigned()::text as number')));
          return result;
        },
        options,
      ),
  };
  await verifyTenant({ database: watched, log }, user.tenantId);
  expect(numbers.length).toBeGreaterThan(20);
  expect(numbers.filter((one) => (one as { number: string | null }).number !== null)).toEqual([]);
});
