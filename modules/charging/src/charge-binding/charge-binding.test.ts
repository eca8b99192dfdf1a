import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { findBindings, findLots } from './charge-binding.queries.ts';
import { bindingOf } from './charge-binding.service.ts';

const NOW = new Date('2026-03-02T02:00:00Z');
const clock = new SetClock(NOW);
let server: TestServer;
let user: TestUser;
/** Ids of lots, areas and rules by name. */
const ids: Record<string, string> = {};

async function ok(path: string, body: object) {
  const answer = await user.call(path, body);
  expect(answer, `${path} ${JSON.stringify(body)}`).toMatchObject({ state: 'success' });
  return answer.data;
}

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  user = await server.newTenant();
  ids.south = (await ok('/api/area/create', { Name: 'South' })).Id;
  ids.north = (await ok('/api/area/create', { Name: 'North' })).Id;
  for (const [name, area] of [
    ['A', 'south'],
    ['B', 'south'],
    ['C', 'north'],
  ] as const)
    ids[name] = (
      await ok('/api/parkLot/create', { Name: `Lot-${name}`, Code: name, Capacity: 9, AreaId: ids[area] })
    ).Id;
  for (const name of ['r1', 'r2', 'r3', 'r4'])
    ids[name] = (await ok('/api/billRule/createFromTemplate', { Name: name, Template: 'per-entry' })).Id;
  ids.empty = (await ok('/api/billRule/create', { Name: 'empty' })).Id;
});
afterAll(() => server?.stop());

/** A binding in short form: the rule, the place, and its restrictions. */
interface Short {
  readonly rule: string;
  readonly lot?: string;
  readonly area?: string;
  readonly kinds?: string[];
  readonly spots?: string[];
  readonly colors?: number[];
  readonly from?: string;
  readonly to?: string;
}

const bodyOf = ({ rule, lot, area, kinds = [], spots = [], colors = [], from, to }: Short) => ({
  ChargeRuleId: ids[rule],
  LotId: lot ? ids[lot] : null,
  AreaId: area ? ids[area] : null,
  VehicleKinds: kinds,
  SpotKinds: spots,
  PlateColors: colors,
  FromDay: from ?? null,
  ToDay: to ?? null,
});
const bind = (one: Short) => user.call('/api/billRuleBinding/create', bodyOf(one));

beforeEach(async () => {
  for (const row of (await ok('/api/billRuleBinding/list', { PerPage: 100 })).Rows)
    await ok('/api/billRuleBinding/delete', { Id: row.Id });
});

interface Car {
  readonly lot: string;
  readonly kind?: string;
  readonly spot?: string;
  readonly color?: number;
  /** In the time zone of the lot. */
  readonly at?: string;
}

describe('the applicable one of several bindings', () => {
  const everywhere: Short = { rule: 'r1' };
  const inArea: Short = { rule: 'r2', area: 'south' };
  const inLot: Short = { rule: 'r3', lot: 'A' };

  test.each<[what: string, bindings: Short[], car: Car, rule: string | null]>([
    ['none', [], { lot: 'A' }, null],
    ['one for all lots', [everywhere], { lot: 'C' }, 'r1'],
    ['the area goes before all lots', [everywhere, inArea], { lot: 'B' }, 'r2'],
    ['another area does not count', [everywhere, inArea], { lot: 'C' }, 'r1'],
    ['the lot goes before its area', [everywhere, inArea, inLot], { lot: 'A' }, 'r3'],
    ['the lot goes before an area with kinds', [{ ...inArea, kinds: ['bus'] }, inLot], { lot: 'A', kind: 'bus' }, 'r3'],
    ['kinds go before all', [inLot, { rule: 'r4', lot: 'A', kinds: ['bus'] }], { lot: 'A', kind: 'bus' }, 'r4'],
    ['other kinds do not count', [inLot, { rule: 'r4', lot: 'A', kinds: ['bus'] }], { lot: 'A', kind: 'car' }, 'r3'],
    ['a car of unknown kind is of none', [inLot, { rule: 'r4', lot: 'A', kinds: ['bus'] }], { lot: 'A' }, 'r3'],
    ['spots go before all', [inLot, { rule: 'r4', lot: 'A', spots: ['ev'] }], { lot: 'A', spot: 'ev' }, 'r4'],
    ['other spots do not count', [inLot, { rule: 'r4', lot: 'A', spots: ['ev'] }], { lot: 'A', spot: 'fixed' }, 'r3'],
    ['an unknown spot is a standard one', [inLot, { rule: 'r4', lot: 'A', spots: ['standard'] }], { lot: 'A' }, 'r4'],
    [
      'spots go before colours',
      [
        { rule: 'r1', lot: 'A', colors: [6] },
        { rule: 'r4', lot: 'A', spots: ['ev'] },
      ],
      { lot: 'A', spot: 'ev', color: 6 },
      'r4',
    ],
    [
      'kinds go before spots',
      [
        { rule: 'r1', lot: 'A', kinds: ['bus'] },
        { rule: 'r4', lot: 'A', spots: ['ev'] },
      ],
      { lot: 'A', kind: 'bus', spot: 'ev' },
      'r1',
    ],
    ['colours go before all', [inLot, { rule: 'r4', lot: 'A', colors: [6] }], { lot: 'A', color: 6 }, 'r4'],
    [
      'kinds go before colours',
      [
        { rule: 'r1', lot: 'A', kinds: ['bus'] },
        { rule: 'r4', lot: 'A', colors: [6] },
      ],
      { lot: 'A', kind: 'bus', color: 6 },
      'r1',
    ],
    [
      'kinds with colours go before kinds',
      [
        { rule: 'r1', lot: 'A', kinds: ['bus'] },
        { rule: 'r4', lot: 'A', kinds: ['bus'], colors: [6] },
      ],
      { lot: 'A', kind: 'bus', color: 6 },
      'r4',
    ],
    [
      'colours go before days',
      [
        { rule: 'r1', lot: 'A', from: '2026-03-01' },
        { rule: 'r4', lot: 'A', colors: [6] },
      ],
      { lot: 'A', color: 6 },
      'r4',
    ],
    [
      'days go before always',
      [inLot, { rule: 'r4', lot: 'A', from: '2026-03-02', to: '2026-03-02' }],
      { lot: 'A' },
      'r4',
    ],
    ['before the first day', [inLot, { rule: 'r4', lot: 'A', from: '2026-03-03' }], { lot: 'A' }, 'r3'],
    ['after the last day', [inLot, { rule: 'r4', lot: 'A', to: '2026-03-01' }], { lot: 'A' }, 'r3'],
    [
      'the day is that of the lot',
      [inLot, { rule: 'r4', lot: 'A', from: '2026-03-03' }],
      { lot: 'A', at: '2026-03-02T16:00:00Z' },
      'r4',
    ],
    ['a rule without a version in force is passed over', [everywhere, { rule: 'empty', lot: 'A' }], { lot: 'A' }, 'r1'],
    [
      'a car from before the first version goes by the first',
      [everywhere],
      { lot: 'A', at: '2026-02-01T00:00:00Z' },
      'r1',
    ],
  ])('%s', async (_, bindings, car, rule) => {
    for (const one of bindings) expect(await bind(one)).toMatchObject({ state: 'success' });
    const at = car.at ?? NOW.toISOString();
    const found = await ok('/api/billRuleBinding/resolve', {
      LotId: ids[car.lot],
      VehicleKind: car.kind ?? null,
      PlateColor: car.color ?? null,
      SpotKind: car.spot ?? null,
      At: at,
    });
    expect(found.ChargeRuleId).toBe(rule && ids[rule]);
    // The replay resolves bindings in the same order, in code.
    const day = new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10);
    const { database } = server.product.kernel;
    const inCode = await database.inTenant(await user.who(), async (tx) => {
      const lot = (await findLots(tx)).find((one) => one.id === ids[car.lot])!;
      const usable = (await findBindings(tx)).filter((one) => one.hasVersion);
      return bindingOf(usable, lot, {
        day,
        vehicleKind: car.kind ?? null,
        plateColor: car.color ?? 0,
        spotKind: car.spot ?? null,
      });
    });
    expect(inCode?.chargeRuleId ?? null).toBe(found.ChargeRuleId);
  });
});

describe('two bindings of the same rank', () => {
  test.each<[what: string, one: Short, other: Short, code: string]>([
    ['the same twice', { rule: 'r1', lot: 'A' }, { rule: 'r2', lot: 'A' }, 'charging.binding-overlap'],
    ['everywhere twice', { rule: 'r1' }, { rule: 'r2' }, 'charging.binding-overlap'],
    ['an area twice', { rule: 'r1', area: 'south' }, { rule: 'r2', area: 'south' }, 'charging.binding-overlap'],
    ['two lots', { rule: 'r1', lot: 'A' }, { rule: 'r2', lot: 'B' }, 'success'],
    ['other kinds', { rule: 'r1', lot: 'A', kinds: ['bus'] }, { rule: 'r2', lot: 'A', kinds: ['car'] }, 'success'],
    [
      'a common kind',
      { rule: 'r1', lot: 'A', kinds: ['bus', 'car'] },
      { rule: 'r2', lot: 'A', kinds: ['car', 'truck'] },
      'charging.binding-overlap',
    ],
    ['other spots', { rule: 'r1', lot: 'A', spots: ['ev'] }, { rule: 'r2', lot: 'A', spots: ['rented'] }, 'success'],
    [
      'a common spot',
      { rule: 'r1', lot: 'A', spots: ['ev'] },
      { rule: 'r2', lot: 'A', spots: ['ev', 'fixed'] },
      'charging.binding-overlap',
    ],
    ['other colours', { rule: 'r1', lot: 'A', colors: [1] }, { rule: 'r2', lot: 'A', colors: [6] }, 'success'],
    [
      'days one after the other',
      { rule: 'r1', lot: 'A', from: '2026-01-01', to: '2026-06-30' },
      { rule: 'r2', lot: 'A', from: '2026-07-01' },
      'success',
    ],
    [
      'a day in common',
      { rule: 'r1', lot: 'A', from: '2026-01-01', to: '2026-07-01' },
      { rule: 'r2', lot: 'A', from: '2026-07-01' },
      'charging.binding-overlap',
    ],
    ['one with days, one without', { rule: 'r1', lot: 'A', from: '2026-01-01' }, { rule: 'r2', lot: 'A' }, 'success'],
    ['a lot and its area', { rule: 'r1', lot: 'A' }, { rule: 'r2', area: 'south' }, 'success'],
    [
      'lot and area in one',
      { rule: 'r1', lot: 'B' },
      { rule: 'r2', lot: 'A', area: 'south' },
      'charging.binding-place',
    ],
    [
      'days the wrong way round',
      { rule: 'r1', lot: 'B' },
      { rule: 'r2', lot: 'A', from: '2026-03-02', to: '2026-03-01' },
      'charging.binding-days',
    ],
  ])('%s: %#', async (_, one, other, code) => {
    expect(await bind(one)).toMatchObject({ state: 'success' });
    const answer = await bind(other);
    expect(answer.state === 'success' ? 'success' : answer.code).toBe(code);
    if (code === 'charging.binding-overlap') expect(answer.message).toContain('r1');
  });

  test('a change is compared with the other bindings, not with itself', async () => {
    const { Id } = (await bind({ rule: 'r1', lot: 'A' })).data;
    await bind({ rule: 'r2', lot: 'B' });
    const change = (body: object) => user.call('/api/billRuleBinding/update', { Id, ...body });
    expect(await change({ ChargeRuleId: ids.r3 })).toMatchObject({ state: 'success' });
    expect(await change({ LotId: ids.B })).toMatchObject({ code: 'charging.binding-overlap' });
  });
});

test('the check reports overridden bindings, bindings without effect, and lots without bindings', async () => {
  await bind({ rule: 'r1', area: 'south' });
  await bind({ rule: 'r2', lot: 'A' });
  await bind({ rule: 'r3', lot: 'B', kinds: ['bus'] });
  await bind({ rule: 'empty', lot: 'B' });
  await bind({ rule: 'r4', lot: 'A', to: '2026-02-01' });
  const { Conflicts, BareLots } = await ok('/api/billRuleBinding/conflicts', {});
  const nameOf = (lotId: string | null) => Object.keys(ids).find((key) => ids[key] === lotId) ?? null;
  const seen = Conflicts.map((one: { Kind: string; LotId: string | null; En: string }) => [
    one.Kind,
    nameOf(one.LotId),
    one.En,
  ]);
  expect(seen).toEqual([
    ['shadowed', 'A', 'In "Lot-A" the more specific "r2" always overrides "r1"'],
    ['partly-shadowed', 'B', 'In "Lot-B" the more specific "r3" overrides "r1" for some cars or days'],
    ['no-version', 'B', '"empty" has no version in force, so the binding has no effect'],
    ['partly-shadowed', 'B', 'In "Lot-B" the more specific "r3" overrides "empty" for some cars or days'],
    ['over', 'A', 'The binding of "r4" ended on 2026-02-01'],
  ]);
  expect(BareLots).toEqual([{ LotId: ids.C, LotName: 'Lot-C' }]);
});

test('an account limited to some lots binds only those, and cannot change a rule that applies elsewhere', async () => {
  await bind({ rule: 'r1', lot: 'B' });
  const rights = ['charge-rule.list', 'charge-rule.update', 'charge-binding.list', 'charge-binding.create'];
  const limited = await server.newUser(user, rights, [ids.A!]);
  const post = async (path: string, body: object) => {
    const answer = await limited.call(path, body);
    return answer.state === 'success' ? 'success' : answer.code;
  };
  expect(await post('/api/billRuleBinding/create', bodyOf({ rule: 'r2', lot: 'A' }))).toBe('success');
  expect(await post('/api/billRuleBinding/create', bodyOf({ rule: 'r2', lot: 'B', kinds: ['bus'] }))).toBe(
    'kernel.not-found',
  );
  expect(await post('/api/billRuleBinding/create', bodyOf({ rule: 'r2', area: 'south' }))).toBe(
    'charging.binding-reach',
  );
  expect(await post('/api/billRule/saveDraft', { Id: ids.r2 })).toBe('success');
  expect(await post('/api/billRule/saveDraft', { Id: ids.r1 })).toBe('kernel.not-found');
});
