import { randomBytes } from 'node:crypto';
import { wallTime } from '@boyun/domain/period';

/**
 * Returns a number that can be read aloud: a letter, the day in the zone as `YYMMDD` (or the time, as `YYMMDDhhmmss`) and random
 * hexadecimal digits.
 */
export function serialNumber(
  letter: string,
  at: Date,
  zone: string,
  { digits, isTimed = false }: { readonly digits: number; readonly isTimed?: boolean },
): string {
  const time = wallTime(at.getTime(), zone).replace(/\D/g, '');
  const random = randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .toUpperCase();
  return `${letter}${time.slice(2, isTimed ? 14 : 8)}${random.slice(0, digits)}`;
}
