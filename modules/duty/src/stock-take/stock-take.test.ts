import { verifyTenant } from '@boyun/insight/server';
import { PROOF_HEADER } from '@boyun/kernel/contract';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

// Wednesday 09:00 in Shanghai; the lots charge 3 yuan per started hour.
const START = new Date('2026-03-04T01:00:00.000Z');
const clock = new SetClock(START);
let server: TestServer;
let user: TestUser;
let gate: TestGate;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  gate = new TestGate(server, user, clock, START);
});
afterAll(() => server?.stop());

const call = async (path: string, body: object) => {
  const answer = await user.call(path, body);
  expect(answer.message).toBe('');
  return answer.data;
};
const difference = async (StockTakeId: string) => {
  const { Missing, Extra, MatchedCount } = await call('/api/stockTake/get', { StockTakeId });
  return { missing: Missing.map((one: { Plate: string }) => one.Plate), extra: Extra, matched: MatchedCount };
};
const broken = async () =>
  (await verifyTenant(server.product.kernel, user.tenantId)).filter((one) => one.brokenCount > 0);
const [A, B, C, D, E] = ['粤B10001', '粤B10002', '粤B10003', '粤B10004', '粤B10005'] as const;

async function begin(): Promise<{ lot: TestLot; StockTakeId: string }> {
  gate.at(0);
  const lot = await gate.newLot({}, { Capacity: 30 });
  for (const [minute, plate] of [A, B, C].entries()) await gate.see(lot.entry, plate, minute);
  gate.at(60);
  const { StockTakeId } = await call('/api/stockTake/start', { LotId: lot.id });
  return { lot, StockTakeId };
}

test('the differences are cars inside but not found and cars found but not inside, with traffic during the count', async () => {
  const { lot, StockTakeId } = await begin();
  expect((await user.call('/api/stockTake/start', { LotId: lot.id })).code).toBe('stock-take.running');
  const counted = await call('/api/stockTake/count', { StockTakeId, Plates: [A, '粤b·10005', '粤B10005'] });
  expect(counted).toEqual({ AddedCount: 2, RepeatedCount: 1 });
  await gate.see(lot.entry, D, 61);
  expect(await difference(StockTakeId)).toEqual({ missing: [B, C], extra: [E], matched: 1 });
  // C leaves by the exit during the count, and D is found.
  const leaving = await gate.see(lot.exit, C, 70);
  await call('/api/passing/settle', { PassingId: leaving.passingId, Outcome: 'admit', Reason: '已核实' });
  await call('/api/stockTake/count', { StockTakeId, Plates: [D, C] });
  await call('/api/stockTake/uncount', { StockTakeId, Plate: C });
  expect(await difference(StockTakeId)).toEqual({ missing: [B], extra: [E], matched: 2 });
  await call('/api/stockTake/cancel', { StockTakeId });
  expect((await user.call('/api/stockTake/count', { StockTakeId, Plates: [B] })).code).toBe('stock-take.over');
});

test('missing cars are closed after approval, found cars are charged from now on, and every equation holds', async () => {
  const { lot, StockTakeId } = await begin();
  const reviewer = await server.newUser(user, ['review.list', 'review.decide']);
  await call('/api/stockTake/count', { StockTakeId, Plates: [A, C, E] });
  const { Missing } = await call('/api/stockTake/get', { StockTakeId });
  gate.at(100);
  const wish = {
    StockTakeId,
    GoneOrderIds: [Missing[0].OrderId],
    AddedPlates: [E],
    IsFree: true,
    Reason: '夜间盘点',
  };
  const wrong = { ...wish, AddedPlates: [A] };
  expect((await user.call('/api/stockTake/finish', wrong)).code).toBe('stock-take.was-seen');
  const bare = { [PROOF_HEADER]: '' };
  expect((await user.call('/api/stockTake/finish', wish, bare)).code).toBe('kernel.password-needed');
  // Concurrent requests finish it only once.
  const answers = await Promise.all([1, 2].map(() => user.call('/api/stockTake/finish', wish)));
  expect(answers.map((one) => one.state).sort()).toEqual(['fail', 'success']);
  expect(answers.find((one) => one.state === 'success')!.data).toEqual({
    ClosedCount: 0,
    PendingCount: 1,
    AddedCount: 1,
  });
  expect(await gate.inside(lot)).toBe(4);
  expect(await broken()).toEqual([]);
  const { Rows } = (await reviewer.call('/api/review/getReviewList', { State: 'pending' })).data;
  await reviewer.call('/api/review/approve', { ReviewIds: Rows.map((one: { Id: string }) => one.Id) });
  expect(await gate.inside(lot)).toBe(3);
  const types = await server.product.kernel.database.system(
    'select plate, entry_type as entry, exit_type as exit, due_fen as due from parking_order where lot_id = $1 and plate = any($2)',
    [lot.id, [B, E]],
  );
  expect(types).toEqual(
    expect.arrayContaining([
      { plate: B, entry: 'automatic', exit: 'stock-take-exit', due: 0 },
      { plate: E, entry: 'stock-take-entry', exit: null, due: 0 },
    ]),
  );
  expect(await broken()).toEqual([]);
  // Found at minute 100, out at 190: two started hours.
  const out = await gate.see(lot.exit, E, 190);
  expect(out.lines.join(' ')).toContain('6.00');
});
