import { SetClock, systemWho } from '@boyun/kernel/server';
import { type Notice, signNotice } from '@boyun/money/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z'); // Wednesday 09:00 in Shanghai
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

test('a temporary car comes in, owes at the exit, pays cash, and is let out', async () => {
  const lot = await gate.newLot();
  expect((await gate.see(lot.entry, '粤B11111', 0)).decision).toBe('open');
  expect(await gate.inside(lot)).toBe(1);
  const exit = await gate.see(lot.exit, '粤B11111', 90);
  expect(exit).toMatchObject({ decision: 'hold', commandId: null });
  expect(exit.payUrl).toMatch(/^\/pay\//);
  expect(exit.lines.join(' ')).toContain('6.00');
  const [held] = await gate.orders(lot);
  expect(held).toMatchObject({ parking: 'inside', fee: 600, due: 600 });
  const [row] = await server.product.kernel.database.system<{ id: string }>(
    'select order_id as id from passing where tenant_id = $1 and id = $2',
    [user.tenantId, exit.passingId],
  );
  const wrong = await user.call('/api/order/collectCash', { OrderId: row!.id, Amount: '5.00' });
  expect(wrong.code).toBe('order.amount-changed');
  const paid = await user.call('/api/order/collectCash', { OrderId: row!.id, Amount: '6.00' });
  expect(paid.state).toBe('success');
  const twice = await user.call('/api/order/collectCash', { OrderId: row!.id, Amount: '6.00' });
  expect(twice.state).toBe('fail');
  await server.until('the car to be let out', async () => (await gate.orders(lot))[0]!.parking === 'left');
  expect(await gate.orders(lot)).toEqual([
    { plate: '粤B11111', parking: 'left', pay: 'paid', fee: 600, due: 0, minutes: 90 },
  ]);
  expect(await gate.inside(lot)).toBe(0);
  const detail = await user.call('/api/order/getOrder', { OrderId: row!.id });
  expect(detail.data.FeeLines.reduce((sum: number, line: { Amount: string }) => sum + Number(line.Amount), 0)).toBe(6);
});

test('a repeated event gets the first response and changes nothing, also concurrently', async () => {
  const lot = await gate.newLot();
  const first = await gate.see(lot.entry, '粤B22222', 0, { eventKey: 'same' });
  const again = await Promise.all([1, 2, 3, 4].map(() => gate.see(lot.entry, '粤B22222', 0, { eventKey: 'same' })));
  for (const one of again) expect(one).toEqual({ ...first, isRepeated: true });
  expect(await gate.orders(lot)).toHaveLength(1);
  expect(await gate.inside(lot)).toBe(1);
});

test('two gates at once do not open two stays of one plate', async () => {
  const lot = await gate.newLot();
  await Promise.all([
    gate.see(lot.entry, '粤B22333', 0),
    gate.see(lot.entry, '粤B22333', 0),
    gate.see(lot.entry, '粤B22333', 0),
  ]);
  expect((await gate.orders(lot)).filter((one) => one.parking === 'inside')).toHaveLength(1);
  expect(await gate.inside(lot)).toBe(1);
});

test('white-listed cars pass free, and the waived fee is recorded', async () => {
  const lot = await gate.newLot();
  await user.call('/api/billWhitePlate/create', {
    Plate: '粤B33333',
    LotIds: [lot.id],
    ValidFrom: '2026-01-01T00:00:00Z',
  });
  await gate.see(lot.entry, '粤B33333', 0);
  expect((await gate.see(lot.exit, '粤B33333', 60)).decision).toBe('open');
  expect(await gate.orders(lot)).toMatchObject([{ parking: 'left', pay: 'free', fee: 300, due: 0 }]);
});

test.each([
  ['deny', 'refuse', 0],
  ['warn', 'open', 1],
] as const)('a black plate with action %s: %s, with an alarm', async (action, decision, orders) => {
  const lot = await gate.newLot();
  const entry = {
    Plate: '粤B44444',
    LotIds: [lot.id],
    Action: action,
    Reason: 'test',
    ValidFrom: '2026-01-01T00:00:00Z',
  };
  await user.call('/api/billBlackPlate/create', entry);
  expect((await gate.see(lot.entry, '粤B44444', 0)).decision).toBe(decision);
  expect(await gate.alarms(lot)).toEqual(['black-entry']);
  expect(await gate.orders(lot)).toHaveLength(orders);
});

test.each([
  ['wait', 'hold'],
  ['refuse', 'refuse'],
  ['admit', 'open'],
] as const)('a full lot whose lane says %s answers %s; white cars still pass', async (whenFull, decision) => {
  const lot = await gate.newLot({ WhenFull: whenFull }, { Capacity: 1 });
  await user.call('/api/billWhitePlate/create', {
    Plate: '粤B55550',
    LotIds: [lot.id],
    ValidFrom: '2026-01-01T00:00:00Z',
  });
  await gate.see(lot.entry, '粤B55551', 0);
  expect((await gate.see(lot.entry, '粤B55552', 1)).decision).toBe(decision);
  expect((await gate.see(lot.entry, '粤B55550', 2)).decision).toBe('open');
});

test('a car without a plate gets a temporary one, or waits, as the lane says', async () => {
  const ticket = await gate.newLot();
  expect((await gate.see(ticket.entry, null, 0)).decision).toBe('open');
  expect((await gate.orders(ticket))[0]!.plate).toMatch(/^临[0-9A-Z]{6}$/);
  const hold = await gate.newLot({ NoPlate: 'hold' });
  expect((await gate.see(hold.entry, null, 0)).decision).toBe('hold');
  expect(await gate.orders(hold)).toEqual([]);
});

test('cars without a plate that a person lets in are cars of their own', async () => {
  const lot = await gate.newLot({ NoPlate: 'hold' });
  for (const minute of [0, 5]) {
    const { passingId } = await gate.see(lot.entry, null, minute);
    const settled = { PassingId: passingId, Outcome: 'admit', Reason: '新车未上牌' };
    expect((await user.call('/api/passing/settle', settled)).state).toBe('success');
  }
  const orders = await gate.orders(lot);
  expect(orders).toMatchObject([{ parking: 'inside' }, { parking: 'inside' }]);
  const list = (await user.call('/api/businessManage/findPassRecord', { LotId: lot.id })).data.Rows;
  expect(list.map((one: { Plate: string }) => one.Plate).sort()).toEqual(orders.map((one) => one.plate).sort());
  expect(orders[0]!.plate).toMatch(/^临[0-9A-Z]{6}$/);
});

test('a repeated entry closes the old stay as never seen leaving; another lot holds the car instead', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B66666', 0);
  expect((await gate.see(lot.entry, '粤B66666', 120)).decision).toBe('open');
  expect(await gate.orders(lot)).toMatchObject([
    { parking: 'no-exit', pay: 'arrears', fee: 600, due: 600, minutes: 120 },
    { parking: 'inside' },
  ]);
  expect(await gate.inside(lot)).toBe(1);
  expect(await gate.alarms(lot)).toEqual(['duplicate-entry']);
  const strict = await gate.newLot({}, { DuplicateEntry: 'hold' });
  await gate.see(strict.entry, '粤B66667', 0);
  expect((await gate.see(strict.entry, '粤B66667', 120)).decision).toBe('hold');
});

test('the same car read again at the lane is one passage', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B67676', 0);
  expect((await gate.see(lot.entry, '粤B67676', 1)).decision).toBe('open');
  expect(await gate.orders(lot)).toHaveLength(1);
  expect(await gate.alarms(lot)).toEqual([]);
});

test('an exit without an entry waits for a person, who lets it out; or opens where the lane says so', async () => {
  const lot = await gate.newLot();
  const exit = await gate.see(lot.exit, '粤B77777', 0);
  expect(exit.decision).toBe('hold');
  expect(await gate.alarms(lot)).toEqual(['unmatched-exit']);
  const settled = await user.call('/api/passing/settle', {
    PassingId: exit.passingId,
    Outcome: 'admit',
    Reason: 'checked',
  });
  expect(settled.state).toBe('success');
  const again = await user.call('/api/passing/settle', {
    PassingId: exit.passingId,
    Outcome: 'admit',
    Reason: 'checked',
  });
  expect(again.code).toBe('passing.not-waiting');
  const open = await gate.newLot({ Unmatched: 'open' });
  expect((await gate.see(open.exit, '粤B77778', 0)).decision).toBe('open');
  expect(await gate.inside(open)).toBe(0);
});

test('a misread plate finds its stay when only one is similar; a person chooses among several', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B8O888', 0);
  expect((await gate.see(lot.exit, '粤B80888', 10)).decision).toBe('hold');
  expect(await gate.orders(lot)).toMatchObject([{ plate: '粤B8O888', due: 300 }]);
  expect(await gate.alarms(lot)).toEqual(['plate-mismatch']);
  await gate.see(lot.entry, '粤BB0888', 20);
  const unclear = await gate.see(lot.exit, '粤B8D888', 30);
  expect(unclear).toMatchObject({ decision: 'hold', payUrl: null });
});

test('stored records never open a gate: entry and exit in order', async () => {
  const lot = await gate.newLot();
  const stored = { isOffline: true, receivedMinute: 300 };
  expect(await gate.see(lot.entry, '粤B90001', 0, stored)).toMatchObject({ decision: 'record', commandId: null });
  expect(await gate.see(lot.exit, '粤B90001', 60, stored)).toMatchObject({ decision: 'record', commandId: null });
  expect(await gate.orders(lot)).toMatchObject([{ parking: 'left', pay: 'arrears', fee: 300, minutes: 60 }]);
  expect(await gate.inside(lot)).toBe(0);
});

test('a late entry joins the exit that came before it', async () => {
  const lot = await gate.newLot({ Unmatched: 'open' });
  await gate.see(lot.exit, '粤B90002', 60);
  await gate.see(lot.entry, '粤B90002', 0, { isOffline: true, receivedMinute: 200 });
  expect(await gate.orders(lot)).toMatchObject([{ parking: 'left', fee: 300, minutes: 60 }]);
  expect(await gate.inside(lot)).toBe(0);
});

test('a late entry older than the stay inside is a stay of its own that ended where the next began', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B90003', 100);
  await gate.see(lot.entry, '粤B90003', 0, { isOffline: true, receivedMinute: 200 });
  expect(await gate.orders(lot)).toMatchObject([{ parking: 'no-exit', minutes: 100 }, { parking: 'inside' }]);
  expect(await gate.inside(lot)).toBe(1);
});

test('a prepaid car leaves free within the grace time and pays the difference after it', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B91111', 0);
  await gate.see(lot.entry, '粤B91112', 0);
  gate.at(50);
  for (const plate of ['粤B91111', '粤B91112']) {
    const list = await user.call('/api/order/getInLotPage', { LotId: lot.id, Plate: plate });
    expect(list.data.Rows[0].Due).toBe('3.00');
    await user.call('/api/order/collectCash', { OrderId: list.data.Rows[0].Id, Amount: '3.00' });
  }
  expect((await gate.see(lot.exit, '粤B91111', 64)).decision).toBe('open');
  const late = await gate.see(lot.exit, '粤B91112', 70);
  expect(late.lines.join(' ')).toContain('3.00');
  expect(await gate.orders(lot)).toMatchObject([
    { pay: 'paid', fee: 300, due: 0 },
    { parking: 'inside', fee: 600, due: 300 },
  ]);
});

test('an electronic payment is asynchronous: locked while under way, settled once although its notice arrives twice', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B92222', 0);
  const exit = await gate.see(lot.exit, '粤B92222', 30);
  const code = exit.payUrl!.split('/').at(-1)!;
  const page = await server.call('/api/payment/getPayPage', { Code: code });
  expect(page.data).toMatchObject({ Plate: '粤B92222', Due: '3.00', State: 'unpaid' });
  const started = await server.call('/api/payment/sandbox/pay', { Code: code });
  expect(started.data.Amount).toBe('3.00');
  const second = await server.call('/api/payment/sandbox/pay', { Code: code });
  expect(second.code).toBe('order.locked');
  const [job] = server.takeSent<Notice>();
  const notice = signNotice(server.product.kernel, job!);
  const notify = (data: object) =>
    fetch(`${server.url}/api/payment/notice/sandbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(data),
    }).then((one) => one.status);
  expect(await notify({ ...notice, amountFen: 1 })).toBe(401);
  expect(await notify(notice)).toBe(200);
  expect(await notify(notice)).toBe(200);
  await server.until('the car to leave', async () => (await gate.orders(lot))[0]!.parking === 'left');
  const [sum] = await server.product.kernel.database.system<{ paid: number; booked: number }>(
    `select (select sum(amount_fen) from payment where tenant_id = $1 and lot_id = $2 and state = 'succeeded') as paid,
       (select sum(amount_fen) from ledger_entry where tenant_id = $1 and lot_id = $2 and account = 'clearing') as booked`,
    [user.tenantId, lot.id],
  );
  expect(sum).toEqual({ paid: 300, booked: 300 });
});

test('a void order asks why, is not for orders with money, and takes the car out of the count', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B93333', 0);
  const list = await user.call('/api/order/getOrderPage', { LotId: lot.id });
  const orderId = list.data.Rows[0].Id;
  expect((await user.call('/api/order/void', { OrderId: orderId, Reason: '' })).code).toBe('kernel.bad-input');
  expect((await user.call('/api/order/void', { OrderId: orderId, Reason: 'test car' })).state).toBe('success');
  expect((await user.call('/api/order/void', { OrderId: orderId, Reason: 'test car' })).code).toBe(
    'order.not-possible',
  );
  expect(await gate.inside(lot)).toBe(0);
});

test('alarms are claimed by exactly one person', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.exit, '粤B94444', 0);
  const other = await server.newUser(user, ['alarm.list', 'alarm.handle']);
  const list = await user.call('/api/alarm/list', { LotId: lot.id });
  const AlarmId = list.data.Rows[0].Id;
  const answers = await Promise.all([user, other, user, other].map((one) => one.call('/api/alarm/claim', { AlarmId })));
  expect(answers.filter((one) => one.state === 'success')).toHaveLength(1);
  const winner = answers.findIndex((one) => one.state === 'success') % 2 === 0 ? user : other;
  const loser = winner === user ? other : user;
  const close = { AlarmId, Outcome: 'handled', Note: 'looked at it' };
  expect((await loser.call('/api/alarm/handle', close)).code).toBe('alarm.not-yours');
  expect((await winner.call('/api/alarm/handle', close)).state).toBe('success');
});

test('the list shows a passing where it happened, however late it arrived', async () => {
  const lot = await gate.newLot();
  await gate.see(lot.entry, '粤B95001', 0);
  await gate.see(lot.entry, '粤B95003', 20);
  await gate.see(lot.entry, '粤B95002', 10, { receivedMinute: 30, isOffline: true });
  const plates = async (Sort?: string) => {
    const list = await user.call('/api/businessManage/findPassRecord', { LotId: lot.id, Sort });
    return list.data.Rows.map((row: { Plate: string }) => row.Plate.slice(-1)).join('');
  };
  expect([await plates(), await plates('-happenedAt'), await plates('happenedAt')]).toEqual(['321', '321', '123']);
});

test('after all tests above, the tables can be rebuilt from the events', async () => {
  const [row] = await server.product.kernel.database.inTenant(systemWho(user.tenantId), (tx) =>
    tx.query<{ opened: number; ended: number; inside: number }>(
      `select count(*) filter (where kind = 'stay.opened') as opened,
         count(*) filter (where kind in ('stay.left', 'stay.closed')) +
           count(*) filter (where kind = 'stay.voided' and (data->>'wasInside')::boolean) as ended,
         (select sum(cars_inside) from lot_state where tenant_id = $1) as inside
       from event where tenant_id = $1`,
      [tx.tenantId],
    ),
  );
  expect(row!.opened - row!.ended).toBe(row!.inside);
});

test('records and orders are listed by the kind of vehicle that the camera or else the plate tells', async () => {
  const lot = await gate.newLot({}, { Capacity: 10 });
  await gate.see(lot.entry, '粤B11881', 0, { vehicleKind: 'large' });
  await gate.see(lot.entry, '粤B11882', 1, { vehicleKind: '轿车' });
  await gate.see(lot.entry, '粤B11883', 2, { plateColor: 0 });
  await gate.see(lot.entry, '粤B11884', 3, { vehicleKind: '叉车' });
  await gate.see(lot.entry, '粤B11885D', 4, { plateColor: 6 });
  await gate.see(lot.entry, '粤B1188学', 5, { plateColor: 2 });
  for (const path of ['/api/businessManage/findPassRecord', '/api/order/getOrderPage']) {
    const { Rows } = (await user.call(path, { LotId: lot.id, VehicleKind: 'large' })).data;
    expect(new Set(Rows.map((row: { Plate: string }) => row.Plate)), path).toEqual(new Set(['粤B11881', '粤B11885D']));
    const all = (await user.call(path, { LotId: lot.id })).data;
    const kinds = all.Rows.map((row: { Plate: string; VehicleKind: string | null }) => [row.Plate, row.VehicleKind]);
    expect(Object.fromEntries(kinds), path).toEqual({
      粤B11881: 'large',
      粤B11882: 'small',
      粤B11883: null,
      粤B11884: '叉车',
      粤B11885D: 'large',
      粤B1188学: 'small',
    });
  }
});
