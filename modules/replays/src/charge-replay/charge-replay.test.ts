import { priceStay, type Tariff } from '@boyun/domain/fee';
import { standingsWhere } from '@boyun/lists/contract';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runReplay } from './replay-run.service.ts';

const FROM = new Date('2026-02-27T16:00:00Z');
const TO = new Date('2026-03-13T16:00:00Z');
const STAYS = 600;
/** A tariff that depends on day and night, workdays, and large vehicles. */
const TARIFF: Tariff = {
  id: 'trial',
  version: 2,
  name: { zh: '试行', en: 'Trial' },
  plans: [
    {
      id: 'large',
      when: { vehicleKinds: ['large'] },
      windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 900 }] }],
    },
    {
      id: 'car',
      free: { minutes: 15, deduct: false, scope: { per: 'stay' } },
      windows: [
        { id: 'work', from: '08:00', to: '20:00', days: ['workday'], steps: [{ unitMinutes: 30, priceFen: 250 }] },
        { id: 'other', steps: [{ unitMinutes: 60, priceFen: 200 }] },
      ],
    },
  ],
};
/** Wednesday, 4 March, is a holiday in this test. */
const HOLIDAY = '2026-03-04';

let server: TestServer;
let user: TestUser;
let ruleId: string;
const lots: { id: string; name: string }[] = [];

interface Planted {
  readonly id: string;
  readonly lot: number;
  readonly kind: string | null;
  readonly enteredMs: number;
  readonly leftMs: number;
  readonly feeFen: number;
  readonly reducedFen: number;
  readonly isWhite: boolean;
  readonly paid: { atMs: number; amountFen: number }[];
}
const planted: Planted[] = [];

async function ok(path: string, body: object) {
  const answer = await user.call(path, body);
  expect(answer, path).toMatchObject({ state: 'success' });
  return answer.data;
}

/** Deterministic pseudo-random numbers in [0, 1). */
function chances(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

async function plant(): Promise<void> {
  const chance = chances();
  const { database } = server.product.kernel;
  for (let index = 0; index < STAYS; index += 1) {
    // Rounded to the hour, so that many stays begin at the same time.
    const enteredMs = FROM.getTime() + Math.floor((chance() * (TO.getTime() - FROM.getTime())) / 3_600_000) * 3_600_000;
    const minutes = 5 + Math.floor(chance() * chance() * 2000);
    const leftMs = enteredMs + minutes * 60_000;
    const isWhite = chance() < 0.05;
    const feeFen = Math.floor(chance() * 20) * 100;
    const stay: Planted = {
      id: database.newId(),
      lot: index % lots.length,
      kind: chance() < 0.2 ? 'large' : chance() < 0.5 ? 'small' : null,
      enteredMs,
      leftMs,
      feeFen,
      reducedFen: isWhite ? feeFen : chance() < 0.1 ? Math.min(feeFen, 300) : 0,
      isWhite,
      paid: chance() < 0.2 ? [{ atMs: enteredMs + (minutes / 2) * 60_000, amountFen: 500 }] : [],
    };
    planted.push(stay);
    const state = chance() < 0.1 ? 'no-exit' : 'left';
    await insert(stay, state);
  }
  // Excluded from the replay: void, still inside, too early, too late.
  const last = planted.at(-1)!;
  await insert({ ...last, id: database.newId() }, 'void');
  await insert({ ...last, id: database.newId() }, 'inside');
  await insert({ ...last, id: database.newId(), enteredMs: FROM.getTime() - 1 }, 'left');
  await insert({ ...last, id: database.newId(), enteredMs: TO.getTime() }, 'left');
}

async function insert(stay: Planted, state: string): Promise<void> {
  await server.product.kernel.database.system(
    `insert into parking_order (tenant_id, id, order_no, lot_id, plate, plate_key, plate_color, vehicle_kind, standing,
       entered_at, left_at, parking_state, pay_state, fee_fen, reduced_fen, settlements, pay_code, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, 1, $6, $7, $8, $9, $10, 'paid', $11, $12, $13, $3, $8, $8)`,
    [
      user.tenantId,
      stay.id,
      `P${stay.id}`,
      lots[stay.lot]!.id,
      `粤B${stay.id.slice(-5).toUpperCase()}`,
      stay.kind,
      stay.isWhite ? 'white' : 'temporary',
      new Date(stay.enteredMs),
      state === 'inside' ? null : new Date(stay.leftMs),
      state,
      stay.feeFen,
      stay.reducedFen,
      JSON.stringify(stay.paid),
    ],
  );
}

/** Prices a single stay as the gate does. */
function byHand(stay: Planted): { before: number; after: number } {
  const { totalFen } = priceStay(TARIFF, {
    enteredAtMs: stay.enteredMs,
    exitAtMs: stay.leftMs,
    zone: 'Asia/Shanghai',
    calendar: { [HOLIDAY]: 'holiday' },
    plateColor: 1,
    ...(stay.kind ? { vehicleKind: stay.kind } : {}),
    ...(stay.paid.length > 0 ? { paid: stay.paid } : {}),
  });
  const after = stay.isWhite ? 0 : Math.max(0, totalFen - stay.reducedFen);
  return { before: Math.max(0, stay.feeFen - stay.reducedFen), after };
}

const sumOf = (stays: readonly Planted[]) =>
  stays.map(byHand).reduce(
    (sum, { before, after }) => ({
      stays: sum.stays + 1,
      beforeFen: sum.beforeFen + before,
      afterFen: sum.afterFen + after,
    }),
    { stays: 0, beforeFen: 0, afterFen: 0 },
  );

async function replayed(more: object = {}) {
  const body = { Id: ruleId, LotIds: [], From: FROM.toISOString(), To: TO.toISOString(), ...more };
  const { ReplayId } = await ok('/api/billRule/startReplay', body);
  return server.until('the replay', async () => {
    const found = await ok('/api/billRule/getReplay', { ReplayId });
    return ['done', 'failed'].includes(found.State) && found;
  });
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { hasJobs: true });
  user = await server.newTenant();
  ruleId = (await ok('/api/billRule/createFromTemplate', { Name: 'Rule', Template: 'per-entry' })).Id;
  await ok('/api/billRule/saveDraft', { Id: ruleId, Tariff: TARIFF });
  await ok('/api/holiday/create', { Day: HOLIDAY, NameZh: '停工', NameEn: 'Day off' });
  for (const name of ['East', 'West']) {
    const { Id } = await ok('/api/parkLot/create', { Name: name, Code: name, Capacity: 90 });
    lots.push({ id: Id, name });
  }
  await ok('/api/billRuleBinding/create', { ChargeRuleId: ruleId });
  await plant();
});
afterAll(() => server?.stop());

describe('a replay', () => {
  test('equals, to the fen, the sum of stays priced one by one', async () => {
    const found = await replayed();
    expect(found).toMatchObject({ State: 'done', Number: 2, DoneCount: STAYS, TotalCount: STAYS, Error: null });
    const { Result: result } = found;
    expect(result.total).toEqual(sumOf(planted));
    expect(result.byLot).toEqual(
      lots.map((lot, place) => ({
        lotId: lot.id,
        lotName: lot.name,
        ...sumOf(planted.filter((one) => one.lot === place)),
      })),
    );
    for (const { vehicleKind, ...sum } of result.byVehicleKind)
      expect(sum).toEqual(sumOf(planted.filter((one) => one.kind === vehicleKind)));
    expect(result.byVehicleKind).toHaveLength(3);
    const dayOf = (one: Planted) => new Date(one.enteredMs + 8 * 3_600_000).toISOString().slice(0, 10);
    for (const { day, ...sum } of result.byDay) expect(sum).toEqual(sumOf(planted.filter((one) => dayOf(one) === day)));
    expect(result.byDay).toHaveLength(14);
    const changes = planted
      .map((one) => ({ id: one.id, ...byHand(one) }))
      .map((one) => ({ ...one, by: one.after - one.before }));
    const count = (isSo: (by: number) => boolean) => changes.filter((one) => isSo(one.by)).length;
    expect([result.same, result.up, result.down]).toEqual([
      count((by) => by === 0),
      count((by) => by > 0),
      count((by) => by < 0),
    ]);
    for (const { fromFen, toFen, stays } of result.histogram)
      expect(stays).toBe(
        count((by) => by >= (fromFen ?? Number.NEGATIVE_INFINITY) && by < (toFen ?? Number.POSITIVE_INFINITY)),
      );
    const expected = changes
      .filter((one) => one.by !== 0)
      .sort((a, b) => Math.abs(b.by) - Math.abs(a.by) || (a.id < b.id ? -1 : 1))
      .slice(0, 200);
    expect(result.moves.map((one: { orderId: string }) => one.orderId)).toEqual(expected.map((one) => one.id));
    expect(result.moves[0]).toMatchObject({ beforeFen: expected[0]!.before, afterFen: expected[0]!.after });
    expect(result.skipped).toBe(0);

    const { Url } = await ok('/api/billRule/exportReplay', { ReplayId: found.Id });
    const lines = (await (await fetch(server.url + Url)).text()).trim().split('\r\n');
    expect(lines).toHaveLength(1 + result.up + result.down);
    const change = lines.slice(1).reduce((sum, line) => sum + Math.round(Number(line.split(',').at(-1)) * 100), 0);
    expect(change).toBe(result.total.afterFen - result.total.beforeFen);
    const list = await ok('/api/billRule/listReplays', { Id: ruleId });
    expect(list.Rows[0]).toMatchObject({
      Id: found.Id,
      State: 'done',
      After: (result.total.afterFen / 100).toFixed(2),
    });
  });

  test('of some lots reads only those', async () => {
    const { Result: result } = await replayed({ LotIds: [lots[1]!.id] });
    expect(result.total).toEqual(sumOf(planted.filter((one) => one.lot === 1)));
  });

  test('omits stays priced by another rule', async () => {
    const other = await ok('/api/billRule/createFromTemplate', { Name: 'Large', Template: 'per-entry' });
    const binding = await ok('/api/billRuleBinding/create', {
      ChargeRuleId: other.Id,
      LotId: lots[0]!.id,
      VehicleKinds: ['large'],
    });
    const { Result: result } = await replayed();
    const isElsewhere = (one: Planted) => one.lot === 0 && one.kind === 'large';
    expect(result.total).toEqual(sumOf(planted.filter((one) => !isElsewhere(one))));
    expect(result.skipped).toBe(planted.filter(isElsewhere).length);
    await ok('/api/billRuleBinding/delete', { Id: binding.Id });
  });

  test("is refused for an empty or too long range and for lots outside the caller's scope", async () => {
    const body = { Id: ruleId, LotIds: [], From: FROM.toISOString(), To: TO.toISOString() };
    for (const more of [{ To: FROM.toISOString() }, { From: '2024-01-01', To: '2026-01-01' }])
      expect(await user.call('/api/billRule/startReplay', { ...body, ...more })).toMatchObject({
        code: 'charging.replay-range',
      });
    const stranger = await server.newTenant();
    const { Id } = (await stranger.call('/api/parkLot/create', { Name: 'Far', Code: 'F', Capacity: 1 })).data;
    expect(await user.call('/api/billRule/startReplay', { ...body, LotIds: [Id] })).toMatchObject({
      code: 'kernel.not-found',
    });
  });
});

test('gives the same result for any page size', async () => {
  const { database, files } = server.product.kernel;
  const path = await files.newDraft();
  const run = {
    id: database.newId(),
    chargeRuleId: ruleId,
    number: 2,
    tariff: TARIFF,
    lotIds: lots.map((one) => one.id),
    fromMs: FROM.getTime(),
    toMs: TO.getTime(),
    freeStandings: standingsWhere((kind) => kind.isFree),
  };
  for (const size of [1, 7, STAYS / 2, STAYS])
    expect((await runReplay(database, user.tenantId, run, path, () => undefined, size)).total).toEqual(sumOf(planted));
});
