import { SetClock } from '@boyun/kernel/server';
import { eventNamed } from '@boyun/test-server/event';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** 00:30 on 1 April 2026 in Shanghai; in Kolkata it is still March. */
const NOW = new Date('2026-03-31T16:30:00Z');
let server: TestServer;
let user: TestUser;
const clock = new SetClock(NOW);

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
});
afterAll(() => server?.stop());

const make = async (path: string, values: object) => (await user.call(`${path}/create`, values)).data.Id as string;

async function pay(lotId: string, at: string, amountFen: number) {
  await server.product.kernel.database.inTenant(await user.who(), async (tx) => {
    const data = { amountFen, excessFen: 0, channel: 'cash' };
    tx.emit(eventNamed('payment.succeeded'), { lotId, at: new Date(at), data });
  });
}

test('an area shows its lots and what they received since the month began in the zone of each', async () => {
  const leader = await make('/api/employee', { Account: 'lena', Name: 'Lena' });
  const area = await make('/api/area', { Name: 'North', Target: '100.00', LeaderId: leader });
  const east = await make('/api/parkLot', { Name: 'East', Code: 'E', Capacity: 10, AreaId: area });
  const west = await make('/api/parkLot', {
    Name: 'West',
    Code: 'W',
    Capacity: 5,
    AreaId: area,
    TimeZone: 'Asia/Kolkata',
  });
  const other = await make('/api/parkLot', { Name: 'Other', Code: 'O', Capacity: 5 });
  // March in Shanghai, then April; all of it March in Kolkata.
  for (const [at, amountFen] of [
    ['2026-03-31T15:30:00Z', 100],
    ['2026-03-31T16:10:00Z', 2000],
  ] as const)
    for (const lotId of [east, west, other]) await pay(lotId, at, amountFen);
  await server.product.consumers.drain();
  const shown = (await user.call('/api/area/get', { Id: area })).data;
  expect(shown).toMatchObject({
    LeaderName: 'Lena',
    LotCount: 2,
    LotNames: 'East、West',
    Capacity: 15,
    Target: '100.00',
    Received: '41.00',
  });
  const limited = await server.newUser(user, ['area.list', 'statistics.view'], [east]);
  expect((await limited.call('/api/area/get', { Id: area })).data).toMatchObject({ LotCount: 1, Received: '20.00' });
  const withoutFigures = await server.newUser(user, ['area.list']);
  expect((await withoutFigures.call('/api/area/get', { Id: area })).data).toMatchObject({
    LotCount: 2,
    Received: null,
  });
});
