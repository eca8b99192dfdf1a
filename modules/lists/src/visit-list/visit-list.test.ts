import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { visitExpiry } from './visit-list.server.ts';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: TestLot;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
  gate.at(0);
  lot = await gate.newLot({}, { Capacity: 100 });
});
afterAll(() => server?.stop());

const at = (minute: number) => new Date(START.getTime() + minute * 60_000).toISOString();
const newPlate = () => {
  made += 1;
  return `浙A${60_000 + made}`;
};
async function invite(values: object = {}) {
  gate.at(0);
  const answer = await user.call('/api/billVisitPlate/create', {
    LotIds: [lot.id],
    HostName: 'Wang',
    ValidFrom: at(0),
    ValidUntil: at(600),
    ...values,
  });
  expect(answer.message).toBe('');
  return row(answer.data.Id);
}
const row = async (id: string) => (await user.call('/api/billVisitPlate/get', { Id: id })).data;
const post = async (path: string, body: object, remoteAddress = '10.1.0.1') => {
  const answer = await server.product.app.inject({ method: 'POST', url: path, payload: body, remoteAddress });
  return { status: answer.statusCode, ...answer.json() };
};
const register = (Code: string, Plate: string, from?: string) => post('/api/visit/register', { Code, Plate }, from);
const standing = async (plate: string, minute: number) => {
  const { passingId } = await gate.see(lot.entry, plate, minute);
  const [found] = await server.product.kernel.database.system<{ standing: string; entryId: string }>(
    'select standing, list_entry_id as "entryId" from passing where id = $1',
    [passingId],
  );
  return found!;
};

test('a visitor states the plate, the host agrees, the gate opens once', async () => {
  const visit = await invite({ Approval: 'host' });
  expect(visit).toMatchObject({ State: 'invited', Plate: null });
  const seen = await post('/api/visit/getInvitation', { Code: visit.Code });
  expect(seen.data).toMatchObject({ HostName: 'Wang', Plate: null, State: 'invited', IsHost: 0 });
  // A visit without a plate cannot be approved.
  expect((await post('/api/visit/answer', { Code: visit.HostCode, Act: 'approve' })).code).toBe(
    'vehicle-list.not-possible',
  );
  const plate = newPlate();
  expect((await register(visit.Code, 'not a plate')).code).toBe('vehicle-list.bad-plate');
  expect((await register(visit.Code, newPlate())).state).toBe('success');
  // The plate can be corrected until the visit is decided.
  expect((await register(visit.Code, plate.toLowerCase())).state).toBe('success');
  expect(await row(visit.Id)).toMatchObject({ State: 'pending', Plate: plate });
  expect(await standing(plate, 1)).toMatchObject({ standing: 'temporary' });
  await gate.see(lot.exit, plate, 2);
  expect((await post('/api/visit/answer', { Code: visit.HostCode, Act: 'approve' })).state).toBe('success');
  expect(await row(visit.Id)).toMatchObject({ State: 'approved', DecidedBy: 'Wang' });
  expect((await register(visit.Code, newPlate())).code).toBe('vehicle-list.not-possible');
  expect(await standing(plate, 10)).toEqual({ standing: 'visitor', entryId: visit.Id });
  expect(await row(visit.Id)).toMatchObject({ State: 'used' });
});

test('without approval the plate is enough', async () => {
  const visit = await invite({ Approval: 'none' });
  const plate = newPlate();
  await register(visit.Code, plate);
  expect(await row(visit.Id)).toMatchObject({ State: 'approved' });
  expect(await standing(plate, 1)).toMatchObject({ standing: 'visitor' });
});

test.each([
  ['the code of the host', (visit: { HostCode: string }) => visit.HostCode],
  ['a made up code', () => `${user.tenantId}-abcdefghijklmnop`],
  ['no code', () => 'x'],
])('%s states no plate', async (_, codeOf) => {
  const visit = await invite();
  expect((await register(codeOf(visit), newPlate())).code).toBe('vehicle-list.unknown-invitation');
});

test('an expired visit accepts no plate, approval or entry, and is marked as expired', async () => {
  const [empty, waiting] = [
    await invite({ ValidUntil: at(60) }),
    await invite({ ValidUntil: at(60), Approval: 'host' }),
  ];
  const approved = await invite({ ValidUntil: at(60), Plate: newPlate() });
  await register(waiting.Code, newPlate());
  gate.at(60);
  expect((await register(empty.Code, newPlate())).code).toBe('vehicle-list.not-possible');
  expect((await post('/api/visit/answer', { Code: waiting.HostCode, Act: 'approve' })).message).toBe('邀请已过期');
  expect(await standing(approved.Plate, 60)).toMatchObject({ standing: 'temporary' });
  await visitExpiry.run(server.product.kernel);
  for (const one of [empty, waiting, approved]) expect((await row(one.Id)).State).toBe('expired');
});

test('a change of an approved visit requires a new approval; a changed remark does not', async () => {
  const visit = await invite({ Approval: 'host', Plate: newPlate() });
  await post('/api/visit/answer', { Code: visit.HostCode, Act: 'approve' });
  const change = (values: object) => user.call('/api/billVisitPlate/update', { Id: visit.Id, ...values });
  await change({ Remark: 'gate B' });
  expect((await row(visit.Id)).State).toBe('approved');
  await change({ ValidUntil: at(1200) });
  expect((await row(visit.Id)).State).toBe('pending');
});

test('unauthenticated calls are limited in number and size', async () => {
  const visit = await invite();
  const large = await post('/api/visit/register', {
    Code: visit.Code,
    Plate: newPlate(),
    VisitorName: 'x'.repeat(20_000),
  });
  expect([large.status, large.message]).toEqual([413, '内容过大，上限为16 KB']);
  const answers = [];
  // The minute that limits them is one of real time, and does not end in between.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  // From somewhere else: the minute of this address begins with the first of these calls.
  for (let count = 0; count < 40; count += 1) answers.push(await register(visit.Code, newPlate(), '10.1.0.2'));
  expect(answers.at(-1)).toMatchObject({ status: 429 });
  expect(answers.filter((one) => one.status === 200).length).toBeLessThanOrEqual(20);
});
