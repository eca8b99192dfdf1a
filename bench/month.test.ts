import { takeMachineClock } from '@boyun/launch/suite-clock';
import { expect, test } from 'vitest';
import { runMonth } from './month/run.ts';

takeMachineClock();

test('two days of traffic, money and two kills add up', async () => {
  const result = await runMonth({ days: 2, kills: 2, seed: '1', say: () => undefined });
  expect(result.isVerified, result.verified).toBe(true);
  expect(result).toMatchObject({ kills: 2, ledgerFen: 0 });
  expect(result.lanes.passings).toBeGreaterThan(50);
  const paid = Object.keys(result.counts).filter((name) => /^payments (sandbox|cash) succeeded$/.test(name));
  expect(paid).toHaveLength(2);
  for (const path of ['/api/pack/sell', '/api/order/collectCash', '/api/passing/settle'])
    expect(result.calls.get(path)?.done, path).toBeGreaterThan(0);
  expect(result.counts['refunds succeeded']).toBeGreaterThan(0);
  // A loaded machine takes minutes for what a quiet one does in one.
}, 900_000);
