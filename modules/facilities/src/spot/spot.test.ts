import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';

let server: TestServer;
let user: TestUser;
let lots: string[];
let garageId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
  user = await server.newTenant();
  const lot = async (Code: string) =>
    (await user.call('/api/parkLot/create', { Name: `Lot ${Code}`, Code, Capacity: 10 })).data.Id;
  lots = [await lot('A'), await lot('B')];
  const garage = await user.call('/api/garage/create', { Name: 'B1', LotId: lots[0], Floor: -1, Capacity: 10 });
  garageId = garage.data.Id;
});
afterAll(() => server?.stop());

const spot = (values: object) => user.call('/api/parkSpot/create', values);

test('a spot is in a garage of its own lot', async () => {
  expect((await spot({ Number: '001', LotId: lots[0], GarageId: garageId })).state).toBe('success');
  const answer = await spot({ Number: '001', LotId: lots[1], GarageId: garageId });
  expect(answer.code).toBe('spot.garage-elsewhere');
  expect(answer.message).toBe('车库“B1”不属于该车场');
});

test('a garage with spots stays in its lot', async () => {
  await spot({ Number: '010', LotId: lots[0], GarageId: garageId });
  const answer = await user.call('/api/garage/update', { Id: garageId, LotId: lots[1] });
  expect(answer.code).toBe('garage.has-spots');
});

test('a number stands once in a lot', async () => {
  expect((await spot({ Number: '100', LotId: lots[0] })).state).toBe('success');
  expect((await spot({ Number: '100', LotId: lots[1] })).state).toBe('success');
  expect((await spot({ Number: '100', LotId: lots[0] })).code).toBe('kernel.duplicate');
});
