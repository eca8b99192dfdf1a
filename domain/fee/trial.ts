import { instantOfWall, wallTime } from '../period.ts';
import { hourMs, minuteMs } from './compile.ts';
import { priceStay } from './price.ts';
import type { Stay } from './stay.ts';
import type { DayKind, Plan, Tariff } from './tariff.ts';
import { moneyText } from './text.ts';

/** What is suspicious in a tariff: an error blocks publishing, a warning needs a confirmation. */
export type LintFinding = {
  level: 'error' | 'warning';
  code:
    | 'gap'
    | 'overlap'
    | 'unreachable-window'
    | 'unreachable-step'
    | 'unreachable-cap'
    | 'unreachable-plan'
    | 'fee-falls'
    | 'free-beyond-first-block'
    | 'missing-vehicle-kind'
    | 'holiday-year-missing';
  /** Where in the tariff, 'plans.0.windows.1'. */
  path: string;
  zh: string;
  en: string;
  /** A stay that shows it, in wall-clock times of the lot. */
  example?: { entry: string; exit: string };
};

/** A zone without clock changes: examples are wall-clock times of any lot. */
export const zone = 'UTC';
/** A day of each kind on which stays are tried. */
export const exampleDays: Record<DayKind, string> = {
  workday: '2026-03-04',
  weekend: '2026-03-07',
  holiday: '2026-03-18',
};
/** The calendar of the tried days. */
export const calendar = { [exampleDays.holiday]: 'holiday' } as const;
/** A stay in wall-clock times. */
export function example(enteredAtMs: number, exitAtMs: number): { entry: string; exit: string } {
  return { entry: wallTime(enteredAtMs, zone).slice(0, 16), exit: wallTime(exitAtMs, zone).slice(0, 16) };
}

/** Entries at which fees are tried: every two hours, on each kind of day. */
function* trialEntries(): Generator<number> {
  for (const key of Object.values(exampleDays)) {
    for (let hour = 0; hour < 24; hour += 2) yield instantOfWall(`${key}T${String(hour).padStart(2, '0')}:10`, zone);
  }
}

/** A stay that meets a plan's own conditions as far as they speak of the vehicle. */
function stayOf(plan: Plan, enteredAtMs: number, exitAtMs: number): Stay {
  const { when } = plan;
  return {
    enteredAtMs,
    exitAtMs,
    zone,
    calendar,
    vehicleKind: when?.vehicleKinds?.[0],
    plateColor: when?.plateColors?.[0],
    spotKind: when?.spotKinds?.[0],
    seats: when?.seats?.atLeast ?? when?.seats?.atMost,
  };
}

/** Looks for a fee that falls as time passes: quarter hours up to three days, from many entries; one finding per plan. */
export function lintFalls(tariff: Tariff, plan: Plan, path: string): LintFinding[] {
  for (const entry of trialEntries()) {
    let last = 0;
    let lastExit = entry;
    for (let quarter = 1; quarter <= 3 * 96 + 1; quarter++) {
      // Units and blocks change at the minute after an hour is over, and cheaper blocks begin when the last minute is over.
      const end = entry + quarter * 15 * minuteMs;
      for (const exit of [end - minuteMs, end, end + minuteMs]) {
        const fee = priceStay(tariff, stayOf(plan, entry, exit)).totalFen;
        if (fee < last) {
          const [before, after] = [moneyText(last, tariff.currency), moneyText(fee, tariff.currency)];
          const [shorter, longer] = [example(entry, lastExit), example(entry, exit)];
          return [
            {
              level: 'warning',
              code: 'fee-falls',
              path,
              zh: `停得更久反而更便宜：${shorter.entry}入场，${shorter.exit}离场${before.zh}，${longer.exit}离场${after.zh}`,
              en: `A longer stay costs less: entered ${shorter.entry}, ${before.en} at ${shorter.exit}, ${after.en} at ${longer.exit}`,
              example: longer,
            },
          ];
        }
        last = fee;
        lastExit = exit;
      }
    }
  }
  return [];
}

/** Caps that no stay reaches: the fee with and without them is the same wherever it is tried. */
export function lintCaps(tariff: Tariff, plan: Plan, path: string): LintFinding[] {
  const found: LintFinding[] = [];
  for (const [i, cap] of (plan.caps ?? []).entries()) {
    const only = { ...plan, when: undefined, whole: undefined, caps: [cap] };
    const trial: Tariff = { ...tariff, plans: [only] };
    const { scope } = cap;
    const stretches = cap.nth?.from ?? 1;
    const hours =
      stretches *
      (scope.per === 'hours'
        ? scope.hours
        : scope.per === 'day'
          ? (scope.days ?? 1) * 24 + 24
          : scope.per === 'window'
            ? 168
            : 24 * 90);
    let isReached = false;
    for (const entry of trialEntries()) {
      const { lines } = priceStay(trial, stayOf(plan, entry, entry + hours * hourMs));
      isReached = lines.some((line) => line.rule === `${plan.id}.cap.${cap.id}`);
      if (isReached) break;
    }
    if (isReached) continue;
    const money = moneyText(cap.amountFen, tariff.currency);
    const text = { zh: `封顶${money.zh}永远达不到`, en: `The cap of ${money.en} is never reached` };
    found.push({ level: 'warning', code: 'unreachable-cap', path: `${path}.caps.${i}`, ...text });
  }
  return found;
}
