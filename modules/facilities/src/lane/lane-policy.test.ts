import { expect, test } from 'vitest';
import { isPolicyOf } from './lane.contract.ts';

const TIDAL = [{ days: [1], from: '07:00', to: '09:00', direction: 'entry' }];

test.each([
  ['a full lot', 'whenFull', 'entry', [], true],
  ['a full lot', 'whenFull', 'exit', [], false],
  ['a missing entry', 'unmatched', 'exit', [], true],
  ['a missing entry', 'unmatched', 'entry', [], false],
  ['a full lot at a tidal lane', 'whenFull', 'exit', TIDAL, true],
  ['cars without a plate', 'noPlate', 'exit', [], true],
] as const)('%s (%s) at the %s: %#', (_, key, direction, tidalPlan, isOf) => {
  expect(isPolicyOf(key, { direction, tidalPlan })).toBe(isOf);
});
