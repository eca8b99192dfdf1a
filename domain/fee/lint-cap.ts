import { dayMs, dayOfKey, instantOfWall } from '../period.ts';
import { hourMs, minuteMs } from './compile.ts';
import type { Cap, Plan, Tariff } from './tariff.ts';
import { moneyText } from './text.ts';
import { exampleDays, exampleOf, type LintFinding, trialStay, type Work, zone } from './trial.ts';

/** The longest stay tried, in minutes. */
const longestMinutes = 10 * 365 * 1440;

/** Sample entries: every two hours on a day of each kind, and through a whole week for windows of weekdays. */
function* weekEntries(): Generator<number> {
  for (const key of Object.values(exampleDays)) {
    for (let hour = 0; hour < 24; hour += 2) yield dayOfKey(key) * dayMs + hour * hourMs + 10 * minuteMs;
  }
  const first = instantOfWall('2026-03-02T00:00', zone);
  for (let hour = 0; hour < 7 * 24; hour += 2) yield first + hour * hourMs;
}

/** Returns a cap of the same plan that always cuts whatever this one could cut. */
function tighterCap(caps: readonly Cap[], cap: Cap): Cap | undefined {
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return caps.find((other) => {
    if (other === cap || (other.isShared === true) !== (cap.isShared === true)) return false;
    const isEarlier = caps.indexOf(other) < caps.indexOf(cap);
    if (isEarlier ? other.amountFen > cap.amountFen : other.amountFen >= cap.amountFen) return false;
    const isWider = !other.windows || (cap.windows?.every((id) => other.windows?.includes(id)) ?? false);
    const isAlike = isSame(other.scope, cap.scope) && (!other.nth || isSame(other.nth, cap.nth));
    return isWider && (isAlike || (other.scope.per === 'stay' && !other.nth));
  });
}

/** Hours of a stay after which a cap has had a full stretch. */
function stretchHours({ scope, nth }: Cap): number {
  const stretches = nth?.from ?? 1;
  if (scope.per === 'hours') return stretches * scope.hours;
  if (scope.per === 'day') return stretches * ((scope.days ?? 1) * 24 + 24);
  return scope.per === 'window' ? 168 : 24 * 90;
}

/** Whether a sample reaches a cap; undefined when the work was spent before one did. */
function isReached(tariff: Tariff, plan: Plan, cap: Cap, minutes: number, work: Work): boolean | undefined {
  // Also saves preparing the plan with this cap alone.
  if (!work.affords(tariff, minutes)) return undefined;
  const only = { ...plan, when: undefined, whole: undefined, caps: [cap] };
  const trial: Tariff = { ...tariff, plans: [only] };
  for (const entry of weekEntries()) {
    const priced = work.price(trial, trialStay(plan, entry, minutes));
    if (!priced) return undefined;
    if (priced.lines.some((line) => line.rule === `${plan.id}.cap.${cap.id}`)) return true;
  }
  return false;
}

/** Finds caps that no stay reaches: another one is always reached first, or the fee stays below it in every sample. */
export function lintCaps(tariff: Tariff, plan: Plan, path: string, work: Work): LintFinding[] {
  const found: LintFinding[] = [];
  for (const [i, cap] of (plan.caps ?? []).entries()) {
    const money = moneyText(cap.amountFen, tariff.currency);
    const at = { severity: 'warning', code: 'unreachable-cap', path: `${path}.caps.${i}` } as const;
    const minutes = Math.min(stretchHours(cap) * 60, plan.when?.atMostMinutes ?? Infinity, longestMinutes);
    const example = exampleOf(trialStay(plan, instantOfWall(`${exampleDays.workday}T00:10`, zone), minutes));
    const other = tighterCap(plan.caps ?? [], cap);
    if (other) {
      const first = moneyText(other.amountFen, tariff.currency);
      const zh = `封顶${money.zh}永远达不到：总是先到封顶${first.zh}`;
      found.push({
        ...at,
        zh,
        en: `The cap of ${money.en} is never reached: that of ${first.en} comes first`,
        example,
      });
    } else if (isReached(tariff, plan, cap, minutes, work) === false) {
      found.push({ ...at, zh: `封顶${money.zh}永远达不到`, en: `The cap of ${money.en} is never reached`, example });
    }
  }
  return found;
}
