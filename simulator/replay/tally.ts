/** Counts of a replay so far. */
export type Counts = {
  /** Pushes of passings written to the network, repetitions included. */
  sent: number;
  /** Passings the server took. */
  acknowledged: number;
  /** Passings answered with an open barrier, at once or later from the long poll. */
  opened: number;
  /** Entries turned away. */
  refused: number;
  /** Exits that were not opened at once. */
  held: number;
  /** Payments the server confirmed. */
  paid: number;
  /** Cars that left the barrier again without passing. */
  gaveUp: number;
  /** Pushes without a usable answer: network errors, error statuses, replies of no protocol. */
  errors: number;
  /** Passings the server refused for good (4xx). */
  rejected: number;
  /** Pushes sent again on purpose although answered, and those hung up on before the answer. */
  duplicates: number;
  lostAnswers: number;
  /** Repeated pushes that were answered differently from the first. */
  contradictions: number;
  /** Passings held back behind later ones. */
  late: number;
  /** Passings kept while offline and later taken; openings in answer to such; records lost from a full memory. */
  offline: number;
  openedOffline: number;
  overflowed: number;
  /** Input messages (barrier, loop), heartbeats, and input messages given up on. */
  inputs: number;
  inputsLost: number;
  heartbeats: number;
};

/** Counts with answer times in milliseconds and the speed in passings a second of wall time. */
export type ReplayStats = Counts & { seconds: number; eventsPerSecond: number; p50Ms: number; p99Ms: number };

/** Gathers counts and answer times. */
export type Tally = { counts: Counts; addAnswerTime(tookMs: number): void; read(): ReplayStats };

/** Makes an empty tally; answer times are kept in buckets 5 % wide. */
export function createTally(): Tally {
  const startedMs = performance.now();
  const buckets = new Map<number, number>();
  const counts: Counts = {
    sent: 0,
    acknowledged: 0,
    opened: 0,
    refused: 0,
    held: 0,
    paid: 0,
    gaveUp: 0,
    errors: 0,
    rejected: 0,
    duplicates: 0,
    lostAnswers: 0,
    contradictions: 0,
    late: 0,
    offline: 0,
    openedOffline: 0,
    overflowed: 0,
    inputs: 0,
    inputsLost: 0,
    heartbeats: 0,
  };
  let total = 0;
  const quantile = (share: number): number => {
    let left = total * share;
    for (const [bucket, count] of [...buckets].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return Math.round(1.05 ** bucket * 100) / 100;
    }
    return 0;
  };
  return {
    counts,
    addAnswerTime(tookMs) {
      const bucket = Math.ceil(Math.log(Math.max(tookMs, 0.01)) / Math.log(1.05));
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
      total += 1;
    },
    read() {
      const seconds = (performance.now() - startedMs) / 1000;
      return {
        ...counts,
        seconds: Math.round(seconds * 10) / 10,
        eventsPerSecond: Math.round((counts.acknowledged / Math.max(seconds, 0.001)) * 10) / 10,
        p50Ms: quantile(0.5),
        p99Ms: quantile(0.99),
      };
    },
  };
}
