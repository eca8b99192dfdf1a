import { expect, test } from 'vitest';
import { runMoney } from './month/money.ts';

test('a month of money adds up after every step, whatever is killed', async () => {
  const result = await runMoney({
    days: 31,
    kills: { server: 2, database: 1 },
    seed: process.env.SEED ?? '1',
    say: () => undefined,
  });
  expect(result.broken).toEqual([]);
  expect(result.unseen).toEqual([]);
  expect(result.kills).toBe(3);
  expect(result.checks).toBeGreaterThan(200);
  // The month was rich enough to mean something; what chance decides within it may differ with the speed of the machine.
  expect(result.closed).toBeGreaterThan(20);
  for (const name of ['payments sandbox succeeded', 'payments cash succeeded', 'refunds succeeded', 'invoices blue 3'])
    expect(result.counts[name], name).toBeGreaterThan(0);
  for (const path of ['/api/reconciliation/reopenDay', '/api/settlement/settle'])
    expect(result.calls.get(path)?.done, path).toBeGreaterThan(0);
  // A loaded machine takes minutes for what a quiet one does in one.
}, 900_000);
