/** Returns the time by the clock of the tests (`suite-clock.mjs`), which the product under test, its children and the browser share. */
export function now(): Date {
  return new Date();
}

/** Returns the same in milliseconds. */
export function nowMs(): number {
  return now().getTime();
}
