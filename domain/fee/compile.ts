import { bitsOfChoice } from './choice.ts';
import type {
  Border,
  Cap,
  Cut,
  DayChoice,
  Free,
  Mark,
  Plan,
  Scope,
  Season,
  Step,
  Tariff,
  Text,
  Whole,
} from './tariff.ts';
import { stepText } from './text.ts';

/** Milliseconds of a minute. */
export const minuteMs = 60_000;
/** Milliseconds of an hour. */
export const hourMs = 60 * minuteMs;

/** A step prepared for the meter. */
export type ReadyStep = {
  /** Clock position where the step ends, in ms; Infinity for the last. */
  endMs: number;
  /** Number of the unit that ends the step; Infinity where time ends it. */
  endUnits: number;
  /** Length of a unit in ms; Infinity when the endless step is one unit. */
  unitMs: number;
  /** One unit covers the whole step. */
  isBlock: boolean;
  priceFen: number;
  /** A started unit is charged once this much of it is used; -1 for a proportional share. */
  partMs: number;
  /** A unit under way at the end of the step is completed. */
  isFinished: boolean;
  border: Border;
  rule: string;
  text: Text;
};

/** A window with its times in minutes; `fromMinute` -1 when it is always open. */
export type ReadyWindow = {
  id: string;
  name: Text;
  fromMinute: number;
  lengthMinutes: number;
  days: DayChoice[] | undefined;
  dayBits: number;
  season: Season | undefined;
  steps: ReadyStep[];
};

/** A cap with the windows it covers as a bit mask. */
export type ReadyCap = { cap: Cap; rule: string; mask: number };

/** A plan prepared for the meter; compiled once per tariff and cached. */
export type ReadyPlan = {
  plan: Plan;
  version: number;
  currency: string | undefined;
  windows: ReadyWindow[];
  /** One window that is always open on every day, so there are no borders. */
  isOpenAlways: boolean;
  /** Windows depend on the kind of day or the season. */
  isDayBound: boolean;
  /** Whether units of some step extend beyond the window in which they start. */
  hasOverrun: boolean;
  cut: Cut | undefined;
  counts: 'all' | 'charged' | 'window';
  restart: Scope;
  caps: ReadyCap[];
  free: Free | undefined;
  freeMs: number;
  whole: Whole | undefined;
  marks: Mark[];
  hasShares: boolean;
  hasSharing: boolean;
  /** Cached day layouts, by the windows open on that day and on the day before. */
  layouts: Map<number, DayLayout>;
};

/**
 * One day split at the borders of windows: each piece up to `endMinute` belongs to a window (-1 none) that opened `openedDays` days ago.
 */
export type DayLayout = { endMinute: number[]; window: number[]; openedDays: number[] };

/** Returns the minutes since midnight of 'HH:MM'; '24:00' is 1440. */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

function readySteps(steps: Step[], rule: string, border: Border, currency: string | undefined): ReadyStep[] {
  let start = 0;
  return steps.map((step, index) => {
    const endMs = step.upToMinutes === undefined ? Infinity : step.upToMinutes * minuteMs;
    const unitMs = step.unitMinutes === undefined ? endMs - start : step.unitMinutes * minuteMs;
    const part = step.part ?? 'whole';
    const partMs =
      part === 'whole'
        ? 1
        : part === 'none'
          ? unitMs
          : part === 'share'
            ? -1
            : Math.min(part.fromMinutes * minuteMs, unitMs);
    const ready: ReadyStep = {
      endMs,
      endUnits: step.upToUnits ?? Infinity,
      unitMs,
      isBlock: step.unitMinutes === undefined,
      priceFen: step.priceFen,
      partMs: step.unitMinutes === undefined ? 1 : partMs,
      isFinished: step.finishesUnit === true || step.upToUnits !== undefined,
      border: step.border ?? border,
      rule: `${rule}.${index + 1}`,
      text: stepText(steps, index, currency),
    };
    if (step.upToMinutes !== undefined) start = endMs;
    return ready;
  });
}

function readyPlan(tariff: Tariff, plan: Plan): ReadyPlan {
  const windows = plan.windows.map((window): ReadyWindow => {
    const fromMinute = window.from === undefined ? -1 : minutesOf(window.from);
    const toMinute = window.to === undefined ? 1440 : minutesOf(window.to);
    const name = window.name ?? { zh: '', en: '' };
    return {
      id: window.id,
      name,
      fromMinute,
      lengthMinutes: toMinute > fromMinute ? toMinute - fromMinute : toMinute + 1440 - fromMinute,
      days: window.days,
      dayBits: bitsOfChoice(window.days),
      season: window.season,
      steps: readySteps(window.steps, `${plan.id}.${window.id}`, plan.border ?? 'split', tariff.currency).map(
        (step) => ({
          ...step,
          text: {
            zh: name.zh === '' ? step.text.zh : `${name.zh} ${step.text.zh}`,
            en: name.en === '' ? step.text.en : `${name.en}: ${step.text.en}`,
          },
        }),
      ),
    };
  });
  const caps = (plan.caps ?? []).map((cap) => ({
    cap,
    rule: `${plan.id}.cap.${cap.id}`,
    mask: cap.windows ? windows.reduce((mask, w, i) => (cap.windows?.includes(w.id) ? mask | (1 << i) : mask), 0) : -1,
  }));
  const isDayBound = windows.some((w) => w.dayBits !== -1 || w.season !== undefined);
  return {
    plan,
    version: tariff.version,
    currency: tariff.currency,
    windows,
    isOpenAlways: windows.length > 0 && windows[0]!.fromMinute < 0 && !isDayBound,
    isDayBound,
    hasOverrun: windows.some((w) => w.steps.some((s) => s.border === 'start')),
    cut: plan.cut,
    counts: plan.clock?.counts ?? 'all',
    restart: plan.clock?.restart ?? { per: 'stay' },
    caps,
    free: plan.free,
    freeMs: (plan.free?.minutes ?? 0) * minuteMs,
    whole: plan.whole,
    marks: plan.marks ?? [],
    hasShares: windows.some((w) => w.steps.some((s) => s.partMs < 0)),
    hasSharing: caps.some((c) => c.cap.isShared) || (plan.free?.sharing ?? 'none') !== 'none',
    layouts: new Map(),
  };
}

const ready = new WeakMap<Tariff, ReadyPlan[]>();

/** Returns the compiled plans of a tariff, in order; cached while the tariff object lives. */
export function readyPlans(tariff: Tariff): ReadyPlan[] {
  let plans = ready.get(tariff);
  if (!plans) {
    plans = tariff.plans.map((plan) => readyPlan(tariff, plan));
    ready.set(tariff, plans);
  }
  return plans;
}
