import { type Calendar, type DayKind, type Plan, priceStay, type Stay, type Tariff } from '@boyun/domain/fee';
import { instantOfWall } from '@boyun/domain/period';

/** A zone without clock changes: trials are in wall-clock times of any lot. */
export const trialZone = 'UTC';
const MINUTE_MS = 60_000;

/** A day of each kind to try prices on; the holiday is the National Day, six days long from there on. */
export const trialDays: Readonly<Record<DayKind, string>> = {
  workday: '2026-03-04',
  weekend: '2026-03-07',
  holiday: '2026-10-01',
};
/** The calendar of the tried days. */
export const trialCalendar: Calendar = (day) => (day >= '2026-10-01' && day <= '2026-10-07' ? 'holiday' : undefined);

/** A vehicle a plan is for, as far as its conditions speak of the vehicle. */
export function vehicleOf({ when }: Plan): Partial<Stay> {
  const seats = when?.seats?.atLeast ?? when?.seats?.atMost;
  return {
    ...(when?.vehicleKinds ? { vehicleKind: when.vehicleKinds[0] } : {}),
    ...(when?.plateColors ? { plateColor: when.plateColors[0] } : {}),
    ...(when?.spotKinds ? { spotKind: when.spotKinds[0] } : {}),
    ...(seats === undefined ? {} : { seats }),
  };
}

/** What a stay of so many minutes costs that begins on a day of a kind at a time of day. */
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

/** A corner of a curve: the fee from a length of stay on. */
export type CurvePoint = readonly [minutes: number, fen: number];

/** The fee over the length of stay, at the corners where it changes; every five minutes and the minute after is tried. */
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
