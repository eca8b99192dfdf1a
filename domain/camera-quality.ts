/** The cars of a camera in a day. */
export interface CameraDay {
  readonly cars: number;
  /** With a plate that was right. */
  readonly read: number;
}

/** Cars from which a day says something, and cars that make a past. */
const ENOUGH_CARS = 30;
const ENOUGH_PAST = 150;
/** By how much the rate falls below its own past until a lens is suspected, and up to what it must have come back. */
const FALL = 0.08;
const BACK = 0.03;

/** How the lens of a camera is judged. */
export interface LensJudgement {
  readonly isSuspect: boolean;
  /** Shares from 0 to 1; null where too few cars came. */
  readonly rate: number | null;
  readonly usual: number | null;
}

/**
 * Judges a lens by its own past: `latest` is the present day with the one before, `past` the days before them. A suspicion begins at a
 * fall of 8 points and ends within 3 points of the usual; in between, and while too few cars come, it stays as it was.
 */
export function judgeLens(
  latest: readonly CameraDay[],
  past: readonly CameraDay[],
  wasSuspect: boolean,
): LensJudgement {
  const now = total(latest);
  const before = total(past);
  const rate = now.cars >= ENOUGH_CARS ? now.read / now.cars : null;
  const usual = before.cars >= ENOUGH_PAST ? before.read / before.cars : null;
  if (rate === null || usual === null) return { isSuspect: wasSuspect, rate, usual };
  const fall = usual - rate;
  return { isSuspect: wasSuspect ? fall > BACK : fall >= FALL, rate, usual };
}

function total(days: readonly CameraDay[]): CameraDay {
  return days.reduce((sum, { cars, read }) => ({ cars: sum.cars + cars, read: sum.read + read }), { cars: 0, read: 0 });
}

/** Seconds from which a clock is wrong, and below which it is right again. */
const DRIFTED = 60;
const RIGHT = 20;

/** Whether the clock of a camera is wrong; it must come well back to be right again. */
export function isClockWrong(aheadSeconds: number | null, wasWrong: boolean): boolean {
  if (aheadSeconds === null) return wasWrong;
  return Math.abs(aheadSeconds) >= (wasWrong ? RIGHT : DRIFTED);
}
