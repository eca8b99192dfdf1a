/** What a company pays for its spots in a month, as pure rules. */
import { addMonths, dayMs, dayOfKey, zoneClock } from './period.ts';

/** A month on a lot's calendar, and the days of it that a contract covers. */
export type ContractMonth = {
  readonly fromMs: number;
  readonly toMs: number;
  readonly monthDays: number;
  readonly contractDays: number;
};

/** Returns the month `YYYY-MM` in a zone with its days and those a contract touches; an end of null is open. */
export function contractMonth(
  month: string,
  zone: string,
  contract: { readonly fromMs: number; readonly toMs: number | null },
): ContractMonth {
  const clock = zoneClock(zone);
  const first = dayOfKey(`${month}-01`);
  const fromMs = clock.dayStart(first);
  const toMs = addMonths(fromMs, 1, zone);
  const monthDays = clock.dayOf(toMs) - first;
  const beginsAt = Math.max(fromMs, contract.fromMs);
  const endsAt = Math.min(toMs, contract.toMs ?? toMs);
  // An end at midnight belongs to the day before.
  const contractDays = endsAt > beginsAt ? clock.dayOf(endsAt - 1) - clock.dayOf(beginsAt) + 1 : 0;
  return { fromMs, toMs, monthDays, contractDays };
}

/** Returns the rent of spots for a month in whole fen: in full, or by the days of the contract. */
export function rentOf(
  { spots, spotFeeFen }: { readonly spots: number; readonly spotFeeFen: number },
  { contractDays, monthDays }: Pick<ContractMonth, 'contractDays' | 'monthDays'>,
): number {
  return Math.round((spots * spotFeeFen * contractDays) / monthDays);
}

/** Returns the month before the one an instant falls in, as `YYYY-MM`. */
export function monthBefore(atMs: number, zone: string): string {
  const clock = zoneClock(zone);
  const date = new Date((clock.dayOf(atMs) - Number(new Date(clock.localOf(atMs)).getUTCDate())) * dayMs);
  return date.toISOString().slice(0, 7);
}
