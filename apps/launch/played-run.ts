import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Launched, type MinimalClone, makeClone } from './minimal-clone.ts';

type State = 'passed' | 'failed' | 'skipped';
/** A test file in a report. */
export interface File {
  path: string;
  tests: { name: string; state: State }[];
  errors: string[];
  isFinished: boolean;
  seconds: number;
}
/** The results of a vitest run, as it reports them. */
export interface Report {
  files: File[];
  errors: string[];
  isInterrupted: boolean;
}
/** Returns a file of one test per letter: p passed, f failed, s skipped. */
export function file(path: string, states: string, more: Partial<File> = {}): File {
  const names = { p: 'passed', f: 'failed', s: 'skipped' } as const;
  const tests = [...states].map((one, at) => ({ name: `t${at}`, state: names[one as 'p' | 'f' | 's'] }));
  return { path, tests, errors: [], isFinished: true, seconds: 1, ...more };
}

/** Returns a report of these files. */
export function report(files: File[], errors: string[] = []): Report {
  return { files, errors, isInterrupted: false };
}

/** Stands for vitest: writes the next of `reports.json`, keeps its arguments, the excluded files and the time, and fails like vitest. */
const VITEST = `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
  const at = existsSync('calls') ? readFileSync('calls', 'utf8').trim().split('\\n').length : 0;
  appendFileSync('calls', '> ' + process.argv.slice(5).join(' ') + '\\n');
  appendFileSync('excluded', process.env.BOYUN_TEST_EXCLUDED + '\\n');
  appendFileSync('starts', new Date().toISOString().slice(0, 16) + '\\n');
  const { report, code } = JSON.parse(readFileSync('runs.json', 'utf8'))[at];
  if (report) writeFileSync(process.env.BOYUN_TEST_REPORT, JSON.stringify(report));
  process.exitCode = code;`;

/** `npm test` in a clone where vitest only plays what its runs would have said. */
export interface PlayedRuns {
  readonly clone: MinimalClone;
  /** Starts `npm test`; its calls of vitest end with these reports and codes, in order. */
  start(runs: readonly { report?: Report; code: number }[], args?: readonly string[]): Launched;
  /** The arguments of each call of vitest. */
  calls(): string[];
  /** The test files each call of vitest was told to leave out. */
  excluded(): string[][];
  /** The minute each call of vitest began at, by its clock. */
  starts(): string[];
}

/** Makes such a clone. */
export function playRuns(): PlayedRuns {
  const clone = makeClone();
  clone.put('node_modules/vitest/vitest.mjs', VITEST);
  for (const tool of ['@biomejs/biome/bin/biome', 'typescript/bin/tsc', 'vite/bin/vite.js'])
    clone.put(`node_modules/${tool}`, '');
  clone.put('apps/web/dist/index.html', '');
  mkdirSync(join(clone.root, 'journeys'));
  const lines = (name: string) => readFileSync(join(clone.root, name), 'utf8').replace(/\n$/, '').split('\n');
  return {
    clone,
    start(runs, args = []) {
      clone.put('runs.json', JSON.stringify(runs));
      return clone.launch(['test', ...args], { CHROMIUM: process.execPath });
    },
    calls: () => lines('calls'),
    excluded: () => lines('excluded').map((line) => line.split(',').filter(Boolean)),
    starts: () => lines('starts'),
  };
}

/** Returns the last line a launched command has printed. */
export function lastLine(run: Launched): string | undefined {
  return run.output().trimEnd().split('\n').at(-1);
}
