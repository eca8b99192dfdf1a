/** A text in both languages of the product. */
export type Text = { zh: string; en: string };

/** Kind of a calendar day; a make-up working day is a `workday` even on a Saturday. */
export type DayKind = 'workday' | 'weekend' | 'holiday';

/** A choice of days: by kind, by the kind of the day after (`before-…`), or by weekday. */
export type DayChoice = DayKind | `before-${DayKind}` | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

/** Days of the year from one 'MM-DD' to another, both included; may run over New Year. */
export type Season = { from: string; to: string };

/**
 * The stretch over which something is counted before it restarts: the whole stay, blocks of hours from entry, natural days (`days` of them,
 * beginning at `startsAt` 'HH:MM'), or one occurrence of a window.
 */
export type Scope =
  | { per: 'stay' }
  | { per: 'hours'; hours: number }
  | { per: 'day'; days?: number; startsAt?: string }
  | { per: 'window' };

/** Stretches whose ends also end units. */
export type Cut = Extract<Scope, { per: 'hours' | 'day' }>;

/**
 * One step of a ladder: from the end of the previous step up to `upToMinutes` of the plan's clock, each unit of `unitMinutes` costs
 * `priceFen`. Without `unitMinutes` the whole step is one unit; without an end the step lasts for ever.
 */
export type Step = {
  upToMinutes?: number;
  /** Instead of `upToMinutes`: the step ends with this unit, counted like the clock's minutes over all steps charged in units. */
  upToUnits?: number;
  unitMinutes?: number;
  priceFen: number;
  /**
   * Price of an unfinished unit: the whole price (default), nothing, a share by time, or the whole price once `fromMinutes` of it have
   * passed.
   */
  part?: 'whole' | 'none' | 'share' | { fromMinutes: number };
  /** A unit under way when the step ends is completed at its price; by default it ends there, except with the border `start`. */
  finishesUnit?: boolean;
  /** What happens to a unit of this step at the border of two windows; by default as in the plan. */
  border?: Border;
};

/**
 * A part of the day with its ladder of prices. Times are 'HH:MM' of the lot's clock; `to` not later than `from` means the next day, and the
 * hours after midnight still belong to the first day. Without times the window is always open and continues over midnight.
 */
export type Window = {
  id: string;
  name?: Text;
  from?: string;
  to?: string;
  days?: DayChoice[];
  season?: Season;
  /** Empty for a window that is free of charge. */
  steps: Step[];
};

/**
 * The clock for the steps of the ladders: which minutes it counts (all since entry, those charged, or those charged in the same window) and
 * when it restarts from zero.
 */
export type Clock = { counts: 'all' | 'charged' | 'window'; restart: Scope };

/**
 * What happens to a unit at the border of two windows: `split` ends it there, `start` completes it at the price it began with, `carry`
 * suspends it and completes it when the same window opens again.
 */
export type Border = 'split' | 'start' | 'carry';

/** Some of several stretches or times, counted from 1; both ends included. */
export type Nth = { from?: number; to?: number };

/**
 * Maximum amount within each stretch, for all windows or those listed; `isShared` includes the plate's linked stays. `nth` restricts it to
 * some of the stretches, counted from 1, where the first day has a different cap from later ones.
 */
export type Cap = {
  id: string;
  name?: Text;
  amountFen: number;
  scope: Scope;
  windows?: string[];
  isShared?: boolean;
  nth?: Nth;
};

/**
 * Free time within each stretch. `deduct` true deducts it from every stay; false exempts only stays that do not exceed it. `counts` says
 * whether all minutes use it up (default) or only those that would be charged.
 */
export type Free = {
  minutes: number;
  deduct: boolean;
  scope: Scope;
  counts?: 'all' | 'charged';
  /** With linked stays: `pool` shares the minutes among them, `once` grants them to the first only. */
  sharing?: 'none' | 'pool' | 'once';
};

/**
 * Price of every whole block of `hours` hours from entry. The rest is priced without free time: as if the car had just entered (`restart`,
 * by default), or further along the ladders (`continue`), for which a block counts with its whole time and more units than any step has.
 */
export type Whole = { hours: number; amountFen: number; rest?: 'restart' | 'continue' };

/**
 * An amount due once at entry, or each time the lot's clock passes 'HH:MM' with the car inside. `includesExit` also charges a car that leaves
 * exactly then; `nth` charges only some of these times, counted from 1 since entry.
 */
export type Mark = {
  id: string;
  name?: Text;
  at: 'entry' | (string & {});
  amountFen: number;
  days?: DayChoice[];
  includesExit?: boolean;
  nth?: Nth;
};

/** Conditions on the stays a plan prices; all of them must hold. */
export type When = {
  vehicleKinds?: string[];
  plateColors?: number[];
  spotKinds?: string[];
  entryDays?: DayChoice[];
  season?: Season;
  /** Entry within these clock times, `to` excluded; may span midnight. */
  enteredBetween?: { from: string; to: string };
  /** Longest stay in minutes. */
  atMostMinutes?: number;
  /** Exit no later than the first time, or the n-th time, after entry at which the lot's clock shows 'HH:MM'. */
  leftBy?: { at: string; nth?: number };
};

/** Prices of one kind of stay. */
export type Plan = {
  id: string;
  name?: Text;
  when?: When;
  free?: Free;
  /** Each instant belongs to the first window open then; where none is open nothing is charged. */
  windows: Window[];
  /** Default: counts all minutes and never restarts. */
  clock?: Clock;
  /** Default: `split`. */
  border?: Border;
  /** Units also end where these stretches end, as with `split`; the clock of the ladders goes on. */
  cut?: Cut;
  caps?: Cap[];
  whole?: Whole;
  marks?: Mark[];
  /** Minimum fee of a stay that is not free. */
  minimumFen?: number;
  /** Percentage of the amount to be paid, 100 by default. */
  percent?: number;
};

/**
 * Which earlier stays of a plate are linked to one: those that ended at most `minutes` before it began (and so on back), or those of the
 * same natural day.
 */
export type Linking = { by: 'gap'; minutes: number } | { by: 'day' };

/**
 * Time to leave after a payment. Beyond it the stay is priced in full again (`difference`), or only the time after the payment or after the
 * grace as a new stay.
 */
export type Grace = { minutes: number; beyond: 'difference' | 'from-payment' | 'from-grace-end' };

/** A tariff as data; amounts are fen, durations minutes, times of day 'HH:MM' on the lot's clock. Treat as immutable. */
export type Tariff = {
  id: string;
  version: number;
  name: Text;
  /** ISO 4217, CNY by default; amounts are hundredths of it. */
  currency?: string;
  /** `drop` truncates entry and exit to whole minutes; `count` (default) keeps seconds. */
  seconds?: 'count' | 'drop';
  /** Which instant of a stay decides the version; entry by default. */
  versionBy?: 'entry' | 'exit';
  /** The first plan whose conditions hold prices the stay; if none does, nothing is charged and a line says so. */
  plans: Plan[];
  linking?: Linking;
  grace?: Grace;
  /** The total is rounded to a multiple of this many fen. */
  rounding?: { toFen: number; mode: 'up' | 'down' | 'nearest' };
};
