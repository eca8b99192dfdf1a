import { type Cap, type Plan, type Step, stepEnds, type Tariff, type Window } from '@boyun/domain/fee';

/** Returns a tariff with the value at a path ('plans.0.free.minutes') replaced; undefined removes the key or entry. */
export function put<T>(tree: T, path: string, value: unknown): T {
  const [key, ...rest] = path.split('.') as [string, ...string[]];
  const below = rest.length === 0 ? value : put(childOf(tree, key) ?? {}, rest.join('.'), value);
  // Conditions without any entry are removed.
  const next = value === undefined && isEmptyRecord(below) ? undefined : below;
  if (Array.isArray(tree)) {
    const index = Number(key);
    if (next === undefined) return tree.filter((_, i) => i !== index) as T;
    return tree.map((one, i) => (i === index ? next : one)) as T;
  }
  const { [key]: _, ...others } = tree as Record<string, unknown>;
  if (next === undefined) return others as T;
  // An existing key keeps its position, so that the JSON keeps its order after an edit.
  return (key in (tree as object) ? { ...(tree as object), [key]: next } : { ...others, [key]: next }) as T;
}

function isEmptyRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** Returns the value at a path, or undefined. */
export function at(tree: unknown, path: string): unknown {
  let here = tree;
  for (const key of path === '' ? [] : path.split('.')) here = childOf(here, key);
  return here;
}

function childOf(tree: unknown, key: string): unknown {
  return typeof tree === 'object' && tree !== null ? (tree as Record<string, unknown>)[key] : undefined;
}

/** Returns the first unused id of 'window', 'window-2', 'window-3', … */
export function freeId(stem: string, taken: readonly { id: string }[]): string {
  const base = stem.replace(/-\d+$/, '').slice(0, 34);
  let id = base;
  for (let number = 2; taken.some((one) => one.id === id); number++) id = `${base}-${number}`;
  return id;
}

/** Returns the list with one entry moved by a number of positions, limited to the ends. */
export function moved<T>(list: readonly T[], index: number, by: number): T[] {
  const to = Math.min(list.length - 1, Math.max(0, index + by));
  const rest = list.filter((_, i) => i !== index);
  return [...rest.slice(0, to), list[index]!, ...rest.slice(to)];
}

/** Returns a new tariff: one plan, open around the clock, one price per hour. */
export function emptyTariff(name: { zh: string; en: string }): Tariff {
  return { id: 'tariff', version: 1, name, plans: [newPlan([])], grace: { minutes: 15, beyond: 'difference' } };
}

/** Returns an additional plan, open around the clock with one price per hour. */
export function newPlan(taken: readonly Plan[]): Plan {
  return { id: freeId(taken.length > 0 ? 'plan' : 'car', taken), windows: [{ id: 'always', steps: [firstStep] }] };
}

/** The first step of a new ladder. */
export const firstStep: Step = { unitMinutes: 60, priceFen: 500 };

/** Returns the tariff with a copy of a plan, with its own id, right after it. */
export function copyPlan(tariff: Tariff, index: number): Tariff {
  const plan = tariff.plans[index]!;
  const copy = { ...plan, id: freeId(plan.id, tariff.plans) };
  return { ...tariff, plans: [...tariff.plans.slice(0, index + 1), copy, ...tariff.plans.slice(index + 1)] };
}

/** Returns a plan without one of its windows; a cap that named only this window is removed as well. */
export function withoutWindow(plan: Plan, index: number): Plan {
  const gone = plan.windows[index]!.id;
  const windows = plan.windows.filter((_, i) => i !== index);
  return withCaps({ ...plan, windows }, (cap) => {
    if (!cap.windows?.includes(gone)) return [cap];
    const left = cap.windows.filter((id) => id !== gone);
    return left.length > 0 ? [{ ...cap, windows: left }] : [];
  });
}

/** Returns a plan with a window inserted; if it copies another, the caps of that window include it. */
export function withWindow(plan: Plan, index: number, window: Window, copyOf?: string): Plan {
  const windows = [...plan.windows.slice(0, index), window, ...plan.windows.slice(index)];
  return withCaps({ ...plan, windows }, (cap) =>
    copyOf !== undefined && cap.windows?.includes(copyOf) ? [{ ...cap, windows: [...cap.windows, window.id] }] : [cap],
  );
}

function withCaps(plan: Plan, change: (cap: Cap) => Cap[]): Plan {
  if (!plan.caps) return plan;
  const caps = plan.caps.flatMap(change);
  return put(plan, 'caps', caps.length > 0 ? caps : undefined);
}

/** Returns a ladder with one more step: the open-ended step is limited to one unit, and the new step follows it. */
export function addStep(steps: readonly Step[]): Step[] {
  const last = steps.at(-1);
  if (!last) return [firstStep];
  const begin = stepEnds(steps).at(-2) ?? 0;
  const unit = last.unitMinutes ?? 60;
  const ended = isEndless(last) ? { ...last, upToMinutes: begin + unit } : last;
  return [...steps.slice(0, -1), ended, { unitMinutes: unit, priceFen: last.priceFen, ...partOf(last) }];
}

/** Whether neither time nor units end a step. */
function isEndless({ upToMinutes, upToUnits }: Step): boolean {
  return upToMinutes === undefined && upToUnits === undefined;
}

function partOf(step: Step): Pick<Step, 'part'> {
  return step.part === undefined ? {} : { part: step.part };
}

/** Returns a ladder without one of its steps; if the open-ended step is removed, the one before it becomes open-ended. */
export function removeStep(steps: readonly Step[], index: number): Step[] {
  const left = steps.filter((_, i) => i !== index);
  if (!steps[index] || !isEndless(steps[index]) || index !== steps.length - 1 || left.length === 0) return left;
  return left.map((step, i) => (i === left.length - 1 ? withoutEnd(step) : step));
}

function withoutEnd({ upToMinutes: _, upToUnits: __, ...step }: Step): Step {
  return step;
}

/** Returns a step that ends by units instead of time, after one unit more than the steps before, or by time instead of units. */
export function switchEnd(steps: readonly Step[], index: number): Step {
  const step = steps[index]!;
  const { finishesUnit: _, ...plain } = withoutEnd(step);
  const ends = stepEnds(steps);
  if (step.upToUnits !== undefined)
    return { ...plain, upToMinutes: Math.max(ends[index]!, (ends[index - 1] ?? 0) + 1) };
  const unitMinutes = step.unitMinutes ?? 60;
  const before = steps.slice(0, index).findLast((one) => one.upToUnits !== undefined)?.upToUnits ?? 0;
  const spent = (ends[index]! - (ends[index - 1] ?? 0)) / unitMinutes;
  return { ...plain, unitMinutes, upToUnits: before + (Number.isFinite(spent) ? Math.max(1, Math.ceil(spent)) : 1) };
}

/** Returns the cost in fen of a ladder after a number of minutes, partial units by their own rule. */
export function ladderFen(steps: readonly Step[], minutes: number): number {
  const ends = stepEnds(steps);
  let sum = 0;
  let begin = 0;
  for (const [i, step] of steps.entries()) {
    const spent = Math.min(minutes, ends[i]!) - begin;
    if (spent < 0 || minutes <= begin) break;
    if (spent === 0) continue;
    sum += step.unitMinutes === undefined ? step.priceFen : unitsFen(step, step.unitMinutes, spent);
    begin = ends[i]!;
  }
  return sum;
}

function unitsFen({ part = 'whole', priceFen }: Step, unit: number, spent: number): number {
  const full = Math.floor(spent / unit);
  const rest = spent - full * unit;
  if (rest === 0 || part === 'none') return full * priceFen;
  if (part === 'share') return full * priceFen + Math.round((priceFen * rest) / unit);
  return full * priceFen + (part === 'whole' || rest >= part.fromMinutes ? priceFen : 0);
}
