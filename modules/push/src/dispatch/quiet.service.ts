import { dayMs, zoneClock } from '@boyun/domain/period';

const msOf = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * 60_000;

/** Returns the end of the quiet hours that contain an instant; null where none do. They may span midnight. */
export function endOfQuiet(at: Date, from: string | null, to: string | null, zone: string): Date | null {
  if (!from || !to) return null;
  const clock = zoneClock(zone);
  const wall = clock.localOf(at.getTime());
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const [begin, end, time] = [msOf(from), msOf(to), wall - midnight];
  const isOverNight = begin > end;
  const isQuiet = isOverNight ? time >= begin || time < end : time >= begin && time < end;
  if (!isQuiet) return null;
  return new Date(clock.instantOf(midnight + end + (isOverNight && time >= begin ? dayMs : 0)));
}
