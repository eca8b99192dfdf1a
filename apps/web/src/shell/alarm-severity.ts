/** Severities of alarms, from the lowest. */
export const SEVERITIES = ['low', 'medium', 'high'] as const;
export type AlarmSeverity = (typeof SEVERITIES)[number];

/** Reads a stored severity; medium where there is none. */
export function readSeverity(text: string | null | undefined): AlarmSeverity {
  return SEVERITIES.find((one) => one === text) ?? 'medium';
}

/** Whether an alarm pops up for a person who chose the lowest severity; one whose severity is not known does. */
export function pops(severity: AlarmSeverity | null | undefined, from: AlarmSeverity): boolean {
  return !severity || SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(from);
}
