/** A point on the earth in degrees. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

const AXIS = 6_378_245;
const ECCENTRICITY = 0.006693421622965943;

/**
 * A WGS-84 point as Chinese base maps draw it (GCJ-02). Outside of China both are the same. The published approximation,
 * good to about a metre.
 */
export function gcj02Of({ longitude, latitude }: Place): Place {
  const isInChina = longitude >= 72.004 && longitude <= 137.8347 && latitude >= 0.8293 && latitude <= 55.8271;
  if (!isInChina) return { longitude, latitude };
  const x = longitude - 105;
  const y = latitude - 35;
  const radian = (latitude / 180) * Math.PI;
  const magic = 1 - ECCENTRICITY * Math.sin(radian) ** 2;
  const root = Math.sqrt(magic);
  const north = (latitudeShift(x, y) * 180) / (((AXIS * (1 - ECCENTRICITY)) / (magic * root)) * Math.PI);
  const east = (longitudeShift(x, y) * 180) / ((AXIS / root) * Math.cos(radian) * Math.PI);
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return { longitude: round(longitude + east), latitude: round(latitude + north) };
}

function wave(value: number, parts: readonly (readonly [amplitude: number, frequency: number])[]): number {
  return (
    parts.reduce((sum, [amplitude, frequency]) => sum + amplitude * Math.sin(value * frequency * Math.PI), 0) * (2 / 3)
  );
}

function latitudeShift(x: number, y: number): number {
  return (
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    wave(x, [
      [20, 6],
      [20, 2],
    ]) +
    wave(y, [
      [20, 1],
      [40, 1 / 3],
      [160, 1 / 12],
      [320, 1 / 30],
    ])
  );
}

function longitudeShift(x: number, y: number): number {
  return (
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    wave(x, [
      [20, 6],
      [20, 2],
      [20, 1],
      [40, 1 / 3],
      [150, 1 / 12],
      [300, 1 / 30],
    ])
  );
}
