import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folder.mjs';
import { USUAL_START } from './suite-clock.mjs';
import { HOURS, HOURS_WORDS } from './test-hours.mjs';
import { LANES } from './test-lane.mjs';

/** Options of vitest whose value may be the next argument. */
const WITH_VALUE = [
  '-t',
  '--testNamePattern',
  '--project',
  '--reporter',
  '--shard',
  '--exclude',
  '--dir',
  '--retry',
  '--bail',
  '--maxWorkers',
  '--testTimeout',
  '--hookTimeout',
  '--changed',
];

/** Splits off when the clock of the tests starts (`--at <instant>` or `--at=<instant>`); null unless it is stated. */
function takeStart(args) {
  const at = args.findIndex((one) => /^--at(=|$)/.test(one));
  if (at < 0) return { start: null, others: args };
  const isApart = args[at] === '--at';
  const start = isApart ? (args[at + 1] ?? '') : args[at].slice('--at='.length);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(start) || Number.isNaN(Date.parse(start)))
    throw new Error('--at takes an instant with its zone, such as 2027-02-28T15:58:00Z.');
  return { start, others: args.toSpliced(at, isApart ? 2 : 1) };
}

/** The lane of arguments that name none: `landing` for a run of everything, else null, which leaves out no file. */
const usualLane = (args) => (isComplete(args) ? 'landing' : null);

/**
 * Reads the arguments of `npm test`: returns those of vitest, the `lane` whose files run, and the runs, each with the `start` of its clock and,
 * where there are several, the `name` of it. A lane, or `hours`, is named at the beginning.
 */
export function readArguments(stated) {
  const { start, others } = takeStart(stated);
  const [first, ...more] = others;
  const runs = [{ start: start ?? USUAL_START }];
  if (LANES.includes(first)) return { args: more, lane: first, runs };
  if (first !== 'hours') return { args: others, lane: usualLane(others), runs };
  if (start) throw new Error('hours states when the clock starts: leave out --at.');
  return { args: wordsOf(more).length > 0 ? more : [...more, ...HOURS_WORDS], lane: null, runs: HOURS };
}

/** Options with which vitest stays open, ends early, or stops in a debugger: failed files do not run again. */
const WITHOUT_SECOND_RUN = /^(-w|--watch|--ui|--bail|--inspect(-brk)?|--standalone)(=(?!false$)|$)/;

const isWord = (one, at, args) => !one.startsWith('-') && !WITH_VALUE.includes(args[at - 1]);
const isShard = (one, at, args) => /^--shard(=|$)/.test(one) || args[at - 1] === '--shard';

/** The words among vitest's arguments that say which files run. */
export function wordsOf(args) {
  return args.filter(isWord);
}

/** Whether these arguments run every test of their lane. */
export function isComplete(args) {
  return args.every((one) => /^(-u|--update|--reporter=.*)$/.test(one));
}

/** Whether failed files run again with these arguments. */
export function hasSecondRun(args) {
  return !args.some((one) => WITHOUT_SECOND_RUN.test(one));
}

/**
 * Returns the arguments that run these files again, each in a process of its own, one after the other: the options of the first run, and the
 * paths instead of its words.
 */
export function argumentsAgain(args, paths) {
  const options = args.filter((one, at) => !isWord(one, at, args) && !isShard(one, at, args));
  return [...options, '--maxWorkers=1', '--no-file-parallelism', '--isolate', ...paths];
}

/** Returns those of the paths `all` that vitest would take for one of `paths` because they contain it, as `a/box.test.ts` does `box.test.ts`. */
export function mistakenFor(paths, all) {
  return all.filter((path) => !paths.includes(path) && paths.some((one) => path.includes(one)));
}

/** Whether tests whose paths contain one of these words include a journey, which needs the built pages. */
export function hasJourney(words, journeys = readdirSync(join(root, 'journeys'))) {
  const paths = journeys.filter((name) => name.endsWith('.test.ts')).map((name) => `journeys/${name}`);
  return words.length === 0 || paths.some((path) => words.some((word) => path.includes(word.toLowerCase())));
}
