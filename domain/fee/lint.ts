import { instantOfWall, wallTime } from '../period.ts';
import { hourMs, minuteMs, type ReadyPlan, readyPlans } from './compile.ts';
import { layoutOf } from './day.ts';
import type { DayKind, Plan, Scope, Step, Tariff, Text } from './tariff.ts';
import { durationText } from './text.ts';
import { calendar, example, exampleDays, type LintFinding, lintCaps, lintFalls, zone } from './trial.ts';

export type { LintFinding } from './trial.ts';

/** What the linter has to know beyond the tariff: the kinds of vehicles there are, and the years in use and with holidays loaded. */
export type LintContext = {
  vehicleKinds?: readonly string[];
  years?: readonly number[];
  holidayYears?: readonly number[];
};

const dayKindTexts: Record<DayKind, Text> = {
  workday: { zh: '工作日', en: 'a working day' },
  weekend: { zh: '周末', en: 'a weekend' },
  holiday: { zh: '节假日', en: 'a holiday' },
};

function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function dayNumber(key: string): number {
  return instantOfWall(`${key}T00:00`, zone) / 86_400_000;
}

/** Gaps, overlaps and windows that never get a turn, on each kind of day. */
function lintWindows(ready: ReadyPlan, path: string): LintFinding[] {
  const found: LintFinding[] = [];
  const seen = new Set<number>();
  const isSeasonal = ready.windows.some((w) => w.season !== undefined);
  const gaps = new Set<string>();
  for (const [kind, key] of Object.entries(exampleDays) as [DayKind, string][]) {
    // A whole week around the day meets weekdays and days before.
    const day = dayNumber(key);
    for (let near = day - 7; near <= day + 7; near++)
      for (const w of layoutOf(ready, near, calendar).window) seen.add(w);
    const layout = layoutOf(ready, day, calendar);
    let start = 0;
    for (const [i, end] of layout.endMinute.entries()) {
      const span = `${clockOf(start)}–${end === 1440 ? '24:00' : clockOf(end)}`;
      if (layout.window[i] === -1 && !gaps.has(span) && !isSeasonal && ready.windows.length > 0) {
        gaps.add(span);
        found.push({
          level: 'warning',
          code: 'gap',
          path: `${path}.windows`,
          zh: `${dayKindTexts[kind].zh} ${span} 没有任何时段，不收费`,
          en: `No window is open ${span} on ${dayKindTexts[kind].en}: nothing is charged`,
          example: { entry: `${key}T${clockOf(start)}`, exit: `${key}T${clockOf(end - 1)}` },
        });
      }
      start = end;
    }
  }
  for (const [i, w] of ready.windows.entries()) {
    if (!seen.has(i) && !isSeasonal) {
      const text = { zh: `时段“${w.id}”总被前面的时段遮住`, en: `Window '${w.id}' never has a turn` };
      found.push({ level: 'error', code: 'unreachable-window', path: `${path}.windows.${i}`, ...text });
      continue;
    }
    // An open window behind timed ones is a fallback on purpose; two timed ones that share minutes are worth a look.
    const other = ready.windows.findIndex((v, j) => j < i && areOverlapping(v, w));
    if (other >= 0) {
      const name = ready.windows[other]!.id;
      const text = {
        zh: `时段“${w.id}”与“${name}”重叠，前者优先“${name}”`,
        en: `Window '${w.id}' overlaps '${name}', which goes first`,
      };
      found.push({ level: 'warning', code: 'overlap', path: `${path}.windows.${i}`, ...text });
    }
  }
  return found;
}

function areOverlapping(a: ReadyPlan['windows'][number], b: ReadyPlan['windows'][number]): boolean {
  if (a.fromMinute < 0 || b.fromMinute < 0 || a.season || b.season) return false;
  const days = a.days && b.days ? a.days.some((d) => b.days!.includes(d)) : a.days === b.days;
  const isIn = (from: number, w: typeof a) => (from - w.fromMinute + 1440) % 1440 < w.lengthMinutes;
  return days && (isIn(a.fromMinute, b) || isIn(b.fromMinute, a));
}

/** The highest reading of a plan's clock before it starts again, in minutes. */
function clockLimit(scope: Scope, windowMinutes: number): number {
  if (scope.per === 'hours') return scope.hours * 60;
  if (scope.per === 'day') return (scope.days ?? 1) * 1440;
  return scope.per === 'window' ? windowMinutes : Infinity;
}

function lintSteps(ready: ReadyPlan, path: string): LintFinding[] {
  const found: LintFinding[] = [];
  for (const [i, w] of ready.windows.entries()) {
    const limit = clockLimit(ready.restart, w.fromMinute < 0 ? Infinity : w.lengthMinutes);
    for (let j = 1; j < w.steps.length; j++) {
      const start = w.steps[j - 1]!.endMs / minuteMs;
      if (start < limit) continue;
      const time = durationText(start);
      const text = {
        zh: `计时在${time.zh}之前就重新起算，此级永远用不到`,
        en: `The clock starts again before ${time.en}: this step is never reached`,
      };
      found.push({ level: 'warning', code: 'unreachable-step', path: `${path}.windows.${i}.steps.${j}`, ...text });
    }
  }
  return found;
}

function firstBlockMinutes(steps: readonly Step[]): number {
  return steps[0]?.unitMinutes ?? steps[0]?.upToMinutes ?? Infinity;
}

function lintFree(plan: Plan, path: string): LintFinding[] {
  const priced = plan.windows.filter((w) => w.steps.length > 0);
  if (!plan.free || plan.free.deduct || priced.length === 0) return [];
  const block = Math.min(...priced.map((w) => firstBlockMinutes(w.steps)));
  if (plan.free.minutes <= block) return [];
  const free = durationText(plan.free.minutes);
  const first = durationText(block);
  return [
    {
      level: 'warning',
      code: 'free-beyond-first-block',
      path: `${path}.free.minutes`,
      zh: `免费时间${free.zh}长于首个计费单位${first.zh}：多停一分钟会一次收取几个单位`,
      en: `Free time of ${free.en} is longer than the first unit of ${first.en}: one minute more costs several units at once`,
      example: {
        entry: '2026-03-04T09:00',
        exit: wallTime(instantOfWall('2026-03-04T09:01', zone) + plan.free.minutes * minuteMs, zone).slice(0, 16),
      },
    },
  ];
}

/** Plans hidden by one before them, and vehicles no plan prices. */
function lintPlans(tariff: Tariff, context: LintContext): LintFinding[] {
  const found: LintFinding[] = [];
  const isOpen = (plan: Plan) => plan.when === undefined || Object.keys(plan.when).length === 0;
  const first = tariff.plans.findIndex(isOpen);
  for (let i = first + 1; first >= 0 && i < tariff.plans.length; i++) {
    const text = {
      zh: `前面的方案“${tariff.plans[first]!.id}”没有条件，此方案永远用不到`,
      en: `Plan '${tariff.plans[first]!.id}' before it has no conditions: this one is never used`,
    };
    found.push({ level: 'error', code: 'unreachable-plan', path: `plans.${i}`, ...text });
  }
  const missing = (kind: string | undefined, zh: string, en: string) =>
    found.push({
      level: 'error',
      code: 'missing-vehicle-kind',
      path: 'plans',
      zh: `${zh}没有适用的方案${kind ?? ''}`,
      en: `No plan prices ${en}${kind ?? ''}`,
    });
  if (first >= 0) return found;
  const entry = instantOfWall(`${exampleDays.workday}T09:10`, zone);
  const kinds = context.vehicleKinds ?? [];
  for (const kind of kinds) {
    const isPriced = tariff.plans.some(
      (p) =>
        p.when?.vehicleKinds?.includes(kind) ||
        (p.when && !p.when.vehicleKinds && !p.when.plateColors && !p.when.spotKinds),
    );
    if (!isPriced) missing(kind, '车型', 'vehicle kind ');
  }
  if (kinds.length === 0) {
    found.push({
      level: 'warning',
      code: 'missing-vehicle-kind',
      path: 'plans',
      zh: '每个方案都有条件：都不满足的停车不收费',
      en: 'Every plan has conditions: a stay that meets none is free',
      example: example(entry, entry + 3 * hourMs),
    });
  }
  return found;
}

function lintHolidays(tariff: Tariff, context: LintContext): LintFinding[] {
  if (!context.years || !context.holidayYears) return [];
  const choices = tariff.plans.flatMap((p) => [
    ...(p.when?.entryDays ?? []),
    ...p.windows.flatMap((w) => w.days ?? []),
    ...(p.marks ?? []).flatMap((m) => m.days ?? []),
  ]);
  if (!choices.some((c) => c.length > 3)) return [];
  return context.years
    .filter((year) => !context.holidayYears?.includes(year))
    .map((year) => ({
      level: 'error' as const,
      code: 'holiday-year-missing' as const,
      path: 'plans',
      zh: `价格区分工作日和节假日，但${year}年的节假日尚未录入`,
      en: `Prices differ by kind of day, but the holidays of ${year} are not loaded`,
    }));
}

/** Looks for what is probably a mistake in a valid tariff; errors first. */
export function lintTariff(tariff: Tariff, context: LintContext = {}): LintFinding[] {
  const found = [...lintPlans(tariff, context), ...lintHolidays(tariff, context)];
  for (const [i, ready] of readyPlans(tariff).entries()) {
    const path = `plans.${i}`;
    found.push(...lintWindows(ready, path), ...lintSteps(ready, path), ...lintFree(ready.plan, path));
    found.push(...lintCaps(tariff, ready.plan, path), ...lintFalls(tariff, ready.plan, path));
  }
  return found.sort((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'));
}
