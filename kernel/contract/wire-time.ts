import { zoneClock } from '@boyun/domain/period';

/**
 * Parses a wire time: ISO 8601 with a zone, or `YYYY-MM-DD[ T]HH:mm[:ss[.SSS]]` / `YYYY-MM-DD` in `zone`. Throws RangeError when it is
 * neither.
 */
export function parseWireTime(given: string, zone: string): Date {
  const wall = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?$/.exec(given);
  if (!wall) {
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(given)) throw new RangeError('not a time');
    return checked(new Date(given));
  }
  const [, year, month, date, hour = '0', minute = '0', second = '0', fraction = '0'] = wall;
  const asUtc = Date.UTC(+year!, +month! - 1, +date!, +hour, +minute, +second, +fraction.padEnd(3, '0'));
  const back = new Date(asUtc);
  if (back.getUTCDate() !== +date! || back.getUTCMonth() !== +month! - 1 || +hour > 23 || +minute > 59 || +second > 59)
    throw new RangeError('not a time');
  return checked(new Date(zoneClock(zone).instantOf(asUtc)));
}

function checked(moment: Date): Date {
  const year = moment.getUTCFullYear();
  if (Number.isNaN(moment.getTime()) || year < 1970 || year > 2200) throw new RangeError('not a time');
  return moment;
}
