import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { newPlate } from '@boyun/test-server/shop';
import { TestUnits } from '@boyun/test-server/unit';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const HOUR = 60;
const DAY = 24 * HOUR;
const clock = new SetClock(START);
let server: TestServer;
let units: TestUnits;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true });
});
beforeEach(async () => {
  units = await TestUnits.open(server, clock, START);
});
afterAll(() => server?.stop());

const standings = async () =>
  (await units.user.call('/api/order/getOrderPage')).data.Rows.map((one: { Standing: string }) => one.Standing).sort();

test('cars of a unit share its spots; the next one pays, waits or is refused by the rule of the unit', async () => {
  const paying = await units.newUnit({ OverQuota: 'pay' });
  expect(await units.gate.see(units.lot.entry, paying.plates[0]!, 0)).toMatchObject({ decision: 'open' });
  expect(await units.gate.see(units.lot.entry, paying.plates[1]!, 1)).toMatchObject({ decision: 'open' });
  expect(await standings()).toEqual(['temporary', 'unit']);
  // The one in the spot is free, the one beyond it pays as any car.
  expect(await units.gate.see(units.lot.exit, paying.plates[1]!, 121)).toMatchObject({ decision: 'hold' });
  expect(await units.gate.see(units.lot.exit, paying.plates[0]!, 150)).toMatchObject({ decision: 'open' });
  const free = (await units.gate.orders(units.lot)).find((one) => one.plate === paying.plates[0]);
  expect(free).toMatchObject({ parking: 'left', fee: 9_00, due: 0 });

  const waiting = await units.newUnit({ OverQuota: 'wait' });
  await units.gate.see(units.lot.entry, waiting.plates[0]!, 200);
  expect(await units.gate.see(units.lot.entry, waiting.plates[1]!, 201)).toMatchObject({ decision: 'hold' });

  const refusing = await units.newUnit({ OverQuota: 'refuse' });
  await units.gate.see(units.lot.entry, refusing.plates[0]!, 210);
  expect(await units.gate.see(units.lot.entry, refusing.plates[1]!, 211)).toMatchObject({ decision: 'refuse' });
  await units.gate.see(units.lot.exit, refusing.plates[0]!, 220);
  expect(await units.gate.see(units.lot.entry, refusing.plates[1]!, 230)).toMatchObject({ decision: 'open' });
});

test('cars that come at once at two lanes never share the last spot', async () => {
  const { plates } = await units.newUnit({ OverQuota: 'refuse' }, 2, 8);
  const second = await units.gate.newLane(units.lot.id, 'second', 'entry');
  const seen = await Promise.all(
    plates.map((plate, index) => units.gate.see(index % 2 ? second : units.lot.entry, plate, 0)),
  );
  expect(seen.filter((one) => one.decision === 'open')).toHaveLength(2);
  expect(seen.filter((one) => one.decision === 'refuse')).toHaveLength(6);
});

test('a unit pays by the month for its spots and its visitors, and the books add up', async () => {
  const { id, plates } = await units.newUnit({ HasPaidVisits: true });
  const visitor = newPlate();
  const staff = await units.newStaff(id);
  const until = new Date(START.getTime() + 2 * 86_400_000).toISOString();
  const visit = { Plate: visitor, HostName: '李工', ValidFrom: START.toISOString(), ValidUntil: until };
  await units.make('/api/unitDesk/invite', visit, staff);
  await units.gate.see(units.lot.entry, visitor, 0);
  await units.gate.see(units.lot.entry, plates[0]!, 5);
  expect(await units.gate.see(units.lot.exit, visitor, 150)).toMatchObject({ decision: 'open' });
  const makeBills = () => units.user.call('/api/unitBill/make', { Month: '2026-03', UnitId: id });
  expect(await makeBills()).toMatchObject({ code: 'unit.month-open' });
  await units.goTo(31 * DAY);
  // The sweep may have been faster.
  expect(await makeBills()).toMatchObject({ state: 'success' });
  expect((await makeBills()).data).toEqual({ MadeCount: 0 });
  // 28 of 31 days of 300 yuan, and three hours of the visitor.
  const { Rows } = (await units.user.call('/api/unitBill/list', { UnitId: id })).data;
  expect(Rows).toMatchObject([{ Rent: '270.97', Visitor: '9.00', Amount: '279.97', ContractDays: 28, State: 'open' }]);
  const collect = () => units.user.call('/api/unitBill/collect', { Ids: [Rows[0].Id], Channel: 'transfer' });
  expect((await collect()).data).toMatchObject({ Amount: '279.97' });
  expect(await collect()).toMatchObject({ code: 'unit.nothing-due' });
  expect((await units.user.call('/api/unitBill/list', { UnitId: id })).data.Rows).toMatchObject([
    { State: 'paid', Due: '0.00' },
  ]);
  expect(
    (await units.user.call('/api/companyvehicle/getReportPage', { UnitId: id, From: START.toISOString() })).data.Rows,
  ).toMatchObject([{ StayCount: 2, QuotaCount: 1, VisitCount: 1 }]);
  expect(await units.broken()).toEqual([]);
});

/** A unit with a bill of 270.97 yuan that is due, and an account of it that has just signed in. */
async function newDebtor() {
  const { id } = await units.newUnit({});
  await units.goTo(31 * DAY);
  await units.user.call('/api/unitBill/make', { Month: '2026-03', UnitId: id });
  const staff = await units.newStaff(id);
  const bill = async () => (await staff.call('/api/unitDesk/bills')).data.Rows[0];
  return { staff, bill };
}

test('a unit pays its bill by phone, once, and what it paid is refunded without a new debt', async () => {
  const { staff, bill } = await newDebtor();
  const { Id } = await bill();
  const pay = () => staff.call('/api/unitDesk/payBill', { Id });
  const begun = (await pay()).data;
  expect(begun).toMatchObject({ Amount: '270.97' });
  // The page that lapsed is the one that is asked for again.
  clock.set(new Date(clock.now().getTime() + 20 * 60_000));
  expect((await pay()).data.Address).toBe(begun.Address);
  const Code = begun.Address.split('/').at(-1);
  expect((await server.call('/api/payment/getPayPage', { Code })).data).toMatchObject({
    Due: '270.97',
    Purchase: { TitleZh: '单位账单 2026-03' },
  });
  expect((await server.call('/api/payment/sandbox/pay', { Code, Outcome: 'success' })).message).toBe('');
  await server.until('the money', async () => (await bill()).State === 'paid');
  expect(await pay()).toMatchObject({ code: 'unit.nothing-due' });
  expect(await units.broken()).toEqual([]);

  const refund = (Amount: string, Refundable: string) =>
    units.user.call('/api/unitBill/refund', { Id, Amount, Refundable, Way: 'origin', Reason: '车位停用十天' });
  expect(await refund('270.98', '270.97')).toMatchObject({ code: 'unit.too-much' });
  expect((await refund('70.97', '270.97')).data).toMatchObject({ IsPending: false });
  await server.until('the refund', async () => (await bill()).Refunded === '70.97');
  expect(await refund('70.97', '270.97')).toMatchObject({ code: 'unit.refundable-changed' });
  expect(await bill()).toMatchObject({ State: 'paid', Paid: '270.97', Due: '0.00' });
  const { Moves } = (await staff.call('/api/unitDesk/getBill', { Id })).data;
  expect(Moves.map((one: { Amount: string }) => one.Amount)).toEqual(['270.97', '-70.97']);
  expect(await units.broken()).toEqual([]);
});

test('a credit lowers what a unit owes, and money for more than that goes back', async () => {
  const { staff, bill } = await newDebtor();
  const { Id } = await bill();
  const before = (await staff.call('/api/unitDesk/payBill', { Id })).data;
  const Code = before.Address.split('/').at(-1);
  const credit = (Amount: string) => units.user.call('/api/unitBill/credit', { Id, Amount, Reason: '电梯故障补偿' });
  expect(await credit('270.98')).toMatchObject({ code: 'unit.too-much' });
  expect((await credit('70.97')).data).toMatchObject({ IsPending: false });
  expect(await bill()).toMatchObject({ State: 'open', Credit: '70.97', Due: '200.00' });
  // The page of before asked for too much: it takes nothing until it is asked for again.
  expect(await server.call('/api/payment/sandbox/pay', { Code, Outcome: 'success' })).toMatchObject({ state: 'fail' });
  expect((await staff.call('/api/unitDesk/payBill', { Id })).data).toMatchObject({ Amount: '200.00' });
  expect((await server.call('/api/payment/sandbox/pay', { Code, Outcome: 'success' })).message).toBe('');
  await server.until('the money', async () => (await bill()).State === 'paid');
  expect(await units.broken()).toEqual([]);
});

test('cars that a unit adds wait for the operator, unless its contract says otherwise', async () => {
  const [closed, free] = [await units.newUnit({}), await units.newUnit({ HasFreeVehicles: true })];
  const [staff, other] = [await units.newStaff(closed.id), await units.newStaff(free.id)];
  const plate = newPlate();
  const add = (by: typeof staff, ...Plates: string[]) => by.call('/api/unitDesk/addVehicles', { Plates });
  expect((await add(other, newPlate())).data).toMatchObject({ AddedCount: 1, IsPending: false });
  const asked = (await add(staff, plate, newPlate())).data;
  expect(asked).toMatchObject({ AddedCount: 0, IsPending: true });
  const cars = async () => (await staff.call('/api/unitDesk/vehicles', { Plate: plate })).data.Total;
  const state = async () => (await staff.call('/api/unitDesk/requests')).data.Rows[0].State;
  expect([await cars(), await state()]).toEqual([0, 'pending']);
  expect((await other.call('/api/unitDesk/requests')).data.Rows).toEqual([]);
  expect(await staff.call('/api/review/approve', { ReviewIds: [asked.ReviewId], Note: '' })).toMatchObject({
    code: 'kernel.no-permission',
  });
  await units.user.call('/api/review/approve', { ReviewIds: [asked.ReviewId], Note: '已核实' });
  expect([await cars(), await state()]).toEqual([1, 'approved']);
  const second = (await add(staff, newPlate())).data;
  await units.user.call('/api/review/reject', { ReviewIds: [second.ReviewId], Note: '车位已满' });
  expect(await state()).toBe('rejected');
});

test('an account of a unit reaches nothing of another unit', async () => {
  const [own, other] = [await units.newUnit({ HasPaidVisits: true }), await units.newUnit({ HasPaidVisits: true })];
  const [staff, foreign] = [await units.newStaff(own.id), await units.newStaff(other.id)];
  for (const plate of [own.plates[0]!, other.plates[0]!]) await units.gate.see(units.lot.entry, plate, 0);
  const day = new Date(START.getTime() + 86_400_000).toISOString();
  const visit = (Plate: string) => ({ Plate, HostName: '王工', ValidFrom: START.toISOString(), ValidUntil: day });
  const visitId = await units.make('/api/unitDesk/invite', visit(newPlate()), foreign);
  const rowsOf = async (path: string, by = staff) => (await by.call(path)).data.Rows;
  expect((await rowsOf('/api/unitDesk/vehicles')).map((one: { Plate: string }) => one.Plate).sort()).toEqual(
    [...own.plates].sort(),
  );
  expect(await rowsOf('/api/unitDesk/passes')).toMatchObject([{ Plate: own.plates[0] }]);
  expect(await rowsOf('/api/unitDesk/visitors')).toEqual([]);
  expect(await rowsOf('/api/unitDesk/accounts')).toHaveLength(1);
  const [foreignCar] = await rowsOf('/api/unitDesk/vehicles', foreign);
  const calls: [string, object][] = [
    ['/api/unitDesk/endVehicle', { Id: foreignCar.Id }],
    ['/api/unitDesk/cancelVisitor', { Id: visitId }],
    ['/api/unitDesk/freezeAccount', { Id: (await foreign.who()).userId, IsFrozen: true }],
  ];
  for (const [path, body] of calls) expect(await staff.call(path, body)).toMatchObject({ code: 'kernel.not-found' });
  const department = await units.make('/api/unitDepartment/create', { UnitId: other.id, Name: '研发部' });
  const add = { Plates: [newPlate()], DepartmentId: department };
  expect(await staff.call('/api/unitDesk/addVehicles', add)).toMatchObject({ code: 'unit.other-unit' });
  for (const path of ['/api/unit/list', '/api/companyvehicle/list', '/api/unitBill/list', '/api/order/getOrderPage'])
    expect(await staff.call(path)).toMatchObject({ code: 'kernel.no-permission' });
  const plain = await units.newStaff(own.id, false);
  expect(await rowsOf('/api/unitDesk/accounts', plain)).toEqual([]);
  const added = await plain.call('/api/unitDesk/addAccount', { Account: 'unit9001', Name: '小王', IsManager: true });
  expect(added).toMatchObject({ code: 'unit.not-manager' });
  expect(await units.user.call('/api/unitDesk/get')).toMatchObject({ code: 'unit.not-staff' });
});

test('groups hold groups, but never themselves', async () => {
  const top = await units.make('/api/unitGroup/create', { Name: 'Top' });
  const part = await units.make('/api/unitGroup/create', { Name: 'Part', ParentId: top });
  await units.newUnit({ GroupId: part }, 3);
  expect(await units.user.call('/api/unitGroup/update', { Id: top, ParentId: part })).toMatchObject({
    code: 'unit-group.circle',
  });
  const { Rows } = (await units.user.call('/api/unitGroup/list', { Name: 'Top' })).data;
  expect(Rows).toMatchObject([{ UnitCount: 1, SpotCount: 3, VehicleCount: 2 }]);
});
