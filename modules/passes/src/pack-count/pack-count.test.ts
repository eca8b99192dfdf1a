import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

/** Noon in Shanghai: the day of the sales does not end in between. */
const NOON = new Date('2026-03-04T04:00:00Z');
let server: TestServer;
let user: TestUser;
let lotId: string;
let ruleId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock: new SetClock(NOON) });
  user = await server.newTenant();
  lotId = (await user.call('/api/parkLot/create', { Name: 'Lot', Code: 'L', Capacity: 50 })).data.Id;
  const rule = { Name: '月卡', Price: '300.00' };
  const made = await user.call('/api/packRule/create', rule);
  expect(made.message).toBe('');
  ruleId = made.data.Id;
});
afterAll(() => server?.stop());

const ask = async (body: object = {}) => (await user.call('/api/statement/packCount/list', body)).data;

test('packs are counted as they are sold, renewed and refunded, with what was paid', async () => {
  expect((await ask()).Rows).toEqual([]);
  const sell = async (plate: string) => {
    const sale = {
      PackRuleId: ruleId,
      LotId: lotId,
      OwnerName: '李强',
      Plates: [plate],
      ValidFrom: NOON,
      Method: 'cash',
      Amount: '300.00',
    };
    const sold = await user.call('/api/pack/sell', sale);
    expect(sold.message).toBe('');
    return sold.data;
  };
  await sell('粤B10001');
  await sell('粤B10002');
  const { Rows, Totals } = await ask({ LotId: lotId });
  expect(Rows).toEqual([
    expect.objectContaining({
      LotId: lotId,
      PackRuleId: ruleId,
      SoldCount: 2,
      ActiveCount: 2,
      Paid: '600.00',
      Refunded: '0.00',
    }),
  ]);
  expect(Totals).toMatchObject({ SoldCount: 2, RenewedCount: 0, ActiveCount: 2, Paid: '600.00' });
  // Before they were sold nothing happened, but they are in force.
  const { Rows: before } = await ask({ To: new Date(NOON.getTime() - 86_400_000) });
  expect(before).toEqual([expect.objectContaining({ SoldCount: 0, Paid: '0.00', ActiveCount: 2 })]);
});

test('another tenant, and accounts of other lots, see none of it', async () => {
  const other = (await user.call('/api/parkLot/create', { Name: 'Other', Code: 'O', Capacity: 5 })).data.Id;
  const apart = await server.newUser(user, ['pack-count.list'], [other]);
  expect((await apart.call('/api/statement/packCount/list')).data.Rows).toEqual([]);
  const stranger = await server.newTenant();
  expect((await stranger.call('/api/statement/packCount/list')).data.Rows).toEqual([]);
});
