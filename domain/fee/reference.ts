import { dayMs, zoneClock } from '../period.ts';
import { isChosenDay } from './choice.ts';
import type { Stay } from './stay.ts';
import type { Plan, Scope, Tariff, Window } from './tariff.ts';

const minuteMs = 60_000;

function minuteOfDay(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Returns the day on which a window that is open at a wall-clock reading opened; undefined when it is closed. */
function openedDay(window: Window, localMs: number, stay: Stay): number | undefined {
  const day = Math.floor(localMs / dayMs);
  const minute = (localMs - day * dayMs) / minuteMs;
  if (window.from === undefined || window.to === undefined)
    return isChosenDay(day, window.days, stay.calendar) ? 0 : undefined;
  const from = minuteOfDay(window.from);
  let to = minuteOfDay(window.to);
  if (to <= from) to += 1440;
  if (minute >= from && minute < to && isChosenDay(day, window.days, stay.calendar)) return day;
  if (minute + 1440 < to && isChosenDay(day - 1, window.days, stay.calendar)) return day - 1;
  return undefined;
}

/**
 * Returns the same prices by stepping through every minute: slow, but simple enough to trust. Supports one plan without conditions, units
 * split at borders, free time per stay, caps, and clocks; no marks, sharing, cover, payments, seasons, or clock changes. The engine is
 * verified and benchmarked against it.
 */
export function priceByMinutes(tariff: Tariff, stay: Stay): number {
  const plan: Plan = tariff.plans[0]!;
  const clock = zoneClock(stay.zone);
  const { enteredAtMs, exitAtMs } = stay;
  const free = plan.free;
  const freeMs = (free?.minutes ?? 0) * minuteMs;

  let run = 0;
  let lastWindow = -2;
  let lastDay: number | undefined;
  const at = (t: number): { window: number; key: string } => {
    const local = clock.localOf(t);
    let window = -1;
    let day: number | undefined;
    for (let i = 0; i < plan.windows.length && window < 0; i++) {
      day = openedDay(plan.windows[i]!, local, stay);
      if (day !== undefined) window = i;
    }
    if (window !== lastWindow || day !== lastDay) run++;
    lastWindow = window;
    lastDay = day;
    const isTimed = window >= 0 && plan.windows[window]!.from !== undefined;
    return { window, key: isTimed ? `${window}@${day}` : `run${run}` };
  };
  const dayBlock = (t: number, shift: number): number => Math.floor((clock.localOf(t) - shift) / dayMs);
  const scopeKey = (scope: Scope, t: number, key: string): string => {
    if (scope.per === 'stay') return '';
    if (scope.per === 'hours') return `${Math.floor((t - enteredAtMs) / (scope.hours * 60 * minuteMs))}`;
    if (scope.per === 'window') return key;
    const shift = scope.startsAt === undefined ? 0 : minuteOfDay(scope.startsAt) * minuteMs;
    return `${Math.floor((dayBlock(t, shift) - dayBlock(enteredAtMs, shift)) / (scope.days ?? 1))}`;
  };

  let measured = 0;
  let freeLeft = 0;
  if (free) {
    for (let t = enteredAtMs; t < exitAtMs; t += minuteMs) {
      const { window } = at(t);
      if (free.counts !== 'charged' || (window >= 0 && plan.windows[window]!.steps.length > 0)) measured += minuteMs;
    }
    if (free.deduct) freeLeft = freeMs;
    else if (measured <= freeMs) return 0;
    run = 0;
    lastWindow = -2;
  }

  const used = new Map<string, number>();
  let total = 0;
  const charge = (amount: number, window: number, keys: string[]): void => {
    let net = amount;
    const own: string[] = [];
    for (const [i, cap] of (plan.caps ?? []).entries()) {
      if (cap.windows && !cap.windows.includes(plan.windows[window]!.id)) continue;
      const nth = Number(keys[i]!.split(':')[1]) + 1;
      if (cap.nth && (nth < (cap.nth.from ?? 1) || nth > (cap.nth.to ?? nth))) continue;
      own.push(keys[i]!);
      net = Math.min(net, cap.amountFen - (used.get(keys[i]!) ?? 0));
    }
    net = Math.max(0, net);
    for (const key of own) used.set(key, (used.get(key) ?? 0) + net);
    total += net;
  };

  const counts = plan.clock?.counts ?? 'all';
  const restart = plan.clock?.restart ?? { per: 'stay' };
  let clockKey: string | undefined;
  let clockMinutes = 0;
  const ownMinutes = new Map<number, number>();
  const blocks = new Set<string>();
  let unitKey = '';
  let unitMinutes = 0;
  let minutesInUnit = 0;
  let unitCaps: string[] = [];
  for (let t = enteredAtMs; t < exitAtMs; t += minuteMs) {
    const { window, key } = at(t);
    // Every change of window restarts a clock per window, even a return to an interrupted occurrence.
    const now = restart.per === 'window' ? `${run}` : scopeKey(restart, t, key);
    if (clockKey !== now) {
      clockKey = now;
      clockMinutes = 0;
      ownMinutes.clear();
      blocks.clear();
      unitKey = '';
    }
    const steps = window < 0 ? [] : plan.windows[window]!.steps;
    const isFree = freeLeft > 0 && (free?.counts !== 'charged' || steps.length > 0);
    if (isFree) freeLeft -= minuteMs;
    if (steps.length === 0 || isFree) {
      if (counts === 'all') clockMinutes++;
      unitKey = '';
      continue;
    }
    const reading = counts === 'window' ? (ownMinutes.get(window) ?? 0) : clockMinutes;
    const index = steps.findIndex((s) => s.upToMinutes === undefined || reading < s.upToMinutes);
    const step = steps[index];
    if (step) {
      const capKeys = (plan.caps ?? []).map((cap, i) => `${i}:${scopeKey(cap.scope, t, key)}`);
      if (step.unitMinutes === undefined) {
        const block = `${key}#${index}`;
        if (!blocks.has(block)) charge(step.priceFen, window, capKeys);
        blocks.add(block);
      } else if (step.part === 'share') {
        charge(step.priceFen / step.unitMinutes, window, capKeys);
      } else {
        const thisUnit = `${run}#${window}#${index}`;
        if (unitKey !== thisUnit || minutesInUnit === unitMinutes) {
          unitKey = thisUnit;
          unitMinutes = step.unitMinutes;
          minutesInUnit = 0;
          unitCaps = capKeys;
        }
        minutesInUnit++;
        const part = step.part ?? 'whole';
        const due = part === 'whole' ? 1 : part === 'none' ? unitMinutes : Math.min(part.fromMinutes, unitMinutes);
        if (minutesInUnit === due) charge(step.priceFen, window, unitCaps);
      }
    }
    // Minutes beyond the last step cost nothing and count only if all minutes count.
    if (counts === 'all' || step) {
      clockMinutes++;
      ownMinutes.set(window, (ownMinutes.get(window) ?? 0) + 1);
    }
  }
  return Math.floor(total + 0.5 + 1e-6);
}
