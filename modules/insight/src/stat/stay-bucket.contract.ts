/** Minutes from which the buckets of lengths of stays begin; each ends where the next begins. */
export const STAY_BUCKETS = [0, 15, 30, 60, 120, 240, 480, 720, 1440] as const;

/** The bucket a length of stay falls in: the minutes it begins from, as text. */
export function bucketOf(seconds: number): string {
  return String(STAY_BUCKETS.findLast((minutes) => seconds >= minutes * 60) ?? 0);
}
