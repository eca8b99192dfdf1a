import { readyPlans } from './compile.ts';
import { dailySteps } from './effort.ts';
import type { Tariff } from './tariff.ts';
import { exampleDays, type LintFinding, stayAt } from './trial.ts';

/** The most steps a day: a stay of fifty years then takes about a second even where no day is like another. */
const mostDailySteps = 1000;

/** Finds plans whose long stays would take too long to price. */
export function lintEffort(tariff: Tariff): LintFinding[] {
  return readyPlans(tariff).flatMap((plan, i): LintFinding[] => {
    const steps = Math.round(dailySteps(plan));
    if (steps <= mostDailySteps) return [];
    const [zh, en] = [plan.plan.name?.zh ?? i + 1, plan.plan.name?.en ?? i + 1];
    return [
      {
        severity: 'error',
        code: 'too-intricate',
        path: `plans.${i}`,
        zh: `方案“${zh}”太复杂：每停一天要计算约${steps}步（最多${mostDailySteps}步），停放很久的车会算不过来。请减少按小时重新起算的封顶、分级或时段`,
        en: `Plan "${en}" is too intricate: each day takes about ${steps} steps to price (at most ${mostDailySteps}), too many for very long stays. Use fewer caps, steps or periods that restart within hours`,
        example: stayAt(exampleDays.workday, 540, 30 * 1440),
      },
    ];
  });
}
