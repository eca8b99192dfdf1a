/**
 * Reads a time of the wire: ISO 8601 with a zone, or `YYYY-MM-DD[ T]HH:mm[:ss[.SSS]]` / `YYYY-MM-DD` meant in `zone`.
 * Throws RangeError when it is neither.
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
  let moment = asUtc - offsetAt(asUtc, zone);
  moment = asUtc - offsetAt(moment, zone);
  return checked(new Date(moment));
}

function checked(moment: Date): Date {
  const year = moment.getUTCFullYear();
  if (Number.isNaN(moment.getTime()) || year < 1970 || year > 2200) throw new RangeError('not a time');
  return moment;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that the zone's wall clock is ahead of UTC at an instant. */
export function offsetAt(epochMs: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(epochMs)) part[type] = Number(value);
  const wall = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second);
  return wall - Math.floor(epochMs / 1000) * 1000;
}
