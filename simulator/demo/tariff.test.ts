import { SetClock } from '@boyun/kernel/server';
import { startTestServer, type TestServer } from '@boyun/test-server/server';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildDemo, type DemoWorld } from './build.ts';
import { signIn } from './sign-in.ts';
import { workOnTariffs } from './tariff.ts';

const TO = new Date('2026-11-21T04:00:00Z');
const FROM = new Date('2026-11-07T04:00:00Z');
const clock = new SetClock(FROM);
let server: TestServer;
let world: DemoWorld;

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), { clock });
  world = await buildDemo(server.product, FROM);
  clock.set(TO);
  await workOnTariffs(server.product, world, FROM, TO);
});
afterAll(() => server?.stop());

test('the demo has a tariff of every standing: in force, scheduled, in review, a draft with its replay', async () => {
  const call = (await signIn(server.product, 'admin')) as (path: string, body: object) => Promise<never>;
  const { Rows } = (await call('/api/billRule/list', { PerPage: 50 })) as {
    Rows: { Id: string; Name: string; State: string; OpenState: string | null }[];
  };
  expect(Rows.map((row) => row.State)).toEqual(Rows.map(() => 'in-force'));
  expect(
    Rows.map((row) => row.OpenState)
      .filter(Boolean)
      .sort(),
  ).toEqual(['draft', 'in-review']);
  const states: string[] = [];
  for (const { Id } of Rows) {
    const { Versions } = (await call('/api/billRule/getVersions', { Id })) as { Versions: { State: string }[] };
    states.push(...Versions.map((one) => one.State));
  }
  expect(states.filter((state) => state === 'scheduled')).toHaveLength(1);
  const replays = (await call('/api/billRule/listReplays', {})) as { Rows: { State: string }[] };
  expect(replays.Rows.map((row) => row.State)).toEqual(['done']);
  const bindings = (await call('/api/billRuleBinding/conflicts', {})) as { Conflicts: object[]; BareLots: object[] };
  expect(bindings).toEqual({ Conflicts: [], BareLots: [] });
  const days = (await call('/api/holiday/list', { DayFrom: '2026-01-01' })) as { Total: number };
  expect(days.Total).toBe(39);
});

test('the examples hold by the version they were written for', async () => {
  const call = (await signIn(server.product, 'admin')) as (path: string, body: object) => Promise<never>;
  const failed: Record<string, number> = {};
  for (const [template, Id] of world.rules) {
    const last = template === 'shenzhen-class-1-workday' ? { Id, Number: 1 } : { Id };
    const scheduled = template === 'mall-workday-holiday' ? { Id, Number: 2 } : last;
    const checked = (await call('/api/billRule/checkExamples', scheduled)) as { FailedCount: number };
    failed[template] = checked.FailedCount;
  }
  expect(Object.values(failed)).toEqual([0, 0, 0, 0, 0]);
});
