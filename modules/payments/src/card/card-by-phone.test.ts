import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { TestCards } from '@boyun/test-server/card';
import { setFlow } from '@boyun/test-server/flow';
import { TestGate } from '@boyun/test-server/lot';
import { TestPurchase } from '@boyun/test-server/purchase';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00.000Z');
const CODE = '284567890123456789';
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let cards: TestCards;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true });
  user = await server.newTenant();
  const lot = await new TestGate(server, user, clock, START).newLot();
  cards = new TestCards(user, lot.id, START);
  await setFlow(server, user, { Kind: 'card.refund', IsEnabled: false });
});
afterAll(() => server?.stop());

const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
const act = async (path: string, body: object) => codeOf(await user.call(`/api/card/${path}`, body));
const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, user.tenantId)).flatMap((one) => one.broken);
};
const entries = async (CardId: string) => {
  const { data } = await user.call('/api/card/getEntryPage', { CardId });
  return data.Rows.reverse().map((one: Record<string, string>) => [one.Kind, one.Amount, one.Balance]);
};
const begin = async (CardId: string, Amount = '100.00') =>
  new TestPurchase(server, user, await user.call('/api/card/recharge', { CardId, Amount, Method: 'phone' }));
const refunds = async () => {
  const { data } = await user.call('/api/payment/getPaymentPage', { Purpose: 'card-refund' });
  return data.Rows.map((one: Record<string, string>) => [one.Channel, one.Amount, one.State]);
};

test('a card is recharged by phone when the money is there, once', async () => {
  const { CardId } = await cards.issue({}, '10.00');
  const purchase = await begin(CardId);
  expect(await cards.get(CardId)).toMatchObject({ Balance: '10.00' });
  for (const path of ['return', 'replace'])
    expect(await act(path, { CardId, Note: '不用了', CardNo: 'N77001', ChipUid: 'AB7700' })).toBe(
      'purchase.being-paid',
    );
  const numbers = [await purchase.lose(), await purchase.lose()];
  await Promise.all(numbers.map((no) => purchase.arrive(no)));
  expect(await entries(CardId)).toEqual([
    ['recharge', '10.00', '10.00'],
    ['recharge', '100.00', '110.00'],
  ]);
  const returned = (await Promise.all(numbers.map((no) => purchase.refundsOf(no)))).flat();
  expect(returned).toMatchObject([{ excessFen: 100_00, channel: 'sandbox' }]);
  expect(await broken()).toEqual([]);
});

test('money that comes late for a card that is over is returned; a lost one keeps it', async () => {
  const [gone, lost] = [await cards.issue({}, null), await cards.issue({}, null)];
  const [late, kept] = [await begin(gone.CardId), await begin(lost.CardId)];
  const [lateNo, keptNo] = [await late.lose(), await kept.lose()];
  await Promise.all([late.cancel(), kept.cancel()]);
  expect(await act('return', { CardId: gone.CardId, Note: '不用了' })).toBe('done');
  expect(await act('lose', { CardId: lost.CardId, Note: '遗失' })).toBe('done');
  await late.arrive(lateNo);
  await kept.arrive(keptNo);
  expect([(await cards.get(gone.CardId)).Balance, (await cards.get(lost.CardId)).Balance]).toEqual(['0.00', '100.00']);
  expect(await late.refundsOf(lateNo)).toMatchObject([{ amountFen: 100_00, excessFen: 100_00 }]);
  expect(await broken()).toEqual([]);
});

test('a returned card sends money by phone back by itself, also of the card it replaced; a failed refund is on it again', async () => {
  const { CardId } = await cards.issue({}, '5.96');
  await (await begin(CardId, '4.04')).charge(CODE);
  await act('lose', { CardId, Note: '遗失' });
  made += 1;
  const next = { CardNo: `N770${made}1`, ChipUid: `AB770${made}1` };
  const replaced = await user.call('/api/card/replace', { CardId, ...next, Note: '补卡' });
  const id = replaced.data.CardId as string;
  expect(await cards.get(id)).toMatchObject({ Balance: '10.00' });
  const before = (await refunds()).length;
  // The sandbox fails refunds of 4.04.
  expect(await act('return', { CardId: id, Note: '不再使用' })).toBe('done');
  await server.until('the failure', async () => (await cards.get(id)).Balance === '4.04');
  expect((await entries(id)).slice(1)).toEqual([
    ['refund', '-4.04', '5.96'],
    ['refund', '-5.96', '0.00'],
    ['refund-failed', '4.04', '4.04'],
  ]);
  expect(await cards.get(id)).toMatchObject({ State: 'returned' });
  expect(await broken()).toEqual([]);
  expect(await act('return', { CardId: id, Method: 'cash', Note: '现金退还' })).toBe('done');
  expect(await act('return', { CardId: id, Method: 'cash', Note: '现金退还' })).toBe('card.not-possible');
  expect((await refunds()).slice(0, -before || undefined)).toEqual([
    ['cash', '-4.04', 'succeeded'],
    ['cash', '-5.96', 'succeeded'],
    ['sandbox', '-4.04', 'failed'],
  ]);
  expect(await broken()).toEqual([]);
});
