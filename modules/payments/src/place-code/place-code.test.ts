import { SetClock } from '@boyun/kernel/server';
import { TestGate } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
const PAGE = '/api/payment/place/get';
const FIND = '/api/payment/place/find';
let server: TestServer;
let user: TestUser;
let gate: TestGate;
let lot: Awaited<ReturnType<TestGate['newLot']>>;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant('Codes', { isTrial: true });
  gate = new TestGate(server, user, clock, START);
  lot = await gate.newLot({}, { Name: 'L1', Code: 'C1' });
});
afterAll(() => server?.stop());

/** The codes of the lot by the kind of their place. */
async function codesOf(lotId: string) {
  const { data } = await user.call('/api/placeCode/show', { LotId: lotId });
  const codes = data.Codes as { Id: string; Kind: string; Name: string; Path: string }[];
  return codes.map((one) => ({ ...one, code: one.Path.replace('/place/', '') }));
}

const find = (code: string, Plate: string) => server.call(FIND, { Code: code, Plate });

test('every place of a lot has one code, which stays until it is replaced', async () => {
  const first = await codesOf(lot.id);
  expect(first.map((one) => one.Kind)).toEqual(['lot', 'lane', 'lane']);
  expect(await codesOf(lot.id)).toEqual(first);
  const { Id, code } = first[0]!;
  expect((await server.call(PAGE, { Code: code })).data).toMatchObject({ LotName: 'L1', Kind: 'lot' });
  const { data } = await user.call('/api/placeCode/rotate', { PlaceCodeId: Id, Note: '标牌被替换' });
  expect(data.Path).not.toBe(first[0]!.Path);
  expect(await server.call(PAGE, { Code: code })).toMatchObject({ code: 'place-code.unknown-code' });
  expect((await codesOf(lot.id))[0]!.Path).toBe(data.Path);
  const { data: page } = await user.call('/api/placeCode/getPage', { LotId: lot.id, Page: 1, PerPage: 20 });
  expect(page.Total).toBe(3);
});

test('a stranger pays a stay by its plate, and sees no more than that needs', async () => {
  const [{ code } = { code: '' }] = (await codesOf(lot.id)) as { code: string }[];
  await gate.see(lot.entry, '粤B70001', 0);
  clock.set(new Date(START.getTime() + 90 * 60_000));
  const { data } = await find(code, '粤b·70001');
  const pay = await server.call('/api/payment/getPayPage', { Code: data.Code });
  expect(pay.data).toMatchObject({
    Plate: '粤B70001',
    Due: '6.00',
    IsStranger: true,
    EnteredAt: null,
    ParkedMinutes: 90,
    FeeLines: [],
    Payments: [],
    EntryPictureUrl: null,
    FeedbackCode: null,
  });
  expect((await server.call('/api/payment/sandbox/pay', { Code: data.Code, Outcome: 'success' })).state).toBe(
    'success',
  );
  clock.set(new Date(START.getTime() + 240 * 60_000));
  expect(await server.call('/api/payment/getPayPage', { Code: data.Code })).toMatchObject({
    code: 'payment.unknown-code',
  });
});

test('whatever is not found is answered alike, and who tries plates out is stopped', async () => {
  const other = await gate.newLot({}, { Name: 'L2', Code: 'C2' });
  const [{ code } = { code: '' }] = (await codesOf(other.id)) as { code: string }[];
  await gate.see(lot.entry, '粤B70002', 250);
  await gate.see(other.entry, '粤B70003', 251);
  const elsewhere = await find(code, '粤B70002');
  const nothingDue = await find(code, '粤B70003');
  const unknown = await find(code, '粤B70004');
  expect(unknown).toMatchObject({ code: 'place-code.not-found' });
  expect([elsewhere, nothingDue]).toEqual([unknown, unknown]);
  const answers = [];
  for (let count = 0; count < 13; count += 1) answers.push((await find(code, `粤B8${1000 + count}`)).code);
  expect(new Set(answers.slice(0, 12))).toEqual(new Set(['place-code.not-found']));
  expect(answers[12]).toBe('place-code.too-often');
  const { data } = await user.call('/api/placeCode/getPage', { LotId: other.id, Kind: 'lot', Page: 1, PerPage: 20 });
  expect(data.Rows[0]).toMatchObject({ LookupCount: 15, MissCount: 15 });
  clock.set(new Date(clock.now().getTime() + 11 * 60_000));
  expect(await find(code, '粤B70004')).toMatchObject({ code: 'place-code.not-found' });
});

test('the code of an exit offers the car that waits there', async () => {
  const [, ...lanes] = await codesOf(lot.id);
  const exit = lanes.find((one) => one.Name === 'Exit') ?? lanes[1]!;
  const entry = lanes.find((one) => one !== exit)!;
  const before = (await server.call(PAGE, { Code: exit.code })).data;
  expect(before).toMatchObject({ WaitingPlate: null });
  await gate.see(lot.exit, '粤B70002', 400);
  const pages = await Promise.all([exit, entry].map(({ code }) => server.call(PAGE, { Code: code })));
  expect(pages.map(({ data }) => data.WaitingPlate).sort()).toEqual([null, '粤B70002'].sort());
});
