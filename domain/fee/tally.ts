/** Counts the steps of the engine: parts of stays that are charged at once, openings of stretches, and times of day that are passed. */
export type Tally = { steps: number };
