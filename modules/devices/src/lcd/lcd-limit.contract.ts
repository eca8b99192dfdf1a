/** Shows that a display reports in one call: as many as one without signing in carries, 16 KB. */
export const MOST_PLAYS = 80;
