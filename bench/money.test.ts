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
  expect(result.checks).toBeGreaterThan(250);
  // The month was as rich as it was meant to be.
  expect(result.closed).toBeGreaterThan(25);
  for (const name of [
    'payments sandbox succeeded',
    'payments cash succeeded',
    'refunds succeeded',
    'invoices blue 3',
    'invoices red 3',
  ])
    expect(result.counts[name], name).toBeGreaterThan(0);
  const resolved = Object.keys(result.counts).filter(
    (name) => name.startsWith('differences ') && name !== 'differences open',
  );
  expect(resolved.length, resolved.join(', ')).toBeGreaterThan(1);
  expect(result.counts['settlements paid'] ?? 0).toBeGreaterThan(0);
  for (const path of ['/api/reconciliation/reopenDay', '/api/invoice/red', '/api/settlement/settle'])
    expect(result.calls.get(path)?.done, path).toBeGreaterThan(0);
  // A loaded machine takes minutes for what a quiet one does in one.
}, 900_000);
