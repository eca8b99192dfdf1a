import { SetClock, systemWho } from '@boyun/kernel/server';
import { takeDetector } from '@boyun/passings/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
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

let made = 0;
const newLot = async (values: object = {}) => {
  made += 1;
  return (await user.call('/api/parkLot/create', { Name: `车场${made}`, Code: `P${made}`, Capacity: 5, ...values }))
    .data.Id as string;
};
const open = (LotId: string, more: object = {}, by = user) => by.call('/api/parkLot/open', { LotId, ...more });
const signal = (lotId: string, eventKey: string) =>
  server.product.kernel.database.inTenant(systemWho(user.tenantId), (tx) =>
    takeDetector(tx, lotId, { detectorNo: 'D1', eventKey, isTaken: true, happenedAt: clock.now() }),
  );
const stateOf = async (Id: string) => (await user.call('/api/parkLot/get', { Id })).data.State;

test('a new lot is in preparation: its gates admit no car until it is opened, which is audited', async () => {
  const id = await newLot();
  const entry = await gate.newLane(id, 'in', 'entry');
  expect(await stateOf(id)).toBe('preparing');
  const refused = await gate.see(entry, '粤B10001', 0);
  expect(refused.decision).toBe('refuse');
  expect(await open(id, { IsFree: true })).toMatchObject({ state: 'success' });
  expect(await stateOf(id)).toBe('open');
  expect((await gate.see(entry, '粤B10001', 10)).decision).toBe('open');
  const log = await user.call('/api/auditLog/list', { PerPage: 50 });
  const [opened] = log.data.Rows.filter((one: { Action: string }) => one.Action === 'lot.opened');
  expect(opened).toMatchObject({ SubjectId: id });
});

test('opening is refused with the list of what is missing, and only while something is', async () => {
  const id = await newLot({ Capacity: 0 });
  const refused = await open(id);
  expect(refused.code).toBe('lot-opening.not-ready');
  expect(refused.message).toContain('车位');
  expect(refused.message).toContain('车道');
  expect(refused.message).toContain('收费规则');
  await user.call('/api/parkLot/update', { Id: id, Capacity: 5 });
  await gate.newLane(id, 'in', 'entry');
  const unpriced = await open(id);
  expect(unpriced.message).not.toContain('车道');
  expect(unpriced.message).toContain('收费规则');
  const rule = { Name: '首小时', Template: 'guangzhou-2005-outdoor' };
  const ChargeRuleId = (await user.call('/api/billRule/createFromTemplate', rule)).data.Id;
  await user.call('/api/billRuleBinding/create', { LotId: id, ChargeRuleId });
  expect((await open(id)).state).toBe('success');
  expect((await open(id)).code).toBe('lot-opening.already-open');
});

test('a street needs its spots instead of a lane, and takes no car before it is open', async () => {
  const id = await newLot({ Kind: 'roadside' });
  expect((await open(id, { IsFree: true })).code).toBe('lot-opening.not-ready');
  const SpotId = (await user.call('/api/parkSpot/create', { Number: 'R1', LotId: id, DetectorNo: 'D1' })).data.Id;
  const park = () => user.call('/api/roadside/open', { SpotId, Plate: '粤B20001' });
  expect((await park()).code).toBe('roadside.not-open');
  await signal(id, 'test');
  expect((await user.call('/api/order/getOrderPage', { LotId: id })).data.Total).toBe(0);
  expect((await open(id, { IsFree: true })).state).toBe('success');
  expect((await park()).state).toBe('success');
});

test('a closed lot opens again by the same act; neither form nor import sets the state', async () => {
  const lot = await gate.newLot();
  const close = () => user.call('/api/parkLot/close', { LotId: lot.id });
  expect((await close()).state).toBe('success');
  expect((await close()).code).toBe('lot-opening.not-open');
  await user.call('/api/parkLot/update', { Id: lot.id, State: 'open', Remark: '改备注' });
  expect(await stateOf(lot.id)).toBe('closed');
  expect((await open(lot.id)).state).toBe('success');
});

test('the readiness of a lot names each part that it has', async () => {
  const id = await newLot();
  const read = async () => (await user.call('/api/parkLot/getReadiness', { LotId: id })).data;
  const { database } = server.product.kernel;
  await database.system('update tenant set is_trial = false where id = $1', [user.tenantId]);
  expect(await read()).toMatchObject({
    HasSpots: true,
    HasGate: false,
    HasLane: false,
    HasTariff: false,
    HasPayment: false,
  });
  const { cameraId } = await gate.newLane(id, 'in', 'entry');
  expect(await read()).toMatchObject({ HasGate: true, HasLane: true, HasWayInAndOut: false, HasSeenCamera: false });
  await gate.newLane(id, 'out', 'exit');
  await database.system('update camera set last_seen_at = $2 where id = $1', [cameraId, clock.now()]);
  expect(await read()).toMatchObject({ HasWayInAndOut: true, HasSeenCamera: true, HasStaff: false });
  const other = await server.newTenant();
  expect((await open(id, { IsFree: true }, other)).code).toBe('kernel.not-found');
});
