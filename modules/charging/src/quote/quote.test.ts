import type { Tariff } from '@boyun/domain/fee';
import { SetClock } from '@boyun/kernel/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TestGate, type TestLot } from '../../../../apps/server/test-lot.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../apps/server/test-server.ts';

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

/** Publishes the next version of the rule of a lot, to begin at a minute. */
async function change(lot: TestLot, tariff: Tariff, minute: number): Promise<void> {
  const { Rows } = await ok('/api/billRuleBinding/list', { LotId: lot.id });
  const Id = Rows[0].ChargeRuleId;
  await ok('/api/billRule/saveDraft', { Id, Tariff: tariff });
  await ok('/api/billRule/submit', { Id, IsConfirmed: true });
  await ok('/api/billRule/approve', { Id });
  const EffectiveFrom = new Date(START.getTime() + minute * 60_000).toISOString();
  await ok('/api/billRule/publish', { Id, EffectiveFrom, IsConfirmed: true });
}

// The lot's first version: three yuan an hour.
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
