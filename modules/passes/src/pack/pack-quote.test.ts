import { SetClock } from '@boyun/kernel/server';
import { setFlow } from '@boyun/test-server/flow';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-01T00:00:00+08:00');
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let lotId: string;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  admin = await server.newTenant();
  lotId = (await admin.call('/api/parkLot/create', { Name: 'LotA', Code: 'A', Capacity: 10 })).data.Id;
  await setFlow(server, admin, { Kind: 'pack.refund', IsEnabled: false });
});
afterAll(() => server?.stop());

const seller = () =>
  server.newUser(admin, ['pack.list', 'pack.sell', 'pack.refund', 'pack-rule.create', 'pack-rule.list', 'lot.list']);
const refund = (by: TestUser, PackId: string, Amount: string, more: object = {}) =>
  by.call('/api/pack/refund', { PackId, Amount, Method: 'qr', Note: 'moved away', ...more });

test('the value shown when a refund is begun holds for a quarter of an hour', async () => {
  const { data: rule } = await (await seller()).call('/api/packRule/create', { Name: 'Rule', Price: '310.00' });
  const sale = { PackRuleId: rule.Id, LotId: lotId, Plates: ['浙A60001'], OwnerName: 'Li', Method: 'qr' };
  const asked = { ...sale, ValidFrom: START.toISOString(), Amount: '310.00' };
  const id = (await (await seller()).call('/api/pack/sell', asked)).data.PackId;
  const at = (time: string) => clock.set(new Date(`2026-03-11T${time}+08:00`));
  at('00:00:00');
  const by = await seller();
  const { data } = await by.call('/api/pack/getPack', { PackId: id });
  expect(data).toMatchObject({ Refund: '210.00', QuotedAt: '2026-03-10T16:00:00.000Z' });
  expect(data.Terms).toMatchObject([{ Seconds: 31 * 86_400, LeftSeconds: 21 * 86_400 }]);
  const { QuotedAt } = data;
  at('00:14:59');
  // By now the pack is worth less, and a quote from the future is none.
  expect((await refund(by, id, '210.00')).code).toBe('pack.refund-too-much');
  const future = { QuotedAt: '2026-03-11T00:00:00.000Z' };
  expect((await refund(by, id, '210.00', future)).code).toBe('pack.refund-too-much');
  expect((await refund(by, id, '210.01', { QuotedAt })).message).toContain('210.00');
  at('00:15:01');
  const late = await refund(by, id, '210.00', { QuotedAt });
  expect([late.code, late.message]).toEqual(['pack.refund-too-much', expect.stringContaining('209.8')]);
  at('00:15:00');
  expect((await refund(by, id, '210.00', { QuotedAt })).data).toEqual({ ReviewId: null, IsPending: false });
  expect((await by.call('/api/pack/get', { Id: id })).data).toMatchObject({ State: 'refunded', Refunded: '210.00' });
  const { Rows } = (await by.call('/api/pack/getReturnPage', {})).data;
  expect(Rows.find((one: { PackId: string }) => one.PackId === id)).toMatchObject({
    Worth: '210.00',
    Amount: '210.00',
  });
});
