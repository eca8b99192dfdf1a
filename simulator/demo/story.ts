import { addDays, dayStart } from '@boyun/domain/period';
import { plateColor } from '@boyun/domain/plate';
import type { Fleet, FleetLot } from '../replay/fleet.ts';
import type { CarEvent } from '../replay/traffic.ts';
import type { Call } from './sign-in.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const ZONE = 'Asia/Shanghai';
const DRIVERS = ['郑凯', '沈悦', '何俊', '罗丹', '曹阳', '彭雪'];
/** Days of the past on which somebody had booked, and the local hour in each of the two lots that can be booked. */
const BOOKED_DAYS = 12;
const BOOKED_HOURS = [10, 15] as const;

/** A car at a barrier in the past, and what is unusual about it. */
export type PastEvent = CarEvent & {
  /** When a camera that had been cut off told of it. */
  readonly toldAtMs?: number;
  /** The attendant lets it out though it has not paid. */
  readonly leavesOwing?: boolean;
};

/** Local midnight of a day of the past; the first is the day after it begins. */
const dayOf = (since: Date, day: number) => addDays(dayStart(since.getTime(), ZONE), day, ZONE);
const bookedPlate = (place: number, day: number) => `粤B${String(place * 30 + day + 40)}Y${day % 10}F`;

/** Opens the hours that can be booked in two lots, and books some of the days that follow. */
export async function bookPast(
  call: Call,
  fleet: Fleet,
  lotIds: ReadonlyMap<string, string>,
  since: Date,
): Promise<void> {
  for (const [place, lot] of fleet.lots.slice(0, BOOKED_HOURS.length).entries()) {
    const LotId = lotIds.get(lot.code);
    const rule = { LotId, FromHour: 0, ToHour: 24, Quota: 4 + place * 4, EarlyMinutes: 60, LateMinutes: 60 };
    await call('/api/appointmentQuota/create', { ...rule, DaysAhead: 30, HasConfirmation: place === 1 });
    for (let day = 1; day <= BOOKED_DAYS; day += 1) {
      const { AppointmentId } = await call('/api/appointment/book', {
        LotId,
        Plate: bookedPlate(place, day),
        StartsAt: new Date(dayOf(since, day) + BOOKED_HOURS[place]! * HOUR_MS).toISOString(),
        DriverName: DRIVERS[day % DRIVERS.length],
        DriverPhone: `1380013${String(8200 + day)}`,
      });
      if (place === 1) await call('/api/appointment/confirm', { AppointmentId });
    }
  }
}

/**
 * What the measured traffic has none of: cars that had booked, a camera that was cut off and told of its cars hours later, an
 * exit that turned up after its car had come again, and a car that owes so much that it is stopped.
 */
export function storiesOf(fleet: Fleet, since: Date): PastEvent[] {
  const [first, second, third] = fleet.lots;
  if (!first || !second || !third) return [];
  const at = (day: number, hour: number, minute = 0) => dayOf(since, day) + hour * HOUR_MS + minute * MINUTE_MS;
  const stay = (lot: FleetLot, plate: string, from: number | null, to: number | null, more: Partial<PastEvent> = {}) =>
    (['entry', 'exit'] as const).flatMap((direction): PastEvent[] => {
      const atMs = direction === 'entry' ? from : to;
      if (atMs === null) return [];
      return [
        {
          atMs,
          lotCode: lot.code,
          laneCode: lot.lanes.find((lane) => lane.direction === direction)!.code,
          direction,
          plate,
          color: plateColor.blue.code,
          vehicleKind: 'small',
          visitId: `story-${plate}-${from ?? to}`,
          seenPlate: plate,
          seenColor: plateColor.blue.code,
          confidence: 97,
          ...more,
        },
      ];
    });
  const booked = [first, second].flatMap((lot, place) =>
    Array.from({ length: BOOKED_DAYS }, (_, index) => index + 1)
      // Every fifth does not come.
      .filter((day) => day % 5 !== 0)
      .flatMap((day) => {
        const from = at(day, BOOKED_HOURS[place]!, 4 + day);
        return stay(lot, bookedPlate(place, day), from, from + (70 + day * 9) * MINUTE_MS);
      }),
  );
  const cutOff = Array.from({ length: 5 }, (_, index) => {
    const from = at(6, 13, 4 + index * 11);
    return stay(third, `粤B3${index}K6${index}`, from, from + (35 + index * 14) * MINUTE_MS, {
      toldAtMs: at(6, 17, index),
    });
  }).flat();
  const twice = '粤B6M20T';
  const owing = '粤B9Q7K2';
  return [
    ...booked,
    ...cutOff,
    ...stay(third, twice, at(8, 10), null),
    ...stay(third, twice, at(9, 9), at(9, 12, 30)),
    ...stay(third, twice, null, at(8, 12), { toldAtMs: at(9, 11) }),
    ...stay(first, owing, at(7, 8, 20), at(10, 18, 5), { leavesOwing: true }),
    ...stay(first, owing, at(11, 9, 40), null),
  ].sort((one, other) => (one.toldAtMs ?? one.atMs) - (other.toldAtMs ?? other.atMs));
}
