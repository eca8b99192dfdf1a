import { normalizePlate, type PlateColor, plateColor, plateColorOf } from '@boyun/domain/plate';
import type { PlateBox } from './recognition.contract.ts';

/** A plate in a picture. */
export interface Reading {
  readonly plate: string;
  readonly color: PlateColor;
  /** 0 to 1. */
  readonly confidence: number;
  readonly box: PlateBox | null;
}

/** What a service answered to a picture: what it read, or why it could not. */
export interface ReaderAnswer {
  readonly readings: readonly Reading[];
  /** What the service said, for people; null where it read the picture. */
  readonly fault: string | null;
  /** Whether the service charges for the call. */
  readonly isBilled: boolean;
}

/** A picture to be read. */
export interface Picture {
  readonly bytes: Buffer;
  readonly ending: 'jpg' | 'png';
  readonly name: string;
  readonly at: Date;
}

/** A client of a service that reads plates. It throws where the service cannot be reached. */
export type Reader = (picture: Picture) => Promise<ReaderAnswer>;

/** Time limit in milliseconds for an answer. */
export const READ_MS = 15_000;

/** Most plates of one picture that are kept. */
const MOST_READINGS = 8;

/** Returns a reading with its plate in normal form; without a colour of the service, the one its kind of plate has. */
export function reading(plate: string, confidence: number, box: PlateBox | null, color?: PlateColor): Reading {
  const text = normalizePlate(plate).slice(0, 16);
  return {
    plate: text,
    color: color ?? plateColor[plateColorOf(text)].code,
    confidence: Math.min(1, Math.max(0, Number.isFinite(confidence) ? confidence : 0)),
    box: box && isBox(box) ? box : null,
  };
}

const isBox = ({ left, top, right, bottom }: PlateBox) =>
  [left, top, right, bottom].every((one) => Number.isFinite(one) && one >= 0) && left < right && top < bottom;

/** Returns the answer with these readings, the surest first. */
export function answerWith(readings: readonly Reading[]): ReaderAnswer {
  const known = readings.filter((one) => one.plate !== '');
  const sorted = known.toSorted((a, b) => b.confidence - a.confidence).slice(0, MOST_READINGS);
  return { readings: sorted, fault: null, isBilled: true };
}
