import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** A Wednesday, 12:20 in Shanghai. */
const NOW = new Date('2026-03-11T04:20:00Z');
const HOUR_MS = 3_600_000;
const WEEKS = 10;

let server: TestServer;
let user: TestUser;
let lotId: string;

/** Cars inside at the end of an hour: a hill each day, lower at weekends. */
function carsAt(ms: number): number {
  const local = new Date(ms + 8 * HOUR_MS);
  const isWeekend = [0, 6].includes(local.getUTCDay());
  return Math.round((isWeekend ? 20 : 60) * Math.max(0, Math.sin(((local.getUTCHours() - 6) / 14) * Math.PI))) + 5;
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock: new SetClock(NOW) });
  user = await server.newTenant();
  lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 80 })).data.Id;
  const { system } = server.product.kernel.database;
  const lastMs = Math.floor(NOW.getTime() / HOUR_MS) * HOUR_MS;
  const firstMs = lastMs - WEEKS * 7 * 24 * HOUR_MS;
  const hours = Array.from({ length: WEEKS * 7 * 24 }, (_, index) => firstMs + index * HOUR_MS);
  const changes = hours.map((ms, index) => carsAt(ms + HOUR_MS) - (index === 0 ? 0 : carsAt(ms)));
  const moments = hours.map((ms) => new Date(ms));
  await system(
    `insert into stat_quarter (tenant_id, quarter, lot_id, entries, exits, inside_change, inside_seconds)
     select $1, at, $2, greatest(change, 0), greatest(-change, 0), change, 0 from unnest($3::timestamptz[], $4::int[]) as u(at, change)`,
    [user.tenantId, lotId, moments, changes],
  );
  await system(
    `insert into stat_day (tenant_id, lot_id, day, inside_change)
     select tenant_id, lot_id, (quarter at time zone 'UTC')::date, sum(inside_change) from stat_quarter
     where tenant_id = $1 group by 1, 2, 3`,
    [user.tenantId],
  );
  // Noon of each day; the last Sunday took far less than other Sundays.
  const noons = hours.filter((ms) => new Date(ms).getUTCHours() === 4);
  const income = noons.map((ms) => (ms === Date.parse('2026-03-08T04:00:00Z') ? 300_00 : 2000_00 + (ms % 7) * 100));
  await system(
    `insert into stat_hour (tenant_id, hour, lot_id, metric, dimension, count, amount_fen)
     select $1, at, $2, 'received', 'cash', 1, fen from unnest($3::timestamptz[], $4::bigint[]) as u(at, fen)`,
    [user.tenantId, lotId, noons.map((ms) => new Date(ms)), income],
  );
  await system(
    `insert into stat_third (tenant_id, third, lot_id, metric, dimension, count, amount_fen)
     select tenant_id, date_bin('8 hours', hour, timestamptz '2000-01-01T00:00:00Z'), lot_id, metric, dimension, count, amount_fen
     from stat_hour where tenant_id = $1`,
    [user.tenantId],
  );
});
afterAll(() => server?.stop());

const ask = async (by: TestUser, body: object = {}) => {
  const answer = await by.call('/api/statistics/getOutlook', body);
  expect(answer.message).toBe('');
  return answer.data;
};

test('the next 24 hours are forecast with the error of past forecasts', async () => {
  const data = await ask(user, { LotIds: [lotId] });
  expect(data.Capacity).toBe(80);
  expect(data.Past.at(-1)).toEqual({
    At: '2026-03-11T04:00:00.000Z',
    Cars: carsAt(Date.parse('2026-03-11T04:00:00Z')),
  });
  expect(data.Hours).toHaveLength(24);
  for (const { At, Cars, Low, High } of data.Hours) {
    expect([At, Cars]).toEqual([At, carsAt(Date.parse(At))]);
    expect(Low <= Cars && Cars <= High).toBe(true);
  }
  expect(data.Error).toMatchObject({ Mean: 0, WeekBefore: 0 });
  expect(data.Error.Unchanged).toBeGreaterThan(10);
  expect(data.Error.Count).toBeGreaterThan(1000);
});

test('a day far from what is usual says what is', async () => {
  const { Unusual } = await ask(user);
  expect(Unusual).toHaveLength(1);
  const [day] = Unusual;
  expect(day).toMatchObject({ Day: '2026-03-08', Figure: 'received', Value: 300_00, Weeks: 8 });
  expect(day.Usual).toBeGreaterThan(1999_00);
  expect(day.Low).toBeGreaterThan(300_00);
  expect([day.StartsAt, day.EndsAt]).toEqual(['2026-03-07T16:00:00.000Z', '2026-03-08T16:00:00.000Z']);
});

test('without two weeks of data there is no forecast; others see nothing of it', async () => {
  const stranger = await server.newTenant();
  expect(await ask(stranger)).toMatchObject({ Hours: [], Error: null, Unusual: [], Past: [] });
  expect((await stranger.call('/api/statistics/getOutlook', { LotIds: [lotId] })).code).toBe('kernel.not-found');
});
