import { instantOfWall, zoneClock } from '../period.ts';
import { usualVehicleKinds, vehicleKindWords } from '../vehicle-kind.ts';
import { readyPlans } from './compile.ts';
import { lintFree, lintSteps } from './lint-ladder.ts';
import { lintWindows } from './lint-window.ts';
import { choosePlan } from './select.ts';
import type { Stay } from './stay.ts';
import type { Tariff, When } from './tariff.ts';
import { exampleDays, exampleOf, type LintFinding, lintCaps, lintFalls, stayAt, trialStay, zone } from './trial.ts';

export type { ExampleStay, LintFinding } from './trial.ts';

/** Facts outside the tariff: the existing kinds of vehicles, the years in use, and the years whose holidays are loaded. */
export type LintContext = {
  vehicleKinds?: readonly string[];
  years?: readonly number[];
  holidayYears?: readonly number[];
};

/** Whether every stay that meets the later conditions also meets the earlier ones; may miss a case, but never reports a false one. */
function hides(earlier: When | undefined, later: When | undefined): boolean {
  const holds = <K extends keyof When>(
    key: K,
    isWithin: (a: NonNullable<When[K]>, b: NonNullable<When[K]>) => boolean,
  ) => earlier?.[key] === undefined || (later?.[key] !== undefined && isWithin(earlier[key], later[key]));
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const isPart = (a: readonly unknown[], b: readonly unknown[]) => b.every((one) => a.includes(one));
  return (
    holds('vehicleKinds', isPart) &&
    holds('plateColors', isPart) &&
    holds('spotKinds', isPart) &&
    holds('entryDays', isPart) &&
    holds('atMostMinutes', (a, b) => b <= a) &&
    holds('seats', (a, b) => (b.atLeast ?? 0) >= (a.atLeast ?? 0) && (b.atMost ?? 999) <= (a.atMost ?? 999)) &&
    holds('season', isSame) &&
    holds('enteredBetween', isSame) &&
    holds('leftBy', isSame)
  );
}

/** Finds plans hidden by an earlier one. */
function lintPlans(tariff: Tariff): LintFinding[] {
  const found: LintFinding[] = [];
  for (const [i, plan] of tariff.plans.entries()) {
    const place = tariff.plans.slice(0, i).findIndex((earlier) => hides(earlier.when, plan.when));
    const before = tariff.plans[place];
    if (!before) continue;
    const stay = trialStay(plan, instantOfWall(`${exampleDays.workday}T09:00`, zone), 180);
    found.push({
      severity: 'error',
      code: 'unreachable-plan',
      path: `plans.${i}`,
      zh: `前面的方案“${before.name?.zh ?? place + 1}”已包含它的全部停车，此方案永远用不到`,
      en: `Plan "${before.name?.en ?? place + 1}" before it takes all of its stays: this one is never used`,
      example: exampleOf(stay),
    });
  }
  return found;
}

/** Yields stays of a kind of vehicle, short and long, by day and night, with every plate colour that plans mention. */
function* kindStays(tariff: Tariff, vehicleKind: string | undefined): Generator<Stay> {
  const colors = tariff.plans.some((p) => p.when?.plateColors) ? [0, 1, 2, 3, 4, 5, 6] : [undefined];
  for (const plateColor of colors) {
    for (const key of Object.values(exampleDays)) {
      for (const clock of ['09:00', '14:00', '20:00', '02:00']) {
        for (const hours of [1, 12, 36, 240]) {
          const enteredAtMs = instantOfWall(`${key}T${clock}`, zone);
          yield { enteredAtMs, exitAtMs: enteredAtMs + hours * 3_600_000, zone, vehicleKind, plateColor };
        }
      }
    }
  }
}

/** Finds kinds of vehicles for which no plan prices some or all stays. */
function lintVehicles(tariff: Tariff, context: LintContext): LintFinding[] {
  if (tariff.plans.some((p) => p.when === undefined || Object.keys(p.when).length === 0)) return [];
  const found: LintFinding[] = [];
  const clock = zoneClock(zone);
  // The existing kinds, else those cameras usually report; a camera may also report none.
  const known = context.vehicleKinds ?? [];
  const isByKind = tariff.plans.some((p) => p.when?.vehicleKinds);
  const kinds = known.length > 0 ? known : isByKind ? Object.keys(usualVehicleKinds) : [];
  for (const kind of [...kinds, ...(known.length > 0 ? [] : [undefined])]) {
    const stays = [...kindStays(tariff, kind)];
    const free = stays.filter((stay) => !choosePlan(tariff, stay, stay.enteredAtMs, stay.exitAtMs, clock));
    if (free.length === 0) continue;
    const words = kind === undefined ? undefined : vehicleKindWords(kind);
    const at = { code: 'missing-vehicle-kind' as const, path: 'plans', example: exampleOf(free[0]!) };
    if (words === undefined) {
      const zh = '每个方案都有条件：都不满足的停车不收费';
      found.push({ ...at, severity: 'warning', zh, en: 'Every plan has conditions: a stay that meets none is free' });
    } else if (free.length === stays.length) {
      found.push({
        ...at,
        // A kind that may never occur must not block publishing.
        severity: known.length > 0 ? 'error' : 'warning',
        zh: `车型“${words.zh}”没有适用的方案，不收费`,
        en: `No plan prices vehicle kind "${words.en}": it is free`,
      });
    } else {
      const zh = `车型“${words.zh}”有一部分停车没有适用的方案，不收费`;
      found.push({
        ...at,
        severity: 'warning',
        zh,
        en: `Some stays of vehicle kind "${words.en}" meet no plan and are free`,
      });
    }
  }
  return found;
}

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

/** Finds probable mistakes in a valid tariff; errors first. */
export function lintTariff(tariff: Tariff, context: LintContext = {}): LintFinding[] {
  const found = [...lintPlans(tariff), ...lintVehicles(tariff, context), ...lintHolidays(tariff, context)];
  for (const [i, ready] of readyPlans(tariff).entries()) {
    const path = `plans.${i}`;
    found.push(...lintWindows(ready, path), ...lintSteps(tariff, ready, path), ...lintFree(ready.plan, path));
    found.push(...lintCaps(tariff, ready.plan, path), ...lintFalls(tariff, ready.plan, path));
  }
  // Two alternating plans show the same fall.
  const isRepeated = (f: LintFinding, i: number) => f.code === 'fee-falls' && found.findIndex((g) => g.zh === f.zh) < i;
  return found
    .filter((f, i) => !isRepeated(f, i))
    .sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}
