import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Span } from './daily-hours.ts';
import { instantOfWall, wallTime } from './period.ts';
import {
  bookingFen,
  bookingLines,
  cancelRefundFen,
  isOffered,
  type Offered,
  offeredWithin,
  overstayFen,
  type ShareTerms,
  splitShare,
} from './shared-parking.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const ZONE = 'Asia/Shanghai';
const at = (text: string) => instantOfWall(text, ZONE);
const span = (from: string, to: string): Span => ({ fromMs: at(from), toMs: at(to) });
const wall = (spans: readonly Span[]) =>
  spans.map(({ fromMs, toMs }) => `${wallTime(fromMs, ZONE).slice(0, 16)} ${wallTime(toMs, ZONE).slice(0, 16)}`);
const HOUR = 3_600_000;

const terms: ShareTerms = {
  hourFen: 500,
  dayCapFen: 3000,
  earlyMinutes: 15,
  graceMinutes: 15,
  overstayPercent: 150,
  freeCancelMinutes: 60,
  lateRefundPercent: 50,
  ownerPercent: 70,
  platformPercent: 10,
};
/** Workdays from nine to six, and nights from Friday on. 2026-03-02 is a Monday. */
const office: Offered = {
  windows: [
    { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' },
    { days: [5], from: '22:00', to: '07:00' },
  ],
  exceptions: [],
};

describe('offered', () => {
  test('the windows of a week, also over midnight', () => {
    expect(wall(offeredWithin(office, span('2026-03-06T12:00', '2026-03-09T10:00'), ZONE))).toEqual([
      '2026-03-06T12:00 2026-03-06T18:00',
      '2026-03-06T22:00 2026-03-07T07:00',
      '2026-03-09T09:00 2026-03-09T10:00',
    ]);
    // The night belongs to the day it began on.
    expect(isOffered(office, span('2026-03-07T01:00', '2026-03-07T06:00'), ZONE)).toBe(true);
    expect(isOffered(office, span('2026-03-06T01:00', '2026-03-06T06:00'), ZONE)).toBe(false);
  });

  test('exceptions add time and take it away; what is closed decides', () => {
    const exceptions = [
      { kind: 'open', ...span('2026-03-02T18:00', '2026-03-02T21:00') },
      { kind: 'closed', ...span('2026-03-02T12:00', '2026-03-02T13:00') },
      { kind: 'closed', ...span('2026-03-02T20:00', '2026-03-03T10:00') },
    ] as const;
    expect(wall(offeredWithin({ ...office, exceptions }, span('2026-03-02T00:00', '2026-03-03T12:00'), ZONE))).toEqual([
      '2026-03-02T09:00 2026-03-02T12:00',
      '2026-03-02T13:00 2026-03-02T20:00',
      '2026-03-03T10:00 2026-03-03T12:00',
    ]);
  });

  const clock = fc.integer({ min: 0, max: 47 }).map((half) => {
    const minutes = half * 30;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  });
  const anySpan = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 120 }))
    .map(([from, length]) => ({
      fromMs: at('2026-03-01T00:00') + from * HOUR * 0.5,
      toMs: at('2026-03-01T00:00') + (from + length) * HOUR * 0.5,
    }));
  const anyOffer = fc.record({
    windows: fc.array(
      fc.record({ days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), from: clock, to: clock }),
      { minLength: 1, maxLength: 4 },
    ),
    exceptions: fc.array(
      fc.tuple(fc.constantFrom('open' as const, 'closed' as const), anySpan).map(([kind, one]) => ({ kind, ...one })),
      { maxLength: 4 },
    ),
  });

  test('each half hour is offered as a rule read minute by minute says, and spans are in order without gaps between them', () => {
    fc.assert(
      fc.property(anyOffer, anySpan, (offer, asked) => {
        const spans = offeredWithin(offer, asked, ZONE);
        for (const [index, one] of spans.entries()) {
          expect(one.fromMs).toBeLessThan(one.toMs);
          if (index > 0) expect(one.fromMs).toBeGreaterThan(spans[index - 1]!.toMs);
        }
        for (let ms = asked.fromMs; ms < asked.toMs; ms += HOUR / 2) {
          const isIn = spans.some((one) => one.fromMs <= ms && ms < one.toMs);
          expect([wallTime(ms, ZONE), isIn]).toEqual([wallTime(ms, ZONE), isOpenAt(offer, ms)]);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('whoever closes time never offers more, and a booking inside stays inside when other time is closed', () => {
    fc.assert(
      fc.property(anyOffer, anySpan, anySpan, (offer, asked, closed) => {
        const fewer = { ...offer, exceptions: [...offer.exceptions, { kind: 'closed' as const, ...closed }] };
        const isApart = closed.toMs <= asked.fromMs || closed.fromMs >= asked.toMs;
        if (isApart) expect(isOffered(fewer, asked, ZONE)).toBe(isOffered(offer, asked, ZONE));
        else expect(isOffered(fewer, asked, ZONE)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });
});

/** Says of a moment whether it is offered, without merging anything. */
function isOpenAt({ windows, exceptions }: Offered, ms: number): boolean {
  const within = (kind: string) => exceptions.some((one) => one.kind === kind && one.fromMs <= ms && ms < one.toMs);
  if (within('closed')) return false;
  const text = wallTime(ms, ZONE);
  const clock = text.slice(11, 16);
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay();
  const inWindow = windows.some(({ days, from, to }) => {
    const today = days.includes(day);
    const yesterday = days.includes((day + 6) % 7);
    return from < to ? today && from <= clock && clock < to : (today && from <= clock) || (yesterday && clock < to);
  });
  return inWindow || within('open');
}

describe('money', () => {
  test.each([
    ['an hour', 1, 500],
    ['a minute more', 1 + 1 / 60, 1000],
    ['six hours reach the cap', 6, 3000],
    ['a day', 24, 3000],
    ['a day and two hours', 26, 4000],
  ])('%s', (_, hours, fen) => {
    const long = { fromMs: 0, toMs: hours * HOUR };
    expect(bookingFen(terms, long)).toBe(fen);
  });

  test('a capped day says so', () => {
    const [line] = bookingLines(terms, span('2026-03-02T09:00', '2026-03-02T18:00'), ZONE);
    expect(line).toMatchObject({
      units: 9,
      amountFen: 3000,
      zh: '03-02 09:00–03-02 18:00 9小时 × 5.00元，封顶30.00元',
      en: '03-02 09:00–03-02 18:00 9 h × 5.00, at most 30.00',
    });
  });

  test.each([
    ['within the grace', 15, 0],
    ['a minute later, from the end of the booking', 16, 750],
    ['an hour', 60, 750],
    ['an hour and a minute', 61, 1500],
  ])('an overstay %s', (_, minutes, fen) => {
    expect(overstayFen(terms, 0, minutes * 60_000)).toBe(fen);
  });

  test.each([
    ['in time', -60, 1001],
    ['late', -59, 500],
    ['after the start', 0, 0],
  ])('a cancellation %s', (_, minutes, fen) => {
    expect(cancelRefundFen(terms, { paidFen: 1001, fromMs: 0, atMs: minutes * 60_000 })).toBe(fen);
  });

  test('longer never costs less, the parts of a split add up, and nobody gets less than nothing', () => {
    const minutes = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(minutes, minutes, fc.nat(1_000_000), fc.nat(100), fc.nat(100), (one, more, fen, owner, platform) => {
        const cost = (length: number) => bookingFen(terms, { fromMs: 0, toMs: length * 60_000 });
        expect(cost(one + more)).toBeGreaterThanOrEqual(cost(one));
        const split = splitShare(fen, {
          ownerPercent: owner,
          platformPercent: Math.min(platform, 100 - owner),
        });
        expect(split.ownerFen + split.lotFen + split.platformFen).toBe(fen);
        expect(Math.min(split.ownerFen, split.lotFen, split.platformFen)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
