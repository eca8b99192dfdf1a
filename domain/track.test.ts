import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metresBetween, placeOnTrack, type TrackPoint, thinTrack, trackMetres } from './track.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const TOLERANCE = 8;

/** A drive: steps of up to 25 m and a second to a minute each, with stops. */
const drives = fc
  .array(
    fc.record({
      seconds: fc.integer({ min: 1, max: 60 }),
      east: fc.double({ min: -25, max: 25, noNaN: true }),
      north: fc.double({ min: -25, max: 25, noNaN: true }),
      isStop: fc.boolean(),
    }),
    { minLength: 0, maxLength: 200 },
  )
  .map((steps) => {
    const points: TrackPoint[] = [{ atMs: 1_700_000_000_000, longitude: 114.05, latitude: 22.54 }];
    for (const { seconds, east, north, isStop } of steps) {
      const { atMs, longitude, latitude } = points.at(-1)!;
      const moved = isStop
        ? { longitude, latitude }
        : { longitude: longitude + east / 102_800, latitude: latitude + north / 111_200 };
      points.push({ atMs: atMs + seconds * 1000, ...moved });
    }
    return points;
  });

describe('a thinned track', () => {
  test('is off by at most the tolerance at the time of every point, and keeps its ends and order', () => {
    fc.assert(
      fc.property(drives, (drive) => {
        const thin = thinTrack(drive, TOLERANCE);
        expect(thin[0]).toBe(drive[0]);
        expect(thin.at(-1)).toBe(drive.at(-1));
        expect(thin).toEqual(drive.filter((one) => thin.includes(one)));
        for (const point of drive)
          expect(metresBetween(point, placeOnTrack(thin, point.atMs)!)).toBeLessThanOrEqual(TOLERANCE + 1e-6);
        expect(trackMetres(thin)).toBeLessThanOrEqual(trackMetres(drive) + 1e-6);
        // What is thin already stays as it is.
        expect(thinTrack(thin, TOLERANCE)).toEqual(thin);
      }),
    );
  });

  test('is two points for a straight drive, and keeps a stop', () => {
    const at = (seconds: number, metres: number) => ({
      atMs: seconds * 1000,
      longitude: 114,
      latitude: 22 + metres / 111_195,
    });
    const straight = Array.from({ length: 100 }, (_, index) => at(index, index * 10));
    expect(thinTrack(straight, TOLERANCE)).toEqual([straight[0], straight[99]]);
    const stopping = [...straight, ...Array.from({ length: 60 }, (_, index) => at(100 + index, 990)), at(200, 1400)];
    expect(thinTrack(stopping, TOLERANCE).length).toBe(4);
    expect(thinTrack([], TOLERANCE)).toEqual([]);
    expect(placeOnTrack([], 0)).toBeNull();
  });
});
