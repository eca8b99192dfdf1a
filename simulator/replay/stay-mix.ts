import type { ProfileKind } from './profile.ts';
import type { Random } from './random.ts';

const MINUTE_MS = 60_000;

/** The kinds of stays a car park sees. */
export type StayKind = 'short' | 'errand' | 'visit' | 'workday' | 'overnight';

type Weights = Readonly<Record<StayKind, number>>;

/** Weights of the stays that begin by day, per kind of car park. */
const daytime: Readonly<Record<ProfileKind, Weights>> = {
  office: { short: 8, errand: 14, visit: 24, workday: 52, overnight: 2 },
  mall: { short: 9, errand: 22, visit: 55, workday: 12, overnight: 2 },
  'city centre': { short: 10, errand: 26, visit: 40, workday: 20, overnight: 4 },
  theatre: { short: 6, errand: 14, visit: 60, workday: 16, overnight: 4 },
  station: { short: 22, errand: 18, visit: 18, workday: 30, overnight: 12 },
};

/** Draws the length of a stay that begins at this minute of the day, in milliseconds; short ones stay below 15 min. */
export function drawStayMs(kind: ProfileKind, minuteOfDay: number, isWeekend: boolean, random: Random): number {
  const minutes = stayMinutes(drawStayKind(kind, minuteOfDay, isWeekend, random), minuteOfDay, random);
  return Math.round(minutes * MINUTE_MS);
}

/** Draws the kind of a stay that begins at this minute of the day. */
export function drawStayKind(kind: ProfileKind, minuteOfDay: number, isWeekend: boolean, random: Random): StayKind {
  const weights = { ...daytime[kind] };
  const hour = minuteOfDay / 60;
  if (hour < 6 || hour >= 21) {
    weights.workday = 0;
    weights.visit *= 0.3;
    weights.overnight = 60;
  } else if (hour >= 17) {
    weights.workday = 0;
    weights.overnight += 10;
  } else if (hour >= 11) {
    weights.workday *= 0.25;
  } else if (hour < 10) {
    weights.workday *= isWeekend ? 0.6 : 1.5;
    weights.visit *= 0.6;
  }
  const entries = Object.entries(weights) as [StayKind, number][];
  let draw = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    draw -= weight;
    if (draw < 0) return name;
  }
  return 'visit';
}

function stayMinutes(kind: StayKind, minuteOfDay: number, random: Random): number {
  switch (kind) {
    case 'short':
      return random.between(3, 14.5);
    case 'errand':
      return random.between(15, 60);
    case 'visit':
      return Math.min(300, Math.max(60, random.normal(118, 38)));
    case 'workday':
      return Math.min(690, Math.max(390, random.normal(545, 45)));
    case 'overnight': {
      // The car leaves around half past seven of the next morning, whenever it came.
      const untilMorning = (24 * 60 - minuteOfDay + 450) % (24 * 60);
      return Math.max(240, (untilMorning < 240 ? untilMorning + 24 * 60 : untilMorning) + random.normal(0, 55));
    }
  }
}
