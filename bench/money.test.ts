import { takeMachineClock } from '@boyun/launch/suite-clock';
import { endured } from '@boyun/test-server/endurance';
import { expect, test } from 'vitest';
import { runMoney } from './month/money.ts';

takeMachineClock();

/** A month at full size; the suite plays its first days. */
const DAYS = endured(16, 31);

test('days of money add up after every step, whatever is killed', async () => {
  const result = await runMoney({
    days: DAYS,
    kills: { server: 2, database: 1 },
    seed: process.env.SEED ?? '1',
    say: () => undefined,
  });
  expect(result.broken).toEqual([]);
  expect(result.unseen).toEqual([]);
  expect(result.kills).toBe(3);
  expect(result.checks).toBeGreaterThan(6 * DAYS);
  // The days were rich enough to mean something; what chance decides within it may differ with the speed of the machine.
  expect(result.closed).toBeGreaterThan(DAYS / 2);
  for (const name of ['payments sandbox succeeded', 'payments cash succeeded', 'refunds succeeded', 'invoices blue 3'])
    expect(result.counts[name], name).toBeGreaterThan(0);
  for (const path of ['/api/reconciliation/reopenDay', '/api/settlement/settle'])
    expect(result.calls.get(path)?.done, path).toBeGreaterThan(0);
  // A loaded machine takes minutes for what a quiet one does in one.
}, 900_000);
