import measured from './profile-data.json' with { type: 'json' };

/** What the car park of a profile serves, as its operator describes it. */
export type ProfileKind = 'office' | 'mall' | 'city centre' | 'theatre' | 'station';

/** How full one measured car park was through a fortnight. */
export type Profile = {
  code: string;
  kind: ProfileKind;
  capacity: number;
  /** Per mille of the capacity occupied, one whole number per quarter hour of 14 days of wall time from a Monday. */
  permille: readonly number[];
};

/** Quarter hours per day. */
export const SLOTS_PER_DAY = 96;

function decode(shares: string): number[] {
  return Array.from({ length: shares.length / 2 }, (_, slot) =>
    Number.parseInt(shares.slice(slot * 2, slot * 2 + 2), 36),
  );
}

/** The twelve measured car parks by code (lot-01 to lot-12). */
export const profiles: ReadonlyMap<string, Profile> = new Map(
  measured.map((row) => [
    row.code,
    { code: row.code, kind: row.kind as ProfileKind, capacity: row.capacity, permille: decode(row.shares) },
  ]),
);

/**
 * The share occupied (0 to 1) at a wall time, by a straight line between quarter hours.
 * `dayIndex` counts days from any Monday; the first Monday of the measured fortnight was a public holiday (1 May), so
 * ordinary Mondays take the second one and holidays the first.
 */
export function shareAt(profile: Profile, dayIndex: number, minuteOfDay: number, isHoliday = false): number {
  const at = minuteOfDay / 15;
  const slot = Math.floor(at);
  const here = profile.permille[profileDay(dayIndex, isHoliday) * SLOTS_PER_DAY + slot] ?? 0;
  const isLast = slot === SLOTS_PER_DAY - 1;
  const next = isLast
    ? profile.permille[profileDay(dayIndex + 1, false) * SLOTS_PER_DAY]
    : profile.permille[profileDay(dayIndex, isHoliday) * SLOTS_PER_DAY + slot + 1];
  return (here + ((next ?? here) - here) * (at - slot)) / 1000;
}

function profileDay(dayIndex: number, isHoliday: boolean): number {
  if (isHoliday) return 0;
  const day = ((dayIndex % 14) + 14) % 14;
  return day === 0 ? 7 : day;
}
