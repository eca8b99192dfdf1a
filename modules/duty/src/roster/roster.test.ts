import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** Wednesday 11 March 2026, 09:00 in Shanghai. */
const NOW = new Date('2026-03-11T01:00:00Z');
const MONDAY = '2026-03-09';
const clock = new SetClock(NOW);
let server: TestServer;
let user: TestUser;
let lotId: string;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  lotId = await make('/api/parkLot', { Name: 'Lot', Code: 'L', Capacity: 10 });
});
afterAll(() => server?.stop());

async function make(path: string, values: object): Promise<string> {
  const answer = await user.call(`${path}/create`, values);
  expect(answer.message).toBe('');
  return answer.data.Id;
}

/** A booth with a shift from 08:00 to 16:00 and one over midnight, on all days but Sunday. */
async function newBooth() {
  made += 1;
  const sentryId = await make('/api/parkinLotSentry', { Name: `Booth ${made}`, LotId: lotId, LaneIds: [] });
  const plan = (Name: string, StartsAt: string, EndsAt: string) =>
    make('/api/shiftPlan', { Name, SentryId: sentryId, Days: [1, 2, 3, 4, 5, 6], StartsAt, EndsAt });
  return { sentryId, day: await plan('day', '08:00', '16:00'), night: await plan('night', '22:00', '06:00') };
}

const newPerson = () => server.newUser(user, ['shift.take']);
const idOf = async (person: TestUser) => (await person.who()).userId!;
const assign = (PlanId: string, Day: string, AccountId: string | null) =>
  user.call('/api/shiftSentry/assign', { PlanId, Day, AccountId });

async function weekOf(planId: string, from = MONDAY) {
  const { data } = await user.call('/api/shiftSentry/getRoster', { From: from, LotId: lotId });
  return data.Plans.find((one: { Id: string }) => one.Id === planId).Days as {
    Day: string;
    State: string;
    AccountId: string | null;
    ActualId: string | null;
    StartsAt: string;
    EndsAt: string;
  }[];
}
const statesOf = async (planId: string, from?: string) => (await weekOf(planId, from)).map((one) => one.State);

async function goOnDuty(person: TestUser, sentryId: string, at: string) {
  clock.set(new Date(at));
  const answer = await person.call('/api/shiftSentry/open', { SentryId: sentryId, Opening: '0.00' });
  clock.set(NOW);
  expect(answer.message).toBe('');
}

test('a week shows who is planned, and the hours in the zone of the lot', async () => {
  const { day, night } = await newBooth();
  const li = await idOf(await newPerson());
  expect((await assign(day, '2026-03-12', li)).message).toBe('');
  expect(await statesOf(day)).toEqual(['absent', 'absent', 'open', 'planned', 'open', 'open', 'off']);
  expect((await weekOf(day))[3]).toMatchObject({ Day: '2026-03-12', AccountId: li, ActualId: null });
  expect((await weekOf(night))[3]).toMatchObject({
    StartsAt: '2026-03-12T14:00:00.000Z',
    EndsAt: '2026-03-12T22:00:00.000Z',
  });
  expect((await assign(day, '2026-03-12', null)).message).toBe('');
  expect((await statesOf(day))[3]).toBe('open');
});

test.each([
  ['the planned person in time', 'own', '2026-03-11T00:05:00Z', 'on-time'],
  ['the planned person late', 'own', '2026-03-11T00:30:00Z', 'late'],
  ['somebody else', 'other', '2026-03-11T00:05:00Z', 'replaced'],
  ['somebody nobody planned', 'unplanned', '2026-03-11T00:05:00Z', 'unplanned'],
  ['nobody', 'nobody', '2026-03-11T00:05:00Z', 'awaited'],
])('today’s shift is compared with who went on duty: %s', async (_, who, at, state) => {
  const { sentryId, day } = await newBooth();
  const [own, other] = [await newPerson(), await newPerson()];
  if (who !== 'unplanned') await assign(day, '2026-03-11', await idOf(own));
  if (who !== 'nobody') await goOnDuty(who === 'own' ? own : other, sentryId, at);
  expect((await weekOf(day))[2]).toMatchObject({
    State: state,
    ActualId: who === 'nobody' ? null : await idOf(who === 'own' ? own : other),
  });
});

test('nobody is planned for a shift that is over, does not take place, or overlaps with another', async () => {
  const { day, night } = await newBooth();
  const other = await newBooth();
  const li = await idOf(await newPerson());
  expect((await assign(day, '2026-03-10', li)).code).toBe('roster.past');
  expect((await assign(day, '2026-03-15', li)).code).toBe('roster.no-shift');
  expect((await assign(night, '2026-03-12', li)).message).toBe('');
  expect((await assign(day, '2026-03-13', li)).message).toBe('');
  expect((await assign(other.day, '2026-03-13', li)).code).toBe('roster.busy');
  expect((await assign(other.night, '2026-03-12', li)).code).toBe('roster.busy');
  const stranger = await server.newTenant();
  expect((await assign(day, '2026-03-14', await idOf(stranger))).code).toBe('kernel.not-found');
  const body = { PlanId: day, Day: '2026-03-14', AccountId: null };
  expect((await stranger.call('/api/shiftSentry/assign', body)).code).toBe('kernel.not-found');
});

test('a week is copied to the next where nobody is planned yet', async () => {
  const { day } = await newBooth();
  const [li, wang] = [await idOf(await newPerson()), await idOf(await newPerson())];
  await assign(day, '2026-03-12', li);
  await assign(day, '2026-03-13', li);
  await assign(day, '2026-03-20', wang);
  const body = { From: MONDAY, To: '2026-03-16', LotId: lotId };
  expect((await user.call('/api/shiftSentry/copyRoster', body)).message).toBe('');
  const next = await weekOf(day, '2026-03-16');
  expect(next.map((one) => one.AccountId)).toEqual([null, null, null, li, wang, null, null]);
});
