/** Intervals, delays and time limits of this process. Tests shorten what they wait for, and lengthen what a loaded machine would exceed. */
export interface Pace {
  /** Polling interval in seconds for jobs that became due or that another process sent; a process runs its own jobs at once. */
  readonly jobPollSeconds: number;
  /** Polling interval in seconds for jobs whose process has ended. */
  readonly jobSuperviseSeconds: number;
  /** Delays between the attempts of a reaction. */
  readonly reactionRetryMs: readonly number[];
  /**
   * The factor of time limits that end what takes too long: of connections, statements, locks, leases, jobs, threads and calls of devices.
   * `timeLimit` applies it.
   */
  readonly patience: number;
}

/** The pace of a production server: a reaction is attempted five times within a little more than half a minute. */
export const PACE: Pace = {
  jobPollSeconds: 1,
  jobSuperviseSeconds: 4,
  reactionRetryMs: [1000, 3000, 9000, 20_000],
  patience: 1,
};

/** Returns a time limit as a process of this configuration keeps it. */
export function timeLimit({ pace = PACE }: { readonly pace?: Pace }, limit: number): number {
  return limit * pace.patience;
}
