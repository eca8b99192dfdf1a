import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { runReminders } from '@boyun/test-server/reminder';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-30T12:00:00+08:00');
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let lotId: string;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), {
    clock,
    hasJobs: true,
    isAlone: true,
    publicUrl: 'https://parking.example.com',
  });
  admin = await server.newTenant();
  lotId = (await admin.call('/api/parkLot/create', { Name: 'LotA', Code: 'A', Capacity: 10 })).data.Id;
});
afterAll(() => server?.stop());

const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
/** A pack that ends on 1 April and whose owner was reminded of it, with the code of the link. */
async function reminded() {
  made += 1;
  const plate = `浙A${80_000 + made}`;
  const { data: rule } = await admin.call('/api/packRule/create', { Name: `Rule ${made}`, Price: '310.00' });
  const sale = { PackRuleId: rule.Id, LotId: lotId, Plates: [plate], OwnerName: 'Li', OwnerPhone: '13800138000' };
  const paid = { ValidFrom: '2026-03-01T00:00:00+08:00', Amount: '310.00', Method: 'cash' };
  const { data } = await admin.call('/api/pack/sell', { ...sale, ...paid });
  await runReminders(server.product.kernel, admin.tenantId);
  return { id: data.PackId as string, plate, code: await linkOf(data.PackId) };
}
async function linkOf(packId: string): Promise<string> {
  const [event] = await server.product.kernel.database.system<{ link: string }>(
    `select data->>'link' as link from event where tenant_id = $1 and subject_id = $2 and kind = 'pack.expiring' order by id desc`,
    [admin.tenantId, packId],
  );
  expect(event!.link).toMatch(/^https:\/\/parking\.example\.com\/renew\//);
  return event!.link.split('/').at(-1)!;
}
const page = (Code: string) => server.call('/api/pack/renewal/get', { Code });
const start = (Code: string, Count = 1) => server.call('/api/pack/renewal/start', { Code, Count });
const payCode = (answer: { data: { Path: string } }) => answer.data.Path.split('/').at(-1)!;
const payPage = async (Code: string) => (await server.call('/api/payment/getPayPage', { Code })).data;
const packOf = async (Id: string) => (await admin.call('/api/pack/get', { Id })).data;

test('the owner of a pack renews it by the link of the reminder, at its price, once', async () => {
  const { id, plate, code } = await reminded();
  expect((await page(code)).data).toMatchObject({
    RuleName: expect.stringContaining('Rule'),
    Plates: [plate],
    Price: '310.00',
    Period: 'month',
    CanPayOnline: true,
    Problem: null,
  });
  // A repeated tap leads to the same payment; another number of periods replaces it.
  const [one, same] = await Promise.all([start(code), start(code)]);
  expect(payCode(one)).toBe(payCode(same));
  const two = payCode(await start(code, 2));
  expect(await payPage(payCode(one))).toMatchObject({ State: 'closed' });
  expect(await payPage(two)).toMatchObject({ State: 'open', Due: '620.00' });
  await server.call('/api/payment/sandbox/pay', { Code: two, Outcome: 'success' });
  await server.until('the money', async () => (await packOf(id)).IsRenewed === true);
  expect(await packOf(id)).toMatchObject({ State: 'active', Paid: '930.00' });
  const { data } = await admin.call('/api/pack/getPack', { PackId: id });
  expect(data.History[0]).toMatchObject({ Act: 'renewed', Amount: '620.00', Method: 'sandbox', ActorName: '司机' });
  // Its new end is too far away.
  expect((await page(code)).data.Problem).toContain('才能续费');
  expect(codeOf(await start(code))).toBe('pack.too-early');
  await server.product.consumers.drain();
  expect((await verifyTenant(server.product.kernel, admin.tenantId)).flatMap((one) => one.broken)).toEqual([]);
});

test('who does not have the link of the last reminder learns nothing of a pack', async () => {
  const { id, code } = await reminded();
  const other = await server.newTenant();
  for (const wrong of ['nonsense', `${other.tenantId}-${code.split('-')[1]}`, `${code}x`, (await packOf(id)).PackNo])
    for (const answer of [await page(wrong), await start(wrong)]) expect(codeOf(answer)).toBe('renewal.unknown-code');
  for (const Count of [0, 13]) expect(codeOf(await start(code, Count))).toBe('kernel.bad-input');
  await server.product.kernel.database.system('update pack set renewal_code = null where tenant_id = $1 and id = $2', [
    admin.tenantId,
    id,
  ]);
  expect(codeOf(await page(code))).toBe('renewal.unknown-code');
});

test('a renewal that staff has begun is paid by the owner on the same page', async () => {
  const { id, code } = await reminded();
  const begun = await admin.call('/api/pack/renew', { PackId: id, Count: 1, Amount: '310.00', Method: 'phone' });
  const { data } = await admin.call('/api/purchase/follow', { PurchaseId: begun.data.PurchaseId });
  expect((await page(code)).data.Problem).toBe(null);
  expect(data.Address).toContain(payCode(await start(code)));
});
