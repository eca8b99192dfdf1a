/**
 * The size of a test of endurance: `full` in `npm run bench -- endurance`, `short` in the suite, which runs the same code and
 * asserts the same.
 */
export function endured(short: number, full: number): number {
  return process.env.ENDURANCE === '1' ? full : short;
}
