/** A point on the earth, in degrees. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** Rounds a point to the stored precision: six decimals, a tenth of a metre. */
export function roundPlace({ longitude, latitude }: Place): Place {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return { longitude: round(longitude), latitude: round(latitude) };
}

const AXIS = 6_378_245;
const ECCENTRICITY = 0.006693421622965943;

/**
 * Converts a WGS-84 point to GCJ-02, the datum of Chinese base maps. Outside of China both are equal. The published approximation, accurate
 * to about a metre.
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
  return roundPlace({ longitude: longitude + east, latitude: latitude + north });
}

/** Converts a GCJ-02 point to WGS-84: the inverse of `gcj02Of`, by iteration. */
export function wgs84Of(drawn: Place): Place {
  let { longitude, latitude } = drawn;
  for (let step = 0; step < 4; step += 1) {
    const at = gcj02Of({ longitude, latitude });
    longitude += drawn.longitude - at.longitude;
    latitude += drawn.latitude - at.latitude;
  }
  return roundPlace({ longitude, latitude });
}

/** Parses a point from pasted text, such as `113.934528, 22.540503` or a map link; null where there is none. */
export function placeIn(text: string): Place | null {
  const [, one, other] = /(-?\d{1,3}\.\d+)\s*[,，;\s]\s*(-?\d{1,3}\.\d+)/.exec(text) ?? [];
  if (!one || !other) return null;
  const [first, second] = [Number(one), Number(other)];
  // In China latitudes are never above 54 and longitudes never below 73, so the order is unambiguous.
  const isLatitudeFirst = Math.abs(first) <= 54 && Math.abs(second) > 73;
  const [longitude, latitude] = isLatitudeFirst ? [second, first] : [first, second];
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) return null;
  return roundPlace({ longitude, latitude });
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
