import { expect, test } from 'vitest';
import { decisionObstacle, type FlowLevel, neededLevels, thresholdAmount } from './review.ts';

const level = (number: number, role: string | null, amountFromFen = 0, isEnabled = true): FlowLevel => ({
  level: number,
  role,
  amountFromFen,
  isEnabled,
});

const FLOW = [level(2, 'admin', 100_00), level(1, 'finance', 10_00)];

test.each<[string, readonly FlowLevel[], number | null, (string | null)[]]>([
  ['no flow: one level, whoever may decide', [], 5, [null]],
  ['below the first amount nobody is asked', FLOW, 9_99, []],
  ['from the first amount on the first level', FLOW, 10_00, ['finance']],
  ['from the second amount on both, in their order', FLOW, 100_00, ['finance', 'admin']],
  ['without an amount all levels', FLOW, null, ['finance', 'admin']],
  ['a level switched off is not asked', [level(1, 'finance', 0, false)], null, []],
])('%s', (_, flow, amountFen, roles) => {
  expect(neededLevels(flow, amountFen).map((one) => one.role)).toEqual(roles);
});

test.each<[string, number | null, number, (string | null)[]]>([
  ['alone it stays below the first amount', 9_99, 0, []],
  ['a fen earlier makes it reach the first amount', 9_99, 1, ['finance']],
  ['earlier amounts make it reach the second level too', 1, 99_99, ['finance', 'admin']],
  ['without an amount all levels, whatever was earlier', null, 1, ['finance', 'admin']],
])('%s', (_, amountFen, earlierFen, roles) => {
  expect(neededLevels(FLOW, thresholdAmount(amountFen, earlierFen)).map((one) => one.role)).toEqual(roles);
});

test.each([
  ['who asked', { isRequester: true, isAdmin: true }, null, 'own-request'],
  ['who passed a level before', { hasDecidedBefore: true, isAdmin: true }, null, 'decided-before'],
  ['another role', { roles: ['finance'] }, 'operator', 'other-role'],
  ['the role', { roles: ['finance'] }, 'finance', null],
  ['an administrator, whatever the role', { isAdmin: true }, 'finance', null],
  ['anybody, where no role is named', {}, null, null],
])('%s', (_, more, role, obstacle) => {
  const decider = { isRequester: false, hasDecidedBefore: false, isAdmin: false, roles: [], ...more };
  expect(decisionObstacle(decider, role)).toBe(obstacle);
});
