import type { Step } from './tariff.ts';

/** Returns the minutes at which the steps of a ladder end if nothing interrupts their units; Infinity for a step without end. */
export function stepEnds(steps: readonly Step[]): number[] {
  let start = 0;
  let units = 0;
  return steps.map(({ upToMinutes = Infinity, upToUnits, unitMinutes, part = 'whole', finishesUnit }) => {
    let end = upToMinutes;
    if (unitMinutes !== undefined && upToUnits !== undefined) end = start + (upToUnits - units) * unitMinutes;
    else if (unitMinutes !== undefined && finishesUnit && part !== 'share')
      end = start + Math.ceil((end - start) / unitMinutes) * unitMinutes;
    end = Math.max(start, end);
    const spent = unitMinutes === undefined ? 1 : (end - start) / unitMinutes;
    if (part !== 'share') units += part === 'none' ? Math.floor(spent) : Math.ceil(spent);
    start = end;
    return end;
  });
}

/** Whether the last unit of a bounded step is cut short where the step ends. */
export function isRagged(steps: readonly Step[], index: number): boolean {
  const { unitMinutes, upToMinutes, part, priceFen, finishesUnit } = steps[index]!;
  if (unitMinutes === undefined || upToMinutes === undefined || part === 'share' || priceFen === 0) return false;
  const start = stepEnds(steps.slice(0, index)).at(-1) ?? 0;
  return !finishesUnit && upToMinutes > start && (upToMinutes - start) % unitMinutes !== 0;
}
