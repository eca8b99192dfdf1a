import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folder.mjs';
import { readChange } from './test-change.mjs';

/**
 * The lanes of the tests. `landing` is what every change runs; `whole` is everything else. `change` is `landing` with those files of `whole` that
 * a change can break: see `wholeOfChange`.
 */
export const LANES = ['landing', 'whole', 'change'];

/** Folders whose test files land. */
const LANDING_FOLDERS = ['domain', 'kernel', 'modules', 'rules', 'apps/web'];

/** Journeys that land: the main job from plate to open barrier, and one per desk; twelve at most. */
export const LANDING_JOURNEYS = [
  'attendant-minute',
  'driver-phone-pay',
  'duty-desk',
  'hostile-text',
  'inspection-round',
  'live-line',
  'lot-from-workbook',
  'merchant-desk',
  'plate-to-mobile',
  'reconcile-day',
  'sign-in',
  'tariff-workbench',
];

/** Other files that land: every page opened once, and one killed server. */
const LANDING_FILES = [/^journeys\/open-every-page-\d\.test\.ts$/, 'apps/server/gate-process.test.ts'];

/** Files of the folders above that do not land: providers that misbehave at length, months of money, scaffolds that are compiled. */
const WHOLE_FILES = [
  /-hostile\.test\.ts$/,
  'modules/gateway/src/quarantine/quarantine-limit.test.ts',
  'modules/insight/src/verify/verify-month.test.ts',
  'rules/scaffold.test.ts',
];

const isNamed = (path, names) => names.some((one) => (typeof one === 'string' ? one === path : one.test(path)));

/** Returns the lane a test file belongs to: `landing` or `whole`. */
export function laneOf(path) {
  const journey = /^journeys\/(.+)\.test\.ts$/.exec(path)?.[1];
  if (isNamed(path, LANDING_FILES) || LANDING_JOURNEYS.includes(journey)) return 'landing';
  const isLanding = LANDING_FOLDERS.some((folder) => path.startsWith(`${folder}/`)) && !isNamed(path, WHOLE_FILES);
  return isLanding ? 'landing' : 'whole';
}

const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git', '.cache']);

/** Returns all test files of the repository, relative to it, in order. */
export function testFiles(folder = '') {
  const found = readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : testFiles(path);
    return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
  return found.sort();
}

/** Of the files that a change cannot be said to leave alone, one in so many runs with it. */
const SHARE = 6;

/** Returns a number that differs from commit to commit, for what is tried in turns; 0 without a commit. */
export function turnOf(commit) {
  return commit === null ? 0 : Number.parseInt(commit.slice(0, 8), 16);
}

/**
 * Returns the files of the whole lane that run with a change: those it touches, those of the packages it touches or that build on them, and,
 * because nearly everything builds on the common ground and the packages that join all modules build on nearly everything, a sixth of the files of
 * packages that are `broad`, chosen by the commit.
 */
export function wholeOfChange(paths, { commit, changed, touched, broad, packageOf }) {
  const whole = paths.filter((path) => laneOf(path) === 'whole');
  const isNear = (path) => changed.has(path) || (touched.has(packageOf(path)) && !broad.has(packageOf(path)));
  const near = whole.filter(isNear);
  if (touched.size === 0) return near;
  const turn = turnOf(commit) % SHARE;
  const far = whole.filter((path) => !isNear(path) && broad.has(packageOf(path)));
  return [...near, ...far.filter((_, index) => index % SHARE === turn)];
}

/** Returns the test files of a lane. */
export function filesOf(lane, paths = testFiles()) {
  const landing = paths.filter((path) => laneOf(path) === 'landing');
  if (lane === 'landing') return landing;
  if (lane === 'whole') return paths.filter((path) => laneOf(path) === 'whole');
  const change = readChange();
  // Without git nobody can say what the change is.
  return change ? [...landing, ...wholeOfChange(paths, change)] : paths;
}
