import { type Calendar, type DayKind, type Plan, priceStay, type Stay, type Tariff } from '@boyun/domain/fee';
import { instantOfWall } from '@boyun/domain/period';

/** A time zone without clock changes: trials use wall-clock times of any lot. */
export const trialZone = 'UTC';
const MINUTE_MS = 60_000;

/** A sample day of each kind; the holiday is National Day, which starts a holiday of several days. */
export const trialDays: Readonly<Record<DayKind, string>> = {
  workday: '2026-03-04',
  weekend: '2026-03-07',
  holiday: '2026-10-01',
};
/** The calendar of the sample days. */
export const trialCalendar: Calendar = (day) => (day >= '2026-10-01' && day <= '2026-10-07' ? 'holiday' : undefined);

/** Returns a vehicle that meets the vehicle conditions of a plan. */
export function vehicleOf({ when }: Plan): Partial<Stay> {
  return {
    ...(when?.vehicleKinds ? { vehicleKind: when.vehicleKinds[0] } : {}),
    ...(when?.plateColors ? { plateColor: when.plateColors[0] } : {}),
    ...(when?.spotKinds ? { spotKind: when.spotKinds[0] } : {}),
  };
}

/** Returns the fee in fen of a stay of a number of minutes that begins on a day of a kind at a time of day. */
export function trialFen(tariff: Tariff, vehicle: Partial<Stay>, kind: DayKind, time: string, minutes: number): number {
  const enteredAtMs = instantOfWall(`${trialDays[kind]}T${time === '24:00' ? '00:00' : time}`, trialZone);
  return priceStay(tariff, {
    ...vehicle,
    enteredAtMs,
    exitAtMs: enteredAtMs + minutes * MINUTE_MS,
    zone: trialZone,
    calendar: trialCalendar,
  }).totalFen;
}

/** A corner of a curve: the fee from a duration on. */
export type CurvePoint = readonly [minutes: number, fen: number];

/** Returns the fee by duration, at the corners where it changes; samples every fifth minute and the minute after it. */
export function curveOf(
  tariff: Tariff,
  vehicle: Partial<Stay>,
  kind: DayKind,
  time: string,
  reach: number,
): readonly CurvePoint[] {
  const points: [number, number][] = [[0, 0]];
  const stride = Math.max(5, Math.round(reach / 480));
  const add = (minutes: number) => {
    const fen = trialFen(tariff, vehicle, kind, time, minutes);
    if (points.at(-1)![1] !== fen) points.push([minutes, fen]);
  };
  for (let minutes = 0; minutes < reach; minutes += stride) {
    if (minutes > 0) add(minutes);
    add(minutes + 1);
  }
  add(reach);
  points.push([reach, points.at(-1)![1]]);
  return points;
}
