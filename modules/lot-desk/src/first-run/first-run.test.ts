import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FirstSteps, stepsLeft } from './first-step.view.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'));
});
afterAll(() => server?.stop());

const stepsOf = async (user: TestUser) => (await user.call('/api/firstRun/getSteps')).data;
const make = async (user: TestUser, path: string, values: object) => {
  const answer = await user.call(path, values);
  expect(answer, path).toMatchObject({ state: 'success' });
  return answer.data.Id as string;
};
const NOTHING = {
  HasLot: false,
  HasTariff: false,
  HasPayment: false,
  HasCamera: false,
  HasStaff: false,
  HasFlow: false,
  HasOpenLot: false,
  LotId: null,
  LotName: null,
};

test('each step follows from the data, and returns when the data goes', async () => {
  const user = await server.newTenant();
  const { clock, database } = server.product.kernel;
  await database.system('update tenant set is_trial = false where id = $1', [user.tenantId]);
  expect(await stepsOf(user)).toEqual(NOTHING);

  const LotId = await make(user, '/api/parkLot/create', { Name: '一号车场', Code: 'A1', Capacity: 10 });
  expect(await stepsOf(user)).toEqual({ ...NOTHING, HasLot: true, LotId, LotName: '一号车场' });

  const ChargeRuleId = await make(user, '/api/billRule/createFromTemplate', {
    Name: '标准',
    Template: 'guangzhou-2005-outdoor',
  });
  expect((await stepsOf(user)).HasTariff).toBe(false);
  await make(user, '/api/billRuleBinding/create', { LotId, ChargeRuleId });
  const channel = await make(user, '/api/payConfig/create', { Channel: 'cash', IsEnabled: true });
  expect(await stepsOf(user)).toMatchObject({ HasTariff: true, HasPayment: true, HasStaff: false });
  await user.call('/api/payConfig/delete', { Id: channel });
  expect((await stepsOf(user)).HasPayment).toBe(false);

  const GateId = await make(user, '/api/gate/create', { Name: '南门', LotId, Direction: 'both' });
  const LaneId = await make(user, '/api/lane/create', { Name: '入口', Code: 'I1', GateId, Direction: 'entry' });
  const camera = await make(user, '/api/camera/create', { Name: '入口相机', LaneId });
  expect(await stepsOf(user), 'a camera counts once it has reported').toMatchObject({ HasCamera: false, LotId });
  await database.system("update camera set state = 'online', last_seen_at = $2 where id = $1", [camera, clock.now()]);
  expect(await stepsOf(user)).toMatchObject({ HasCamera: true, HasOpenLot: false, LotId });
  await user.call('/api/parkLot/open', { LotId });
  expect(await stepsOf(user)).toMatchObject({ HasOpenLot: true, LotId: null });

  await user.call('/api/reviewFlow/create', { Kind: 'order.refund', Level: 1, Role: 'finance' });
  expect((await stepsOf(user)).HasFlow, 'an asked for one counts').toBe(true);
  await server.newUser(user, ['lot.list']);
  expect((await stepsOf(user)).HasStaff).toBe(true);
});

test('an account limited to a lot sees the steps of that lot', async () => {
  const user = await server.newTenant();
  const one = await make(user, '/api/parkLot/create', { Name: '一号车场', Code: 'A1', Capacity: 10 });
  const scoped = await server.newUser(user, ['lot.create', 'lot.list'], []);
  expect(await stepsOf(user)).toMatchObject({ HasLot: true, LotId: one });
  expect(await stepsOf(scoped)).toMatchObject({ HasLot: false, LotId: null });
});

test('the card shows only steps that the person may do, and ends with the last of them', () => {
  const none = {
    hasTariff: false,
    hasFlow: false,
    hasPayment: false,
    hasCamera: false,
    hasOpenLot: false,
    lotId: null,
  };
  const steps: FirstSteps = { ...none, hasLot: true, hasStaff: true };
  const shown = (can: (name: string) => boolean) =>
    stepsLeft(steps, (access) => can((access as { name: string }).name))?.map((one) => one.key);
  expect(shown(() => true)).toEqual([
    'hasLot',
    'hasTariff',
    'hasPayment',
    'hasCamera',
    'hasStaff',
    'hasFlow',
    'hasOpenLot',
  ]);
  expect(shown((name) => ['lot.create', 'pay-channel.create'].includes(name))).toEqual(['hasLot', 'hasPayment']);
  expect(
    shown((name) => name === 'lot.create'),
    'done',
  ).toBeUndefined();
});
