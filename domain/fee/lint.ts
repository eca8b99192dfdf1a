import { readyPlans } from './compile.ts';
import { lintAmounts, lintRounding, lintScale } from './lint-amount.ts';
import { lintCaps } from './lint-cap.ts';
import { lintEffort } from './lint-effort.ts';
import { lintFalls } from './lint-fall.ts';
import { lintFree, lintSteps } from './lint-ladder.ts';
import { lintCoverage, lintPlans } from './lint-plan.ts';
import { lintWindows } from './lint-window.ts';
import type { Tally } from './tally.ts';
import type { Tariff } from './tariff.ts';
import { exampleDays, type LintFinding, stayAt, Work } from './trial.ts';

export type { ExampleStay, LintFinding } from './trial.ts';

/**
 * Facts outside the tariff: the existing kinds of vehicles, the years in use, the years whose holidays are loaded, and the `usualFee` of the
 * tenant's other tariffs in fen.
 */
export type LintContext = {
  vehicleKinds?: readonly string[];
  years?: readonly number[];
  holidayYears?: readonly number[];
  otherFees?: readonly number[];
};

/** Units of work for each kind of samples: falling fees, caps, and vehicles on kinds of spots. */
const sampleWork = 400_000;

/** Finds years in use without loaded holidays, where prices depend on kinds of days. */
function lintHolidays(tariff: Tariff, context: LintContext): LintFinding[] {
  if (!context.years || !context.holidayYears) return [];
  const choices = tariff.plans.flatMap((p) => [
    ...(p.when?.entryDays ?? []),
    ...p.windows.flatMap((w) => w.days ?? []),
    ...(p.marks ?? []).flatMap((m) => m.days ?? []),
  ]);
  // Weekdays (three letters) need no calendar.
  if (!choices.some((c) => c.length > 3)) return [];
  return context.years
    .filter((year) => !context.holidayYears?.includes(year))
    .map((year) => ({
      severity: 'warning' as const,
      code: 'holiday-year-missing' as const,
      path: 'plans',
      zh: `价格区分工作日和节假日，但${year}年的节假日尚未录入：元旦当天会按普通日子收费`,
      en: `Prices differ by kind of day, but the holidays of ${year} are not loaded: New Year's Day would be priced as a plain day`,
      example: stayAt(`${year}-01-01`, 540, 180),
    }));
}

/**
 * Finds probable mistakes in a valid tariff, errors first, in bounded time: about a second for the largest tariff on a quiet machine. The
 * work is added to `tally`.
 */
export function lintTariff(tariff: Tariff, context: LintContext = {}, tally: Tally = { steps: 0 }): LintFinding[] {
  const coverage = new Work(sampleWork, tally);
  const found = [
    ...lintPlans(tariff),
    ...lintEffort(tariff),
    ...lintCoverage(tariff, context.vehicleKinds ?? [], coverage),
    ...lintHolidays(tariff, context),
    ...lintRounding(tariff),
    ...lintScale(tariff, context.otherFees ?? []),
  ];
  const caps = new Work(sampleWork, tally);
  let isCut = coverage.isCut;
  for (const [i, ready] of readyPlans(tariff).entries()) {
    const path = `plans.${i}`;
    const falls = new Work(sampleWork / tariff.plans.length, tally);
    found.push(...lintWindows(ready, path), ...lintSteps(tariff, ready, path), ...lintFree(ready.plan, path));
    found.push(...lintAmounts(tariff, ready.plan, path), ...lintCaps(tariff, ready.plan, path, caps));
    found.push(...lintFalls(tariff, ready.plan, path, falls));
    isCut ||= falls.isCut;
  }
  if (isCut || caps.isCut) {
    found.push({
      severity: 'warning',
      code: 'partly-checked',
      path: 'plans',
      zh: '规则很大，只抽查了一部分停车：请多试算几次',
      en: 'The tariff is large and only some stays were tried: try more of them in the simulator',
      example: stayAt(exampleDays.workday, 540, 180),
    });
  }
  // Two alternating plans show the same fall.
  const isRepeated = (f: LintFinding, i: number) => f.code === 'fee-falls' && found.findIndex((g) => g.zh === f.zh) < i;
  return found
    .filter((f, i) => !isRepeated(f, i))
    .sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}
