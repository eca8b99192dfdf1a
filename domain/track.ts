/** The way of a vehicle: distances, places in between, and fewer points that tell the same. */
import type { Place } from './place.ts';

/** Where a vehicle was at an instant. */
export interface TrackPoint extends Place {
  readonly atMs: number;
}

const EARTH_METRES = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Returns the distance between two places in metres, along the surface of the earth. */
export function metresBetween(a: Place, b: Place): number {
  const north = ((b.latitude - a.latitude) * RADIANS) / 2;
  const east = ((b.longitude - a.longitude) * RADIANS) / 2;
  const part =
    Math.sin(north) ** 2 + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * Math.sin(east) ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** Returns where a vehicle that drives evenly between two points was at an instant. */
export function placeBetween(from: TrackPoint, to: TrackPoint, atMs: number): Place {
  const share = to.atMs === from.atMs ? 0 : Math.min(1, Math.max(0, (atMs - from.atMs) / (to.atMs - from.atMs)));
  return {
    longitude: from.longitude + (to.longitude - from.longitude) * share,
    latitude: from.latitude + (to.latitude - from.latitude) * share,
  };
}

/** Returns the place on a track, in order of time, at an instant; before its beginning and after its end those; null for an empty one. */
export function placeOnTrack(track: readonly TrackPoint[], atMs: number): Place | null {
  let [low, high] = [0, track.length - 1];
  if (high < 0) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (track[middle]!.atMs <= atMs) low = middle;
    else high = middle;
  }
  return placeBetween(track[low]!, track[high]!, atMs);
}

/**
 * Returns the points that are needed so that the place at the time of each point left out is off by at most `tolerance` metres: those of
 * Douglas and Peucker, by the distance to the place at the same time, so that stops stay stops. Points are in order of time; the first and
 * the last remain.
 */
export function thinTrack<T extends TrackPoint>(points: readonly T[], tolerance: number): T[] {
  if (points.length <= 2) return [...points];
  const isKept = new Uint8Array(points.length);
  isKept[0] = 1;
  isKept[points.length - 1] = 1;
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    let worst = -1;
    let distance = tolerance;
    for (let index = first + 1; index < last; index += 1) {
      const point = points[index]!;
      const off = metresBetween(point, placeBetween(points[first]!, points[last]!, point.atMs));
      if (off > distance) [worst, distance] = [index, off];
    }
    if (worst < 0) continue;
    isKept[worst] = 1;
    spans.push([first, worst], [worst, last]);
  }
  return points.filter((_, index) => isKept[index] === 1);
}

/** Returns the length of a track in metres. */
export function trackMetres(track: readonly Place[]): number {
  return track.slice(1).reduce((sum, point, index) => sum + metresBetween(track[index]!, point), 0);
}
