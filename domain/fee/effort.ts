import type { ReadyPlan } from './compile.ts';
import { periodDays } from './cycle.ts';
import type { Scope } from './tariff.ts';

/** Returns the weight of a step: each cap is consulted in it. */
export function capWeight(plan: ReadyPlan): number {
  return 1 + plan.caps.length / 4;
}

const dayMinutes = 1440;

/** Returns how often a day at most stretches of some scopes begin; equal scopes begin together. */
function turns(scopes: readonly Scope[], pieces: number): number {
  const different = new Map(scopes.map((scope) => [JSON.stringify(scope), scope]));
  let sum = 0;
  for (const scope of different.values()) {
    if (scope.per === 'hours') sum += 24 / scope.hours;
    if (scope.per === 'day') sum += 1 / (scope.days ?? 1);
    if (scope.per === 'window') sum += pieces;
  }
  return sum;
}

/** Returns how often a day at most the steps of the ladders end: once for each restart of the clock, but no more than one step a minute. */
function stepEnds(plan: ReadyPlan, pieces: number, restarts: number): number {
  const lengths = plan.windows.map((w) => w.steps.length);
  const ends =
    plan.restart.per === 'window'
      ? pieces * Math.max(0, ...lengths)
      : restarts * lengths.reduce((sum, length) => sum + length, 0);
  return Math.min(dayMinutes + pieces, ends);
}

/** Returns the most steps that a plan needs for a day of a long stay on average, each weighted by the caps it must consult. */
export function dailySteps(plan: ReadyPlan): number {
  const pieces = plan.isOpenAlways ? 0 : 2 * plan.windows.filter((w) => w.fromMinute >= 0).length + 1;
  const restarts = turns([plan.restart], pieces);
  const cuts = plan.cut ? turns([plan.cut], pieces) : 0;
  const { free } = plan;
  // Free time ends within its stretch, and where only charged time counts each stretch is looked through in advance.
  const allotments = free ? turns([free.scope], pieces) : 0;
  const walks = free?.counts === 'charged' ? (allotments + 1) * (pieces + 1) : 0;
  const caps = turns(
    plan.caps.map(({ cap }) => cap.scope).filter(({ per }) => per !== 'window'),
    pieces,
  );
  const steps = pieces + restarts + cuts + 2 * allotments + caps + stepEnds(plan, pieces, restarts);
  return steps * capWeight(plan) + walks + plan.marks.length;
}

/** Steps at the beginning of a stay, before its days are alike. */
export function firstSteps(plan: ReadyPlan): number {
  const ends = plan.windows.reduce((sum, { steps }) => sum + steps.length + 1, 10);
  return (plan.restart.per === 'window' ? 10 : ends) * capWeight(plan) + 2 * plan.marks.length;
}

/** Returns the days of a stay that a plan really walks through: where its days are certain to repeat, the rest is skipped. */
export function walkedDays(plan: ReadyPlan, days: number): number {
  const isCertain =
    !plan.isDayBound &&
    plan.marks.length === 0 &&
    plan.caps.every(({ cap }) => cap.scope.per !== 'stay' && cap.nth === undefined) &&
    plan.windows.every(({ steps }) =>
      steps.every(
        (step) =>
          step.border === 'split' &&
          step.endUnits === Infinity &&
          (step.endMs === Infinity || step.endMs <= 31 * 86_400_000),
      ),
    );
  return isCertain ? Math.min(days, 62 + 3 * periodDays(plan)) : days;
}
