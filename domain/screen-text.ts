/** What the screen of a lane shows and says in a situation: templates of an operator, filled with the values of the car. */

/** Situations of a car at a lane, and the one of a guidance screen. */
export type ScreenSituation =
  | 'welcome'
  | 'welcome-pack'
  | 'no-entry'
  | 'full'
  | 'wait'
  | 'fee-due'
  | 'goodbye'
  | 'guidance';

/** The facts a situation follows from. */
export interface LaneMoment {
  readonly direction: 'entry' | 'exit';
  readonly decision: string;
  readonly standing: string;
  readonly dueFen: number;
  readonly isFull: boolean;
}

/** The situation of a car; null where a screen shows nothing, as for a car recorded late. */
export function situationOf({ direction, decision, standing, dueFen, isFull }: LaneMoment): ScreenSituation | null {
  if (decision === 'record') return null;
  if (direction === 'exit') return decision === 'open' ? 'goodbye' : dueFen > 0 ? 'fee-due' : 'wait';
  if (decision === 'open') return standing === 'pack' ? 'welcome-pack' : 'welcome';
  if (isFull) return 'full';
  return decision === 'refuse' ? 'no-entry' : 'wait';
}

/** The values a template may name, in braces. */
export interface ScreenValues {
  readonly plate: string;
  readonly lot: string;
  /** What the product would show itself, as why a car may not enter. */
  readonly message: string;
  /** In yuan. */
  readonly fee: string;
  readonly free: string;
  /** Days left of the monthly pass. */
  readonly days: string;
  readonly time: string;
  /** Of a guidance screen: the place whose spots are counted. */
  readonly area: string;
}

/** The names of values, for the hint of a form. */
export const SCREEN_VALUES = ['plate', 'lot', 'message', 'fee', 'free', 'days', 'time', 'area'] as const;

const PLACE = /\{([a-z]+)\}/g;

/** The names in a template that are no values. */
export function unknownValues(template: string): string[] {
  return [...template.matchAll(PLACE)]
    .map((one) => one[1]!)
    .filter((one) => !(SCREEN_VALUES as readonly string[]).includes(one));
}

/** A template with its values; a line whose values are all empty is left out. */
export function fillTemplate(template: string, values: Partial<ScreenValues>): string[] {
  return template
    .split('\n')
    .map((line) => {
      const named = [...line.matchAll(PLACE)].map((one) => values[one[1] as keyof ScreenValues] ?? '');
      if (named.length > 0 && named.every((one) => one === '')) return '';
      return line.replaceAll(PLACE, (_all, name: string) => values[name as keyof ScreenValues] ?? '').trim();
    })
    .filter(Boolean);
}

/** The percent of a plan like `06:00=80 18:00=40` at a time of day; null without a plan. Before its first entry the last one holds. */
export function brightnessAt(plan: string | null, clock: string): number | null {
  const entries = [...(plan ?? '').matchAll(/(\d\d:\d\d)=(\d{1,3})/g)].sort((one, other) =>
    one[1]! < other[1]! ? -1 : 1,
  );
  const entry = entries.findLast((one) => one[1]! <= clock) ?? entries.at(-1);
  return entry ? Number(entry[2]) : null;
}
