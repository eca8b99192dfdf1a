/** Percent at or below which a battery is low, and from which it has recovered. */
const LOW = 20;
const RECOVERED = 30;

/** How worrying a level is. */
export function batteryTone(percent: number): 'good' | 'warn' | 'bad' {
  return percent <= LOW ? 'bad' : percent < RECOVERED ? 'warn' : 'good';
}

/** Whether a battery is low; one that was low must be charged or changed to count as recovered. Null is a report without a level. */
export function isBatteryLow(percent: number | null, wasLow: boolean): boolean {
  if (percent === null) return wasLow;
  return wasLow ? percent < RECOVERED : percent <= LOW;
}
