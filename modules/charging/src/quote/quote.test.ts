import type { Tariff } from '@boyun/domain/fee';
import { SetClock } from '@boyun/kernel/server';
import { TestGate, type TestLot } from '@boyun/test-server/lot';
import { startTestServer, type TestServer, type TestUser } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const START = new Date('2026-03-04T01:00:00Z');
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

const flat = (priceFen: number, versionBy: 'entry' | 'exit'): Tariff => ({
  id: 'flat',
  version: 1,
  name: { zh: '按小时', en: 'By the hour' },
  versionBy,
  plans: [{ id: 'car', windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen }] }] }],
});

async function ok(path: string, body: object) {
  const answer = await user.call(path, body);
  expect(answer, path).toMatchObject({ state: 'success' });
  return answer.data;
}

/** Publishes the next version of a lot's rule, effective from a minute. */
async function change(lot: TestLot, tariff: Tariff, minute: number): Promise<void> {
  const { Rows } = await ok('/api/billRuleBinding/list', { LotId: lot.id });
  const Id = Rows[0].ChargeRuleId;
  await ok('/api/billRule/saveDraft', { Id, Tariff: tariff });
  await ok('/api/billRule/submit', { Id, IsConfirmed: true });
  await ok('/api/billRule/approve', { Id });
  const EffectiveFrom = new Date(START.getTime() + minute * 60_000).toISOString();
  await ok('/api/billRule/publish', { Id, EffectiveFrom, IsConfirmed: true });
}

// The lot's first version: three yuan per hour.
test.each<[what: string, versionBy: 'entry' | 'exit', entry: number, exit: number, fee: number]>([
  ['over before the change', 'entry', 10, 60, 300],
  ['a stay over the change keeps the version it began under', 'entry', 20, 110, 600],
  ['one that begins after it has the new one', 'entry', 120, 170, 700],
  ['one that begins at its very moment has the new one', 'entry', 100, 150, 700],
  ['where the new version goes by the exit, a stay over the change has it', 'exit', 20, 110, 1400],
  ['and one that left before has not', 'exit', 10, 60, 300],
])('%s', async (_, versionBy, entry, exit, fee) => {
  gate.at(0);
  const lot = await gate.newLot();
  await change(lot, flat(700, versionBy), 100);
  await gate.see(lot.entry, '粤B30001', entry);
  const answer = await gate.see(lot.exit, '粤B30001', exit);
  expect(answer.decision).toBe('hold');
  expect((await gate.orders(lot))[0]).toMatchObject({ fee });
});

test('the kind of the vehicle and the colour of the plate choose the rule at the gate', async () => {
  gate.at(0);
  const lot = await gate.newLot();
  const { Id } = await ok('/api/billRule/createFromTemplate', { Name: 'Large', Template: 'per-entry' });
  await ok('/api/billRuleBinding/create', { ChargeRuleId: Id, LotId: lot.id, VehicleKinds: ['large'] });
  await gate.see(lot.entry, '粤B40001', 1, { vehicleKind: 'large' });
  await gate.see(lot.entry, '粤B40002', 1, { vehicleKind: 'small' });
  const rules = await server.product.kernel.database.system<{ plate: string; name: string }>(
    `select o.plate, r.name from parking_order o
     join charge_rule_version v on v.tenant_id = o.tenant_id and v.id = o.charge_version_id
     join charge_rule r on r.tenant_id = v.tenant_id and r.id = v.charge_rule_id
     where o.lot_id = $1 order by o.plate`,
    [lot.id],
  );
  expect(rules.map((one) => one.name === 'Large')).toEqual([true, false]);
});

test.each<[what: string, linking: Tariff['linking'], gap: number, fees: number[]]>([
  ['share the cap where the car comes back in time', { by: 'gap', minutes: 30 }, 20, [500, 300, 0]],
  ['share nothing where it does not', { by: 'gap', minutes: 30 }, 40, [500, 500, 500]],
  ['share the cap of the day', { by: 'day' }, 40, [500, 300, 0]],
  ['of a tariff that links none share nothing', undefined, 20, [500, 500, 500]],
])('stays of a plate %s', async (_, linking, gap, fees) => {
  gate.at(0);
  const lot = await gate.newLot();
  const tariff: Tariff = {
    ...flat(500, 'entry'),
    plans: [
      {
        id: 'car',
        windows: [{ id: 'always', steps: [{ unitMinutes: 60, priceFen: 500 }] }],
        caps: [{ id: 'day', amountFen: 800, scope: { per: 'day' }, isShared: true }],
      },
    ],
    ...(linking ? { linking } : {}),
  };
  await change(lot, tariff, 1);
  const found: number[] = [];
  for (const [index] of fees.entries()) {
    const entry = 10 + index * (50 + gap);
    // Another car enters and leaves as well: its stays are not linked.
    await gate.see(lot.entry, '粤B50009', entry);
    await gate.see(lot.entry, '粤B50001', entry);
    await gate.see(lot.exit, '粤B50001', entry + 50);
    const [order] = await server.product.kernel.database.system<{ id: string; fee: number; due: number }>(
      `select id, fee_fen as fee, due_fen as due from parking_order where lot_id = $1 and plate = '粤B50001' order by entered_at desc limit 1`,
      [lot.id],
    );
    if (order!.due > 0)
      await ok('/api/order/collectCash', { OrderId: order!.id, Amount: (order!.due / 100).toFixed(2) });
    await server.until('the car has left', async () =>
      (await gate.orders(lot)).filter((one) => one.plate === '粤B50001').every((one) => one.parking === 'left'),
    );
    found.push(order!.fee);
  }
  expect(found).toEqual(fees);
});
