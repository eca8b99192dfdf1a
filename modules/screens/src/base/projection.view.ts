import type { Point } from './base-map.view.ts';

/** A part of the world on a canvas. */
export interface Projection {
  readonly width: number;
  readonly height: number;
  at(point: Point): readonly [number, number];
}

/** Free margins around what is shown, as shares of width and height. */
export interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A view is never narrower than this, so that one lot still has surroundings. */
const LEAST_DEGREES = 0.03;

/** Fits points into a canvas within margins; Mercator, equal scales. Null without points. */
export function fitPoints(
  points: readonly Point[],
  width: number,
  height: number,
  margins: Margins,
): Projection | null {
  if (points.length === 0 || width <= 0 || height <= 0) return null;
  const mercator = (latitude: number) => (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;
  const xs = points.map(([longitude]) => longitude);
  const ys = points.map(([, latitude]) => mercator(latitude));
  const spread = (values: readonly number[]) => {
    const low = Math.min(...values);
    const high = Math.max(...values);
    return { middle: (low + high) / 2, size: Math.max(LEAST_DEGREES, high - low) };
  };
  const across = spread(xs);
  const down = spread(ys);
  const free = {
    width: width * (1 - margins.left - margins.right),
    height: height * (1 - margins.top - margins.bottom),
  };
  const scale = Math.min(free.width / across.size, free.height / down.size);
  const middleX = width * margins.left + free.width / 2;
  const middleY = height * margins.top + free.height / 2;
  return {
    width,
    height,
    at: ([longitude, latitude]) => [
      middleX + (longitude - across.middle) * scale,
      middleY - (mercator(latitude) - down.middle) * scale,
    ],
  };
}

/** Returns where the line from a point on the canvas towards another one leaves the canvas; the other one itself where it lies within. */
export function edgeTowards(
  [x, y]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  width: number,
  height: number,
): readonly [number, number] {
  const dx = toX - x;
  const dy = toY - y;
  const shares = [
    dx > 0 ? (width - x) / dx : dx < 0 ? -x / dx : Number.POSITIVE_INFINITY,
    dy > 0 ? (height - y) / dy : dy < 0 ? -y / dy : Number.POSITIVE_INFINITY,
  ];
  const share = Math.min(1, ...shares);
  return [x + dx * share, y + dy * share];
}
