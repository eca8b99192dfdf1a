import { dayOfKey, instantOfWall, wallTime } from '../period.ts';
import { minuteMs, type ReadyPlan, readyPlans } from './compile.ts';
import { dailySteps, firstSteps, walkedDays } from './effort.ts';
import { priceStay } from './price.ts';
import type { PricedStay, Stay } from './stay.ts';
import type { Tally } from './tally.ts';
import type { DayKind, Plan, Tariff } from './tariff.ts';

/** A stay in wall-clock times of the lot, with the facts known of the vehicle. */
export type ExampleStay = {
  entry: string;
  exit: string;
  vehicleKind?: string;
  plateColor?: number;
  spotKind?: string;
};

/** A finding of the linter: an error blocks publishing, a warning needs confirmation. */
export type LintFinding = {
  severity: 'error' | 'warning';
  code:
    | 'gap'
    | 'overlap'
    | 'unreachable-window'
    | 'unreachable-step'
    | 'unreachable-cap'
    | 'unreachable-plan'
    | 'unreachable-mark'
    | 'no-effect'
    | 'missing-plan'
    | 'amount'
    | 'ladder'
    | 'whole-day-times'
    | 'price-scale'
    | 'partly-checked'
    | 'too-intricate'
    | 'fee-falls'
    | 'free-beyond-first-block'
    | 'missing-vehicle-kind'
    | 'holiday-year-missing';
  /** Where in the tariff, 'plans.0.windows.1'. */
  path: string;
  zh: string;
  en: string;
  /** A stay that demonstrates it. */
  example: ExampleStay;
};

/** A zone without clock changes: examples are wall-clock times of any lot. */
export const zone = 'UTC';
/** A sample day of each kind; real dates, so that an example has the same price with a real calendar. */
export const exampleDays: Record<DayKind, string> = {
  workday: '2026-03-04',
  weekend: '2026-03-07',
  holiday: '2026-10-01',
};

// Days off and make-up working days of 2026 by the notice of the State Council, 'MM-DD'.
const daysOff = [
  ['01-01', '01-03'],
  ['02-15', '02-23'],
  ['04-04', '04-06'],
  ['05-01', '05-05'],
  ['06-19', '06-21'],
  ['09-25', '09-27'],
  ['10-01', '10-07'],
] as const;
const makeUpDays = ['01-04', '02-14', '02-28', '05-09', '09-20', '10-10'];

/** A real calendar: that of 2026, with its national holidays and make-up working days. */
export function calendar(key: string): DayKind | undefined {
  if (!key.startsWith('2026')) return undefined;
  const date = key.slice(5);
  if (daysOff.some(([from, to]) => date >= from && date <= to)) return 'holiday';
  return makeUpDays.includes(date) ? 'workday' : undefined;
}

/** Every day of that year, and a 29 February. */
export const yearDays: readonly number[] = [
  ...Array.from({ length: 365 }, (_, i) => dayOfKey('2026-01-01') + i),
  dayOfKey('2028-02-29'),
];

/** Returns a stay in wall-clock times. */
export function exampleOf({ enteredAtMs, exitAtMs, ...stay }: Stay): ExampleStay {
  const { vehicleKind, plateColor, spotKind } = stay;
  return {
    entry: wallTime(enteredAtMs, zone).slice(0, 16),
    exit: wallTime(exitAtMs, zone).slice(0, 16),
    ...(vehicleKind === undefined ? {} : { vehicleKind }),
    ...(plateColor === undefined ? {} : { plateColor }),
    ...(spotKind === undefined ? {} : { spotKind }),
  };
}

/** Returns a stay of some minutes that meets a plan's conditions on the vehicle. */
export function trialStay({ when }: Plan, enteredAtMs: number, minutes: number): Stay {
  return {
    enteredAtMs,
    exitAtMs: enteredAtMs + minutes * minuteMs,
    zone,
    calendar,
    vehicleKind: when?.vehicleKinds?.[0],
    plateColor: when?.plateColors?.[0],
    spotKind: when?.spotKinds?.[0],
  };
}

/** Returns a stay that begins at a minute of a day. */
export function stayAt(dayKey: string, minute: number, minutes: number): ExampleStay {
  const enteredAtMs = instantOfWall(`${dayKey}T00:00`, zone) + minute * minuteMs;
  return exampleOf({ enteredAtMs, exitAtMs: enteredAtMs + minutes * minuteMs, zone });
}

/**
 * A limit on the work of the linter, so that the largest tariff is checked in about a second on any machine. A unit is a step of the engine,
 * roughly a microsecond. What was really done is added to the tally.
 */
export class Work {
  /** Whether some samples were left out. */
  isCut = false;
  readonly #tally: Tally;
  #left: number;

  constructor(units: number, tally: Tally) {
    this.#left = units;
    this.#tally = tally;
  }

  /** Takes units for work other than prices; false, and `isCut`, where that would exceed the limit. */
  spend(units: number): boolean {
    const isWithin = units <= this.#left;
    this.isCut ||= !isWithin;
    if (!isWithin) return false;
    this.#left -= units;
    this.#tally.steps += units;
    return true;
  }

  /** Prices a stay; undefined, and `isCut`, where that would exceed the limit. */
  price(tariff: Tariff, stay: Stay): PricedStay | undefined {
    const minutes = (stay.exitAtMs - stay.enteredAtMs) / minuteMs;
    if (!this.affords(tariff, minutes)) return undefined;
    this.#left -= unitsOf(tariff, minutes);
    return priceStay(tariff, stay, this.#tally);
  }

  /** Whether a stay of some minutes is within the limit. */
  affords(tariff: Tariff, minutes: number): boolean {
    const isWithin = unitsOf(tariff, minutes) <= this.#left;
    this.isCut ||= !isWithin;
    return isWithin;
  }
}

const daysOf = new WeakMap<Tariff, readonly { plan: ReadyPlan; daily: number; first: number }[]>();

/** Returns the most steps that a stay of some minutes takes by the most intricate plan of a tariff. */
function unitsOf(tariff: Tariff, minutes: number): number {
  let plans = daysOf.get(tariff);
  if (!plans) {
    plans = readyPlans(tariff).map((plan) => ({ plan, daily: dailySteps(plan), first: firstSteps(plan) }));
    daysOf.set(tariff, plans);
  }
  const days = minutes / 1440 + 1;
  const most = plans.reduce((max, { plan, daily, first }) => Math.max(max, first + daily * walkedDays(plan, days)), 0);
  return most + tariff.plans.length / 4;
}
