/**
 * The clock of the tests. It starts at an instant of the launcher's choice and goes on at the speed of the machine's. Every process of the
 * suite and every window of its browser reads it by `Date`: a process is started with `shift-clock.mjs` imported first (`clockFrom`,
 * `clockOfRun`), a window with `shiftDate` as a script that runs before the page's own.
 */
const VARIABLE = 'BOYUN_TEST_SHIFT_MS';

/** Where the clock of the tests starts unless told otherwise: a Wednesday at ten in the lots. */
export const USUAL_START = '2026-11-25T02:00:00Z';

/** Returns the milliseconds by which this process is ahead of the machine's clock; 0 outside the suite. */
export function shiftMs() {
  return Number(process.env[VARIABLE] ?? 0);
}

/** Replaces the global `Date` by one that is ahead by `ms`; uses nothing from outside, because windows run its text. */
export function shiftDate(ms) {
  const Unshifted = globalThis.Date;
  const read = () => Unshifted.now() + ms;
  const Shifted = new Proxy(Unshifted, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [read()] : args, newTarget),
    apply: () => new Unshifted(read()).toString(),
    get: (target, key, receiver) => (key === 'now' ? read : Reflect.get(target, key, receiver)),
  });
  Unshifted.prototype.constructor = Shifted;
  globalThis.Date = Shifted;
}

const option = `--import=${new URL('shift-clock.mjs', import.meta.url).href}`;
const otherOptions = () => (process.env.NODE_OPTIONS ?? '').split(' ').filter((one) => one && one !== option);

/** What a process needs in its environment to have a clock that is `ms` ahead. */
function environmentFor(ms) {
  return { [VARIABLE]: `${ms}`, NODE_OPTIONS: [...otherOptions(), option].join(' ') };
}

/** Returns what a process needs in its environment so that its clock reads `start` now; it hands this on to its children. */
export function clockFrom(start) {
  return environmentFor(new Date(start).getTime() - Date.now());
}

/** Returns what a child with an environment of its own needs in it to have the clock of this process. */
export function clockOfRun() {
  return shiftMs() === 0 ? {} : environmentFor(shiftMs());
}

/** Returns this process and its later children to the machine's clock, for benches: they fill databases by the time of PostgreSQL. */
export function takeMachineClock() {
  const ms = shiftMs();
  delete process.env[VARIABLE];
  process.env.NODE_OPTIONS = otherOptions().join(' ');
  shiftDate(-ms);
}
