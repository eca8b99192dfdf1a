import { expect, test } from 'vitest';
import { judgeSighting, type SightingFacts } from './patrol.ts';

const AT = 1_700_000_000_000;
const hoursAgo = (hours: number) => AT - hours * 3_600_000;
const fine: SightingFacts = {
  atMs: AT,
  owedFen: 0,
  isBlack: false,
  isGreen: false,
  overstayHours: 24,
  stay: { enteredMs: hoursAgo(1), spotNumber: 'A1', hasPlace: false },
  spot: { number: 'A1', kind: 'standard', ownerPlates: [] },
  plate: '粤B12345',
};
const onSpot = (kind: string, ...ownerPlates: string[]) => ({ number: 'A1', kind, ownerPlates });
const since = (hours: number, hasPlace = false) => ({ enteredMs: hoursAgo(hours), spotNumber: 'A1', hasPlace });

test.each<[string, Partial<SightingFacts>, string[]]>([
  ['a car with its order', {}, []],
  ['a car on no known spot', { spot: null }, []],
  ['a car without an order', { stay: null }, ['no-order']],
  ['a car that owes', { owedFen: 1 }, ['arrears']],
  [
    'a blacklisted car without an order that owes',
    { isBlack: true, stay: null, owedFen: 500 },
    ['black', 'no-order', 'arrears'],
  ],
  ['a car a minute before it overstays', { stay: { ...since(24), enteredMs: hoursAgo(24) + 60_000 } }, []],
  ['a car from the hour on', { stay: since(24) }, ['overstay']],
  ['a car with a place of its own', { stay: since(900, true) }, []],
  ['a car with petrol on an EV spot', { spot: onSpot('ev') }, ['wrong-spot']],
  ['an electric car on an EV spot', { spot: onSpot('ev'), isGreen: true }, []],
  ['a car on its own fixed spot', { spot: onSpot('fixed', '粤B12345', '粤B00001') }, []],
  ['a car on the fixed spot of others', { spot: onSpot('fixed', '粤B00001') }, ['wrong-spot']],
  ['a car on a fixed spot of nobody', { spot: onSpot('fixed') }, []],
  ['a car that is recorded elsewhere', { spot: { ...onSpot('standard'), number: 'A2' } }, ['wrong-spot']],
  ['a car whose order names no spot', { stay: { ...since(1), spotNumber: null } }, []],
])('%s', (_, facts, kinds) => {
  const found = judgeSighting({ ...fine, ...facts });
  expect(found.map((one) => one.kind)).toEqual(kinds);
  for (const { zh, en } of found) expect(zh.length * en.length).toBeGreaterThan(0);
});
