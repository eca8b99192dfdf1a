import { instantOfWall, wallTime } from '@boyun/domain/period';

/** A moment in ISO 8601 with its offset; null for any other text. */
export function instantAt(text: string): Date | null {
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : new Date(atMs);
}

/** A moment by the clock of an IANA zone, in ISO 8601 without an offset; null for any other text. */
export function wallAt(text: string, zone: string): Date | null {
  const wall = instantAt(`${text}Z`);
  return wall && new Date(instantOfWall(wall.toISOString().slice(0, 19), zone) + wall.getUTCMilliseconds());
}

/** A moment by the clock of an IANA zone, in ISO 8601 with its offset and without parts of a second. */
export function isoOfWall(at: Date, zone: string): string {
  const wall = wallTime(at.getTime(), zone);
  const minutes = Math.round((Date.parse(`${wall}Z`) - at.getTime()) / 60_000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const ahead = Math.abs(minutes);
  return `${wall}${minutes < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`;
}
