import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let user: TestUser;
let lots: string[];
let garageId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
  const lot = async (Code: string) =>
    (await user.call('/api/parkLot/create', { Name: `Lot-${Code}`, Code, Capacity: 10 })).data.Id;
  lots = [await lot('A'), await lot('B')];
  const garage = await user.call('/api/garage/create', { Name: 'B1', LotId: lots[0], Floor: -1, Capacity: 10 });
  garageId = garage.data.Id;
});
afterAll(() => server?.stop());

const spot = (values: object) => user.call('/api/parkSpot/create', values);

test('the garage of a spot must be in its lot', async () => {
  expect((await spot({ Number: '001', LotId: lots[0], GarageId: garageId })).state).toBe('success');
  const answer = await spot({ Number: '001', LotId: lots[1], GarageId: garageId });
  expect(answer.code).toBe('spot.garage-elsewhere');
  expect(answer.message).toBe('车库“B1”不属于该车场');
});

test('a garage with spots cannot change its lot', async () => {
  await spot({ Number: '010', LotId: lots[0], GarageId: garageId });
  const answer = await user.call('/api/garage/update', { Id: garageId, LotId: lots[1] });
  expect(answer.code).toBe('garage.has-spots');
});

test('a number is unique in a lot', async () => {
  expect((await spot({ Number: '100', LotId: lots[0] })).state).toBe('success');
  expect((await spot({ Number: '100', LotId: lots[1] })).state).toBe('success');
  const again = await spot({ Number: '100', LotId: lots[0] });
  expect(again).toMatchObject({ code: 'kernel.duplicate', message: '车位号“100”已存在' });
  expect(again.issues).toEqual([{ path: 'Number', message: '车位号“100”已存在' }]);
  const english = { 'accept-language': 'en' };
  const said = await user.call('/api/parkSpot/create', { Number: '100', LotId: lots[0] }, english);
  expect(said.message).toBe('Number "100" already exists');
});

test('a number range is previewed and created in one step, and existing numbers are reported', async () => {
  const lotId = (await user.call('/api/parkLot/create', { Name: 'Runs', Code: 'RUN', Capacity: 500 })).data.Id;
  await spot({ Number: 'A007', LotId: lotId, Kind: 'ev' });
  const run = { LotId: lotId, FirstNumber: 'A001', LastNumber: 'A300', Kind: 'fixed', ZoneName: '北区' };
  const preview = await user.call('/api/parkSpot/previewBatch', run);
  expect(preview.data).toEqual({
    CreatedCount: 299,
    ExistingNumbers: ['A007'],
    SampleNumbers: ['A001', 'A002', 'A003', 'A298', 'A299', 'A300'],
  });
  expect((await user.call('/api/parkSpot/list', { LotId: lotId })).data.Total).toBe(1);
  const made = await user.call('/api/parkSpot/createBatch', run);
  expect(made.data).toEqual({ CreatedCount: 299, ExistingNumbers: ['A007'] });
  const listed = await user.call('/api/parkSpot/list', { LotId: lotId, PerPage: 200 });
  expect(listed.data.Total).toBe(300);
  expect(listed.data.Rows[6]).toMatchObject({ Number: 'A007', Kind: 'ev' });
  expect(listed.data.Rows[7]).toMatchObject({ Number: 'A008', Kind: 'fixed', State: 'free', ZoneName: '北区' });
});

test.each([
  ['another prefix', 'A001', 'B010', 'spot.bad-run'],
  ['no digits at the end', 'A', 'B', 'spot.bad-run'],
  ['another length', 'A99', 'A100', 'spot.bad-run'],
  ['backwards', 'A010', 'A001', 'spot.bad-run'],
  ['too long', 'A0001', 'A2001', 'spot.long-run'],
])('a number range with %s is refused', async (_, FirstNumber, LastNumber, code) => {
  for (const act of ['previewBatch', 'createBatch'])
    expect((await user.call(`/api/parkSpot/${act}`, { LotId: lots[0], FirstNumber, LastNumber })).code).toBe(code);
});

test('a number range is refused for a garage of another lot and for lots out of scope', async () => {
  const run = { FirstNumber: 'Z01', LastNumber: 'Z02' };
  const elsewhere = await user.call('/api/parkSpot/createBatch', { ...run, LotId: lots[1], GarageId: garageId });
  expect(elsewhere.code).toBe('spot.garage-elsewhere');
  const scoped = await server.newUser(user, ['spot.create'], [lots[0]!]);
  expect((await scoped.call('/api/parkSpot/createBatch', { ...run, LotId: lots[1] })).code).toBe('kernel.not-found');
});

test('a detector belongs to one spot', async () => {
  expect((await spot({ Number: 'D1', LotId: lots[0], DetectorNo: 'DET-1' })).state).toBe('success');
  expect((await spot({ Number: 'D2', LotId: lots[1], DetectorNo: 'DET-1' })).code).toBe('kernel.duplicate');
});
