import { expect, test } from 'vitest';
import { plateColor } from './plate-mix.ts';
import { profiles, shareAt } from './profile.ts';
import { type CarEvent, type InsideCar, type TrafficLot, traffic } from './traffic.ts';
import { wallTimeAt } from './wall-time.ts';

const HOUR_MS = 3_600_000;
const fromMs = Date.parse('2026-03-02T00:00:00+08:00');
const lots: TrafficLot[] = [...profiles.values()].map((profile) => ({
  code: profile.code,
  capacity: profile.capacity,
  profile: profile.code,
  lanes: [
    { code: 'in', direction: 'entry' },
    { code: 'out', direction: 'exit' },
  ],
}));
const noQuirks = { misread: 0, lowConfidence: 0, noPlate: 0, neverPasses: 0, follows: 0, missed: 0 };

function collect(options: Partial<Parameters<typeof traffic>[0]> = {}): { events: CarEvent[]; inside: InsideCar[] } {
  const stream = traffic({ lots, fromMs, toMs: fromMs + 7 * 24 * HOUR_MS, seed: 7, ...options });
  const events: CarEvent[] = [];
  for (;;) {
    const step = stream.next();
    if (step.done) return { events, inside: step.value };
    events.push(step.value);
  }
}

test('entries minus exits follow the measured share of each lot', () => {
  const { events, inside } = collect({ quirks: noQuirks });
  const counts = new Map<string, number>();
  const wrong: string[] = [];
  let at = 0;
  for (let atMs = fromMs; atMs <= fromMs + 7 * 24 * HOUR_MS; atMs += HOUR_MS / 4) {
    for (; events[at] && events[at]!.atMs < atMs; at += 1) {
      const { lotCode, direction } = events[at]!;
      counts.set(lotCode, (counts.get(lotCode) ?? 0) + (direction === 'entry' ? 1 : -1));
    }
    if (atMs < fromMs + 3 * HOUR_MS) continue;
    const { dayIndex, minuteOfDay } = wallTimeAt(undefined, atMs);
    for (const lot of lots) {
      const expected = lot.capacity * shareAt(profiles.get(lot.profile)!, dayIndex, minuteOfDay);
      const error = Math.abs((counts.get(lot.code) ?? 0) - expected);
      if (error > lot.capacity * 0.02 + 2) wrong.push(`${lot.code} at ${new Date(atMs).toISOString()}: ${error} off`);
    }
  }
  expect(wrong).toEqual([]);
  expect(inside.length).toBe([...counts.values()].reduce((sum, count) => sum + count, 0));
});

test('some cars back out at an entry and come again, some slip through an exit close behind another one', () => {
  const quirks = { ...noQuirks, neverPasses: 0.2, follows: 0.3 };
  const { events } = collect({ lots: lots.slice(0, 2), toMs: fromMs + 24 * HOUR_MS, quirks });
  const keyOf = (plate: string, atMs: number) => `${plate} ${atMs}`;
  const entries = new Set(events.filter((one) => one.direction === 'entry').map((one) => keyOf(one.plate, one.atMs)));
  const turned = events.filter((one) => one.quirk === 'never-passes');
  const again = turned.filter(({ plate, atMs }) => entries.has(keyOf(plate, atMs + 200_000)));
  expect(again.length).toBeGreaterThan(turned.length / 4);
  expect(again.length).toBeLessThan(turned.length);
  const before = new Map<string, CarEvent>();
  const followers: CarEvent[] = [];
  for (const event of events) {
    const lane = `${event.lotCode} ${event.laneCode}`;
    if (event.quirk === 'follows') {
      followers.push(event);
      expect(event.direction).toBe('exit');
      expect(event.atMs - event.enteredAtMs!).toBeGreaterThanOrEqual(120_000);
      expect(event.atMs - before.get(lane)!.atMs).toBeLessThan(10_000);
    }
    before.set(lane, event);
  }
  expect(followers.length).toBeGreaterThan(20);
});

test('the same seed gives the same traffic, another seed another', () => {
  const short = { toMs: fromMs + 12 * HOUR_MS };
  expect(collect(short)).toEqual(collect(short));
  expect(collect(short).events).not.toEqual(collect({ ...short, seed: 8 }).events);
});

test('the stream is in order of time, and every exit follows its entry', () => {
  const { events } = collect({ quirks: noQuirks });
  const entered = new Map<string, CarEvent>();
  const insidePlates = new Set<string>();
  let lastMs = 0;
  const wrong: CarEvent[] = [];
  for (const event of events) {
    const { direction, plate, visitId, atMs, enteredAtMs } = event;
    const entry = entered.get(visitId);
    const isInside = plate !== '' && insidePlates.has(plate);
    const isRight =
      direction === 'entry'
        ? !isInside && !entry
        : entry?.plate === plate && entry.atMs === enteredAtMs && atMs >= enteredAtMs;
    if (!isRight || atMs < lastMs) wrong.push(event);
    lastMs = atMs;
    if (direction === 'entry') {
      insidePlates.add(plate);
      entered.set(visitId, event);
    } else {
      insidePlates.delete(plate);
      entered.delete(visitId);
    }
  }
  expect(events.length).toBeGreaterThan(10_000);
  expect(wrong).toEqual([]);
});

test('stays and plates are mixed as in a southern city', () => {
  const { events } = collect();
  const entries = events.filter((event) => event.direction === 'entry' && event.plate);
  const share = (test: (event: CarEvent) => boolean): number => entries.filter(test).length / entries.length;
  expect(share((event) => event.color === plateColor.newEnergy)).toBeGreaterThan(0.2);
  expect(share((event) => event.color === plateColor.newEnergy)).toBeLessThan(0.3);
  expect(share((event) => event.plate.startsWith('粤'))).toBeGreaterThan(0.75);
  for (const color of [plateColor.yellow, plateColor.white, plateColor.black]) {
    expect(share((event) => event.color === color)).toBeGreaterThan(0);
    expect(share((event) => event.color === color)).toBeLessThan(0.05);
  }
  const isForm = ({ plate, color }: CarEvent): boolean =>
    (color === plateColor.newEnergy ? /^..[0-9A-HJ-NP-Z]{6}$/ : /^..[0-9A-HJ-NP-Z]{4}.$/).test(plate);
  expect(entries.filter((event) => !isForm(event))).toEqual([]);
  const stays = events.flatMap((event) => (event.enteredAtMs ? [(event.atMs - event.enteredAtMs) / HOUR_MS] : []));
  const between = (low: number, high: number): number =>
    stays.filter((stay) => stay >= low && stay < high).length / stays.length;
  expect(between(0, 0.25)).toBeGreaterThan(0.05);
  expect(between(1, 3)).toBeGreaterThan(0.25);
  expect(between(6, 12)).toBeGreaterThan(0.08);
  expect(between(12, 48)).toBeGreaterThan(0.01);
  const days = Map.groupBy(entries, (event) => event.plate);
  expect([...days.values()].filter((visits) => visits.length >= 4).length).toBeGreaterThan(100);
});

test('cars inside at the start leave, plates of the lists come, volume scales', () => {
  const inside: InsideCar[] = Array.from({ length: 50 }, (_, place) => ({
    plate: `粤B9${String(place).padStart(4, '0')}`,
    color: plateColor.blue,
    lotCode: 'lot-01',
    enteredAtMs: fromMs - 5 * HOUR_MS,
  }));
  const { events } = collect({ inside, blackPlates: ['粤B66666'], whitePlates: ['粤B88888'], quirks: noQuirks });
  for (const car of inside) {
    const exit = events.find((event) => event.plate === car.plate);
    expect(exit?.direction).toBe('exit');
    expect(exit?.enteredAtMs).toBe(car.enteredAtMs);
  }
  expect(events.some((event) => event.plate === '粤B66666')).toBe(true);
  expect(events.some((event) => event.plate === '粤B88888')).toBe(true);
  const half = collect({ volume: 0.5 }).events.length / collect().events.length;
  expect(half).toBeGreaterThan(0.4);
  expect(half).toBeLessThan(0.6);
});
