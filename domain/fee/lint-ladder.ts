import type { ReadyPlan } from './compile.ts';
import type { Plan, Scope, Step, Tariff } from './tariff.ts';
import { durationText } from './text.ts';
import { exampleDays, type LintFinding, stayAt } from './trial.ts';

/** Returns an upper bound, in minutes, of what a plan's clock shows before it restarts. */
function clockLimit(ready: ReadyPlan, windowMinutes: number): number {
  const { plan } = ready;
  const block = plan.whole?.rest === 'continue' ? Infinity : (plan.whole?.hours ?? Infinity);
  const stay = Math.min(block * 60, plan.when?.atMostMinutes ?? Infinity);
  const restart: Scope = ready.restart;
  if (restart.per === 'stay') return stay;
  if (restart.per === 'hours') return Math.min(stay, restart.hours * 60);
  if (restart.per === 'window') return Math.min(stay, windowMinutes);
  // Within a natural day a clock counts at most the minutes of its windows.
  const charged = ready.windows.filter((w) => w.steps.length > 0);
  const sum = charged.reduce((minutes, w) => minutes + (w.fromMinute < 0 ? 1440 : w.lengthMinutes), 0);
  const ofDay = { all: 1440, charged: sum, window: Math.min(1440, windowMinutes) }[ready.counts];
  return Math.min(stay, Math.min(1440, ofDay) * (restart.days ?? 1));
}

/** Returns the minutes from entry that are free in every priced stretch of a plan, so that no step applies there. */
function freeFromEntry(tariff: Tariff, { plan, restart, counts }: ReadyPlan): number {
  const { free } = plan;
  const isEvery = free?.deduct && free.scope.per === 'stay' && free.counts !== 'charged';
  const isShared = (free?.sharing ?? 'none') !== 'none';
  const isAfresh =
    (plan.whole !== undefined && plan.whole.rest !== 'continue') ||
    (tariff.grace?.beyond ?? 'difference') !== 'difference';
  return isEvery && !isShared && !isAfresh && restart.per === 'stay' && counts === 'all' ? free!.minutes : 0;
}

/** Finds steps no stay reaches: the clock restarts before them, or all of their time is free. */
export function lintSteps(tariff: Tariff, ready: ReadyPlan, path: string): LintFinding[] {
  const found: LintFinding[] = [];
  const free = freeFromEntry(tariff, ready);
  for (const [i, w] of ready.windows.entries()) {
    const limit = clockLimit(ready, w.fromMinute < 0 ? Infinity : w.lengthMinutes);
    let start = 0;
    for (const [j, step] of w.steps.entries()) {
      // A step by units may end early, where borders cut its units.
      const end = step.endUnits < Infinity ? start : step.endMs / 60_000;
      const at = {
        severity: 'warning' as const,
        code: 'unreachable-step' as const,
        path: `${path}.windows.${i}.steps.${j}`,
      };
      const entry = w.fromMinute < 0 ? 540 : w.fromMinute;
      if (j > 0 && start >= limit) {
        const [time, most] = [durationText(start), durationText(limit)];
        const zh = `计时最多到${most.zh}，从${time.zh}开始的这一级永远用不到`;
        const en = `The clock shows ${most.en} at most: the step from ${time.en} on is never reached`;
        found.push({ ...at, zh, en, example: stayAt(exampleDays.workday, entry, Math.min(start, 43_200) + 60) });
      } else if (step.priceFen > 0 && end <= free && step.endUnits === Infinity) {
        const time = durationText(free);
        const zh = `前${time.zh}免费并扣除，这一级永远不收费`;
        const en = `The first ${time.en} are free and taken off: this step is never charged`;
        found.push({ ...at, zh, en, example: stayAt(exampleDays.workday, entry, free + 60) });
      }
      start = end;
    }
  }
  return found;
}

function firstBlockMinutes(steps: readonly Step[]): number {
  return steps[0]?.unitMinutes ?? steps[0]?.upToMinutes ?? Infinity;
}

/** Finds non-deductible free time longer than the first unit: the fee jumps by several units when it ends. */
export function lintFree(plan: Plan, path: string): LintFinding[] {
  const priced = plan.windows.filter((w) => w.steps.length > 0);
  if (!plan.free || plan.free.deduct || priced.length === 0) return [];
  const block = Math.min(...priced.map((w) => firstBlockMinutes(w.steps)));
  if (plan.free.minutes <= block) return [];
  const [free, first] = [durationText(plan.free.minutes), durationText(block)];
  return [
    {
      severity: 'warning',
      code: 'free-beyond-first-block',
      path: `${path}.free.minutes`,
      zh: `免费时间${free.zh}长于首个计费单位${first.zh}：多停一分钟会一次收取几个单位`,
      en: `Free time of ${free.en} is longer than the first unit of ${first.en}: one minute more costs several units at once`,
      example: stayAt(exampleDays.workday, 540, plan.free.minutes + 1),
    },
  ];
}
