import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Quarter hours of the fortnight a profile covers: 14 days of 96. */
const SLOT_COUNT = 14 * 96;
const SLOT_MS = 900_000;
/** The car parks were measured in a city at UTC+2; slots are that city's wall time, beginning on a Monday. */
const MEASURED_OFFSET_MS = 2 * 3_600_000;
const FIRST_DAY_MS = Date.parse('2023-05-01T00:00:00Z');
/** Gaps up to three hours are joined by a line, longer ones follow the other days at the same hours. */
const LONG_GAP_SLOTS = 12;

type MeasuredLot = { kind: string; capacity: number; shares: number[][] };

/** Reads the measurements (columns lot, kind, capacity, time, free) into shares occupied per lot and quarter hour. */
function readMeasurements(csv: string): Map<string, MeasuredLot> {
  const lots = new Map<string, MeasuredLot>();
  for (const line of csv.trim().split(/\r?\n/).slice(1)) {
    const [code, kind, capacity, time, free] = line.split(',');
    if (!code || !kind || !capacity || !time || !free) throw new Error(`The line "${line}" has not five columns.`);
    let lot = lots.get(code);
    if (!lot) {
      lot = { kind, capacity: Number(capacity), shares: Array.from({ length: SLOT_COUNT }, () => []) };
      lots.set(code, lot);
    }
    const slot = Math.floor((Date.parse(time) + MEASURED_OFFSET_MS - FIRST_DAY_MS) / SLOT_MS);
    // The first hours of the fortnight lie after its end in UTC, hence the wrap.
    lot.shares[((slot % SLOT_COUNT) + SLOT_COUNT) % SLOT_COUNT]?.push(1 - Number(free) / Number(capacity));
  }
  return lots;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Throws out single readings that jump away from both neighbours, which the signs show when they are switched. */
function withoutSpikes(values: (number | undefined)[]): (number | undefined)[] {
  return values.map((value, slot) => {
    if (value === undefined) return undefined;
    const near: number[] = [];
    for (let step = 1; near.length < 2 && step < 40; step += 1) near.push(...defined(values[slot - step]));
    for (let step = 1; near.length < 4 && step < 40; step += 1) near.push(...defined(values[slot + step]));
    return near.length > 2 && Math.abs(value - median(near)) > 0.25 ? undefined : value;
  });
}

function defined(value: number | undefined): number[] {
  return value === undefined ? [] : [value];
}

/** Fills every gap so that the curve meets the readings on both sides. */
function withoutGaps(values: (number | undefined)[]): number[] {
  const usual = (slot: number): number | undefined => {
    const isWeekend = Math.floor(slot / 96) % 7 >= 5;
    const others: number[] = [];
    for (let day = 0; day < 14; day += 1) {
      if (day % 7 >= 5 === isWeekend) others.push(...defined(values[day * 96 + (slot % 96)]));
    }
    return others.length > 2 ? median(others) : undefined;
  };
  // Some quarters of the night were never measured on any day: the nearest measured quarter is used.
  const typical = (slot: number): number | undefined => {
    for (let step = 0; step <= 12; step += 1) {
      const value = usual(slot - step) ?? usual(slot + step);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const full = values.slice();
  const first = values.findIndex((value) => value !== undefined);
  if (first < 0) throw new Error('A lot has no reading at all.');
  for (let step = 1; step <= SLOT_COUNT; step += 1) {
    const start = (first + step) % SLOT_COUNT;
    if (full[start] !== undefined) continue;
    let length = 1;
    while (full[(start + length) % SLOT_COUNT] === undefined) length += 1;
    const before = (start - 1 + SLOT_COUNT) % SLOT_COUNT;
    const after = (start + length) % SLOT_COUNT;
    const shape = Array.from({ length: length + 2 }, (_, at) => typical((before + at) % SLOT_COUNT));
    const hasShape = length > LONG_GAP_SLOTS && shape.every((value) => value !== undefined);
    const errorBefore = full[before]! - (hasShape ? shape[0]! : 0);
    const errorAfter = full[after]! - (hasShape ? shape[length + 1]! : 0);
    for (let at = 1; at <= length; at += 1) {
      const line = errorBefore + ((errorAfter - errorBefore) * at) / (length + 1);
      full[(start + at - 1) % SLOT_COUNT] = line + (hasShape ? shape[at]! : 0);
    }
  }
  return full.map((value) => Math.min(1, Math.max(0, value!)));
}

/** Two base-36 digits per quarter hour: per mille of the capacity occupied, 0 to 1000. */
function encode(shares: number[]): string {
  return shares
    .map((share) =>
      Math.round(share * 1000)
        .toString(36)
        .padStart(2, '0'),
    )
    .join('');
}

/** Writes the text of the measured-profile data from the measurements' csv. */
export function deriveProfile(csv: string): string {
  const rows: string[] = [];
  for (const [code, lot] of [...readMeasurements(csv)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const readings = lot.shares.map((values) => (values.length ? median(values) : undefined));
    const shares = encode(withoutGaps(withoutSpikes(readings)));
    const { kind, capacity } = lot;
    rows.push(`  ${JSON.stringify({ code, kind, capacity, shares })}`);
  }
  return `[\n${rows.join(',\n')}\n]\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [source] = process.argv.slice(2);
  if (!source) {
    console.error('Give the csv with the measurements: node derive-profile.ts FILE');
    process.exit(1);
  }
  writeFileSync(
    fileURLToPath(new URL('./profile-data.json', import.meta.url)),
    deriveProfile(readFileSync(source, 'utf8')),
  );
}
