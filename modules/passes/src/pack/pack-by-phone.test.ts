import { verifyTenant } from '@boyun/insight/server';
import { SetClock } from '@boyun/kernel/server';
import { setFlow } from '@boyun/test-server/flow';
import { TestPurchase } from '@boyun/test-server/purchase';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const FROM = '2026-03-01T00:00:00+08:00';
/** Packs that began then can be renewed. */
const START = new Date('2026-03-03T00:00:00+08:00');
const CODE = '134567890123456789';
const clock = new SetClock(START);
let server: TestServer;
let admin: TestUser;
let lotId: string;
let made = 0;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock, hasJobs: true });
  admin = await server.newTenant();
  lotId = (await admin.call('/api/parkLot/create', { Name: 'LotA', Code: 'A', Capacity: 10 })).data.Id;
  await setFlow(server, admin, { Kind: 'pack.refund', IsEnabled: false });
  await setFlow(server, admin, { Kind: 'pack.discount', AmountFrom: '50.00' });
});
afterAll(() => server?.stop());

const codeOf = (answer: { code?: string | undefined }) => answer.code ?? 'done';
const broken = async () => {
  await server.product.consumers.drain();
  return (await verifyTenant(server.product.kernel, admin.tenantId)).flatMap((one) => one.broken);
};
const packOf = async (Id: string) => (await admin.call('/api/pack/get', { Id })).data;
const historyOf = async (PackId: string) =>
  (await admin.call('/api/pack/getPack', { PackId })).data.History.map((one: Record<string, string>) => [
    one.Act,
    one.Amount,
    one.Method,
    one.ActorName,
  ]);
const newPlate = () => {
  made += 1;
  return `浙A${70_000 + made}`;
};
async function newRule(values: object = {}): Promise<string> {
  made += 1;
  const answer = await admin.call('/api/packRule/create', { Name: `Rule ${made}`, Price: '310.00', ...values });
  return answer.data.Id;
}
const sell = (PackRuleId: string, Plate: string, more: object = {}, by = admin) =>
  by.call('/api/pack/sell', {
    PackRuleId,
    LotId: lotId,
    Plates: [Plate],
    OwnerName: 'Li',
    ValidFrom: FROM,
    Amount: '310.00',
    Method: 'phone',
    ...more,
  });
const renew = (PackId: string, more: object = {}) =>
  admin.call('/api/pack/renew', { PackId, Amount: '310.00', Method: 'phone', ...more });
/** A pack that was begun by phone. */
async function begun(rule: object = {}) {
  const [ruleId, plate] = [await newRule(rule), newPlate()];
  const answer = await sell(ruleId, plate);
  return { ruleId, plate, id: answer.data.PackId as string, purchase: new TestPurchase(server, admin, answer) };
}
/** A pack that was paid by phone. */
async function bought(rule: object = {}) {
  const pack = await begun(rule);
  expect((await pack.purchase.charge(CODE)).data).toEqual({ State: 'paid' });
  return pack;
}

describe('a pack sold by phone', () => {
  test('holds its plates and its place until it is paid, and holds from then on', async () => {
    const { id, ruleId, plate, purchase } = await begun({ Quota: 1 });
    expect(await packOf(id)).toMatchObject({ State: 'unpaid', Paid: '0.00' });
    expect(codeOf(await sell(ruleId, plate))).toBe('pack.has-pack');
    expect(codeOf(await sell(ruleId, newPlate()))).toBe('pack.sold-out');
    expect(codeOf(await admin.call('/api/pack/pause', { PackId: id, Act: 'pause', Note: '出差' }))).toBe(
      'pack.not-possible',
    );
    expect((await purchase.page()).Purchase.Lines.map((one: Record<string, string>) => one.TextEn)).toEqual([
      plate,
      '2026-03-01 00:00 – 2026-04-01 00:00',
    ]);
    expect(await broken()).toEqual([]);
    // The notice against a question.
    await purchase.simulate();
    await Promise.all([purchase.state(), purchase.state()]);
    await server.until('the money', async () => (await purchase.state()) === 'paid');
    expect(await packOf(id)).toMatchObject({ State: 'active', Paid: '310.00' });
    expect(await historyOf(id)).toEqual([['sold', '310.00', 'sandbox', 'Admin']]);
    const { data } = await admin.call('/api/payment/getPaymentPage', { Plate: plate });
    expect(data.Rows).toMatchObject([{ Purpose: 'pack', Channel: 'sandbox', PackId: id, Amount: '310.00' }]);
    expect(await broken()).toEqual([]);
  });

  test('is closed where it is not paid; late money opens it while its plates are free', async () => {
    const { id, ruleId, plate, purchase } = await begun({ Quota: 1 });
    const PaymentNo = await purchase.lose();
    expect((await purchase.cancel()).data).toEqual({ State: 'closed' });
    expect(await packOf(id)).toMatchObject({ State: 'closed', Paid: '0.00' });
    const other = await sell(ruleId, newPlate());
    expect(codeOf(other)).toBe('done');
    await new TestPurchase(server, admin, other).cancel();
    expect(await purchase.arrive(PaymentNo)).toBe('done');
    expect(await packOf(id)).toMatchObject({ State: 'active', Paid: '310.00' });
    expect(codeOf(await sell(ruleId, plate))).toBe('pack.has-pack');
    expect(await broken()).toEqual([]);
  });

  test('returns late money where its plate has another pack by then', async () => {
    const { id, ruleId, plate, purchase } = await begun();
    const PaymentNo = await purchase.lose();
    await purchase.cancel();
    expect(codeOf(await sell(ruleId, plate, { Method: 'cash' }))).toBe('done');
    await Promise.all([purchase.arrive(PaymentNo), purchase.arrive(PaymentNo)]);
    expect(await packOf(id)).toMatchObject({ State: 'closed', Paid: '0.00' });
    const returned = async () => (await purchase.refundsOf(PaymentNo))[0]?.state === 'succeeded';
    await server.until('the refund', returned);
    expect(await purchase.refundsOf(PaymentNo)).toMatchObject([{ amountFen: 310_00, excessFen: 310_00 }]);
    expect(await broken()).toEqual([]);
  });

  test('counts once when it is paid twice', async () => {
    const { id, purchase } = await begun();
    const numbers = [await purchase.lose(), await purchase.lose()];
    await Promise.all(numbers.map((no) => purchase.arrive(no)));
    expect(await packOf(id)).toMatchObject({ State: 'active', Paid: '310.00' });
    expect(await historyOf(id)).toHaveLength(1);
    const refunds = (await Promise.all(numbers.map((no) => purchase.refundsOf(no)))).flat();
    expect(refunds).toMatchObject([{ amountFen: 310_00, excessFen: 310_00 }]);
    expect(await broken()).toEqual([]);
  });

  test('waits for its approval once it is paid, requested by who sold it', async () => {
    const seller = await server.newUser(admin, ['pack.list', 'pack.sell', 'pack-rule.list', 'lot.list', 'review.list']);
    const boss = await server.newUser(admin, ['review.list', 'review.decide', 'pack.list']);
    const answer = await sell(await newRule({ HasReview: true }), newPlate(), {}, seller);
    const id = answer.data.PackId as string;
    const reviews = async () =>
      (await boss.call('/api/review/getReviewList', { Kind: 'pack.sale', State: 'pending' })).data.Rows;
    expect(await reviews()).toEqual([]);
    await new TestPurchase(server, seller, answer).charge(CODE);
    expect(await packOf(id)).toMatchObject({ State: 'pending', Paid: '310.00' });
    const [review] = await reviews();
    expect(review).toMatchObject({ RequestedByName: seller.account });
    await boss.call('/api/review/approve', { ReviewIds: [review.Id], Note: '同意' });
    expect(await packOf(id)).toMatchObject({ State: 'active' });
    expect(await broken()).toEqual([]);
  });

  test('is sold at a discount only where that needs no approval', async () => {
    const ruleId = await newRule();
    expect(codeOf(await sell(ruleId, newPlate(), { Amount: '250.00' }))).toBe('pack.needs-approval');
    const answer = await sell(ruleId, newPlate(), { Amount: '300.00' });
    await new TestPurchase(server, admin, answer).charge(CODE);
    expect(await packOf(answer.data.PackId)).toMatchObject({ State: 'active', Paid: '300.00' });
    // What was given up counts towards the next threshold.
    expect(codeOf(await renew(answer.data.PackId, { Amount: '265.00' }))).toBe('pack.needs-approval');
  });
});

describe('a renewal by phone', () => {
  test('extends the pack when it is paid; until then nothing else is done with it', async () => {
    const { id } = await bought();
    const purchase = new TestPurchase(server, admin, await renew(id));
    expect(await packOf(id)).toMatchObject({ Paid: '310.00', IsRenewed: false });
    for (const [path, body] of [
      ['renew', { Amount: '310.00', Method: 'cash' }],
      ['pause', { Act: 'pause', Note: '出差' }],
      ['refund', { Amount: '1.00', Note: '搬家' }],
    ] as const)
      expect(codeOf(await admin.call(`/api/pack/${path}`, { PackId: id, ...body }))).toBe('purchase.being-paid');
    await purchase.charge(CODE);
    expect(await packOf(id)).toMatchObject({ Paid: '620.00', IsRenewed: true });
    expect((await packOf(id)).ValidUntil).toContain('2026-04-30T16:00');
    expect(await broken()).toEqual([]);
  });

  test('that was closed returns its money once the pack was renewed otherwise', async () => {
    const { id } = await bought();
    const purchase = new TestPurchase(server, admin, await renew(id));
    const PaymentNo = await purchase.lose();
    await purchase.cancel();
    expect(codeOf(await renew(id, { Method: 'cash' }))).toBe('done');
    await purchase.arrive(PaymentNo);
    expect(await packOf(id)).toMatchObject({ Paid: '620.00' });
    expect(await purchase.refundsOf(PaymentNo)).toMatchObject([{ excessFen: 310_00 }]);
    expect(await broken()).toEqual([]);
  });
});

describe('a refund of a pack paid by phone', () => {
  const refund = (PackId: string, Amount: string, more: object = {}) =>
    admin.call('/api/pack/refund', { PackId, Amount, Note: '搬家', ...more });
  const refundsOf = async (Plate: string) =>
    (await admin.call('/api/payment/getPaymentPage', { Plate, Purpose: 'pack-refund' })).data.Rows;

  test('goes back to where it came from', async () => {
    const { id, plate } = await bought();
    expect(codeOf(await refund(id, '200.00'))).toBe('done');
    expect(await packOf(id)).toMatchObject({ State: 'refunded', Refunded: '200.00' });
    await server.until('the refund', async () => (await refundsOf(plate))[0].State === 'succeeded');
    expect(await refundsOf(plate)).toMatchObject([{ Channel: 'sandbox', Amount: '-200.00' }]);
    expect(await broken()).toEqual([]);
  });

  test('that the provider fails leaves the pack cancelled, to be refunded otherwise', async () => {
    const { id, plate } = await bought();
    // The sandbox fails refunds of this amount.
    expect(codeOf(await refund(id, '4.04'))).toBe('done');
    await server.until('the failure', async () => (await packOf(id)).State === 'cancelled');
    expect(await packOf(id)).toMatchObject({ Refunded: '0.00' });
    expect(await broken()).toEqual([]);
    expect(codeOf(await refund(id, '4.04', { Method: 'cash' }))).toBe('done');
    expect(await packOf(id)).toMatchObject({ State: 'refunded', Refunded: '4.04' });
    expect((await refundsOf(plate)).map((one: Record<string, string>) => [one.Channel, one.State])).toEqual([
      ['cash', 'succeeded'],
      ['sandbox', 'failed'],
    ]);
    expect(await broken()).toEqual([]);
  });
});
