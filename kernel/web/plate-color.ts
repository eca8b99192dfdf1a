import { plateColor, plateColorOf } from '@boyun/domain/plate';

const NAMES = ['unknown', 'blue', 'yellow', 'white', 'black', 'green', 'new-energy'] as const;

/** Returns the code 0–6 of a plate's colour: the given one, else that implied by its text. */
export function plateColorCode(text: string, given?: number | string | null): number {
  const code = given === null || given === undefined || given === '' ? 0 : Number(given);
  return code >= 1 && code <= 6 ? code : plateColor[plateColorOf(text)].code;
}

/** Returns the class that gives a plate its colours. */
export function plateColorClass(text: string, given?: number | string | null): string {
  return `by-plate-${NAMES[plateColorCode(text, given)]}`;
}
