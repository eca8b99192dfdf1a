import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareSightings, type SignalOutcome, type SpotSignal, settleSignals } from './spot-signal.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const RULES = { arriveMs: 30_000, leaveMs: 10_000 };
const LATER = 10_000_000;

/** Signals written as `+0 -5`: taken at 0 s, free at 5 s; `!` marks those seen by a person. */
const read = (text: string): SpotSignal[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word, index) => ({
      id: `s${String(index).padStart(3, '0')}`,
      isTaken: word[0] === '+',
      atMs: Number.parseInt(word.slice(1), 10) * 1000,
      isCertain: word.endsWith('!'),
    }));
const settle = (text: string, isTaken: boolean, nowMs = LATER) => {
  const signals = read(text);
  const outcomes = settleSignals(signals, isTaken, RULES, nowMs);
  return signals.map(({ id }) => outcomes.get(id)).join(' ');
};

test.each([
  ['a car that stays', '+0', false, 'change'],
  ['a car that has just come', '+0', false, 'pending', 29_000],
  ['a car that has stayed for the time', '+0', false, 'change', 30_000],
  ['a car that drives over it', '+0 -12', false, 'flap flap'],
  ['a car that stays for just the time', '+0 -30', false, 'change change'],
  ['a car that leaves', '-0', true, 'change'],
  ['a door', '-0 +9', true, 'flap flap'],
  ['a car that follows another', '-0 +15', true, 'change change'],
  ['a state said twice', '+0 +1 +50', false, 'change repeat repeat'],
  ['a double while it is pending', '+0 +5', false, 'pending repeat', 20_000],
  ['what is known already', '+0 -60', true, 'repeat change'],
  ['noise before a car stays', '+0 -3 +6 -9 +12', false, 'flap flap flap flap change'],
  ['messages out of order', '-60 +0', false, 'change change'],
  ['a person who sees the car too', '+0 +5!', false, 'change repeat', 6000],
  ['a person who sees no car', '+0 -5!', false, 'flap repeat'],
  ['a person before the detector', '+0! +5', false, 'change repeat'],
  ['a person who sees that it has gone', '-0!', true, 'change', 0],
] as const)('%s', (_name, text, isTaken, expected, nowMs?: number) => {
  expect(settle(text, isTaken, nowMs)).toBe(expected);
});

const signals = fc
  .array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 600 }), fc.constantFrom(false, false, false, true)), {
    maxLength: 25,
  })
  .map((all): SpotSignal[] =>
    all.map(([isTaken, seconds, isCertain], index) => ({
      id: `s${String(index).padStart(3, '0')}`,
      isTaken,
      // No two at the same instant: devices number what they say.
      atMs: seconds * 1000 + index,
      isCertain,
    })),
  );
const changesOf = (all: readonly SpotSignal[], outcomes: ReadonlyMap<string, SignalOutcome>) =>
  all.filter(({ id }) => outcomes.get(id) === 'change').sort((one, other) => one.atMs - other.atMs);

test('every signal gets an outcome; changes alternate, and those of a detector last', () => {
  fc.assert(
    fc.property(signals, fc.boolean(), (all, isTaken) => {
      const outcomes = settleSignals(all, isTaken, RULES, LATER);
      expect(outcomes.size).toBe(all.length);
      let state = isTaken;
      const changes = changesOf(all, outcomes);
      for (const [index, one] of changes.entries()) {
        expect(one.isTaken).toBe(!state);
        state = one.isTaken;
        const next = changes[index + 1];
        if (next && !one.isCertain && !all.some((other) => other.isCertain))
          expect(next.atMs - one.atMs).toBeGreaterThanOrEqual(one.isTaken ? RULES.arriveMs : RULES.leaveMs);
      }
    }),
  );
});

test('neither the order of arrival nor a doubled signal changes anything', () => {
  fc.assert(
    fc.property(signals, fc.boolean(), fc.infiniteStream(fc.nat()), fc.nat(), (all, isTaken, keys, which) => {
      const outcomes = settleSignals(all, isTaken, RULES, LATER);
      const shuffled = all
        .map((one) => [keys.next().value, one] as const)
        .sort(([one], [other]) => one - other)
        .map(([, one]) => one);
      expect(settleSignals(shuffled, isTaken, RULES, LATER)).toEqual(outcomes);
      if (all.length === 0) return;
      const doubled = all[which % all.length]!;
      const again = [...all, { ...doubled, id: `${doubled.id}x` }];
      const twice = settleSignals(again, isTaken, RULES, LATER);
      expect(changesOf(again, twice).map(({ atMs }) => atMs)).toEqual(changesOf(all, outcomes).map(({ atMs }) => atMs));
    }),
  );
});

test('what is decided stays decided as time goes on, and nothing is pending in the end', () => {
  fc.assert(
    fc.property(signals, fc.boolean(), fc.integer({ min: 600_000, max: 700_000 }), (all, isTaken, nowMs) => {
      const early = settleSignals(all, isTaken, RULES, nowMs);
      const late = settleSignals(all, isTaken, RULES, LATER);
      for (const [id, outcome] of early) if (outcome !== 'pending') expect(late.get(id)).toBe(outcome);
      expect([...late.values()]).not.toContain('pending');
    }),
  );
});

test('signals that are settled stay settled without those before them', () => {
  fc.assert(
    fc.property(signals, fc.boolean(), fc.nat(), (all, isTaken, which) => {
      const outcomes = settleSignals(all, isTaken, RULES, LATER);
      const changes = changesOf(all, outcomes);
      const from = changes[which % Math.max(1, changes.length)];
      if (!from) return;
      const rest = all.filter(({ atMs }) => atMs > from.atMs);
      const again = settleSignals(rest, from.isTaken, RULES, LATER);
      expect(changesOf(rest, again)).toEqual(changes.filter(({ atMs }) => atMs > from.atMs));
    }),
  );
});

test.each([
  ['a car both saw', '+0', '+2', { agreed: 1, missed: 0, stuck: 0 }],
  ['a car seen long after it came', '+0', '+90', { agreed: 1, missed: 0, stuck: 0 }],
  ['a car seen a little before the detector', '+3', '+0', { agreed: 1, missed: 0, stuck: 0 }],
  ['a car the detector never noticed', '', '+10', { agreed: 0, missed: 1, stuck: 0 }],
  ['a car that has gone while the detector says taken', '+0', '-60', { agreed: 0, missed: 0, stuck: 1 }],
  ['a car that has gone for both', '+0 -59', '-60', { agreed: 1, missed: 0, stuck: 0 }],
])('%s', (_name, changes, sightings, expected) => {
  const minutes = (text: string) => read(text).map(({ isTaken, atMs }) => ({ isTaken, atMs: atMs * 60 }));
  expect(compareSightings(minutes(changes), false, minutes(sightings), 5 * 60_000)).toEqual(expected);
});

test('each sighting is counted once, and a wider tolerance agrees with no fewer', () => {
  fc.assert(
    fc.property(
      signals,
      signals,
      fc.boolean(),
      fc.nat({ max: 300_000 }),
      (changes, sightings, isTaken, toleranceMs) => {
        const narrow = compareSightings(changes, isTaken, sightings, toleranceMs);
        const wide = compareSightings(changes, isTaken, sightings, toleranceMs * 2);
        expect(narrow.agreed + narrow.missed + narrow.stuck).toBe(sightings.length);
        expect(wide.agreed).toBeGreaterThanOrEqual(narrow.agreed);
      },
    ),
  );
});
