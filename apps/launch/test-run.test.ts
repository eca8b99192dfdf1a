import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type File, file, lastLine, type PlayedRuns, playRuns, type Report, report } from './played-run.ts';
import { orderFiles } from './test-order.ts';

interface Flaky {
  path: string;
  tests: string[];
}
interface Merged {
  report: Report;
  flaky: Flaky[];
}

const module = <T>(name: string) => import(join(import.meta.dirname, name)) as Promise<T>;
const { failedFiles, count, merge, countMerged, describeFlaky } = await module<{
  failedFiles(report: Report): File[];
  count(report: Report): object;
  merge(first: Report, second: Report): Merged;
  countMerged(merged: Merged): object;
  describeFlaky(flaky: Flaky[]): string[];
}>('test-report.mjs');
const { wordsOf, hasJourney, isComplete, hasSecondRun, argumentsAgain, mistakenFor } = await module<{
  wordsOf(args: string[]): string[];
  hasJourney(words: string[], journeys: string[]): boolean;
  isComplete(args: string[]): boolean;
  hasSecondRun(args: string[]): boolean;
  argumentsAgain(args: string[], paths: string[]): string[];
  mistakenFor(paths: string[], all: string[]): string[];
}>('test-arguments.mjs');

describe('reports', () => {
  test.each<[string, File, number]>([
    ['passed', file('a', 'ps'), 0],
    ['has failed tests', file('a', 'pff'), 2],
    ['could not be loaded', file('a', '', { errors: ['x'] }), 1],
    ['failed in a hook', file('a', 'ss', { errors: ['x'] }), 1],
    ['crashed', file('a', 'p', { isFinished: false }), 1],
    ['has an unhandled error', file('a', 'pp', { errors: ['x'] }), 1],
    ['failed in tests and outside them', file('a', 'pf', { errors: ['x'] }), 1],
  ])('a file that %s', (_, one, failed) => {
    expect(count(report([one]))).toMatchObject({ failed });
    expect(failedFiles(report([one])).length).toBe(failed > 0 ? 1 : 0);
  });

  test('an error that belongs to no file counts as a failed test', () => {
    expect(count(report([file('a', 'pp')], ['lost']))).toEqual({ passed: 2, failed: 1 });
  });

  test.each<[string, File, File, { passed: number; failed: number }, string[]]>([
    ['passes again', file('a', 'pf'), file('a', 'pp'), { passed: 2, failed: 0 }, ['t1']],
    ['fails again', file('a', 'pf'), file('a', 'pf'), { passed: 1, failed: 1 }, []],
    ['fails elsewhere', file('a', 'pf'), file('a', 'fp'), { passed: 1, failed: 1 }, []],
    ['skips what failed', file('a', 'pf'), file('a', 'ps'), { passed: 1, failed: 1 }, []],
    ['lacks what failed', file('a', 'pf'), file('a', 'p'), { passed: 1, failed: 1 }, []],
    ['is loaded now', file('a', '', { errors: ['x'] }), file('a', 'pp'), { passed: 2, failed: 0 }, []],
    ['cannot be loaded now', file('a', 'f'), file('a', '', { errors: ['x'] }), { passed: 0, failed: 1 }, []],
    ['crashes once', file('a', 'p', { isFinished: false }), file('a', 'pp'), { passed: 2, failed: 0 }, []],
  ])('a failed file that %s counts once', (_, first, second, counted, flakyTests) => {
    const other = file('b', 'pp');
    const merged = merge(report([first, other]), report([second, file('b', 'ff')]));
    expect(countMerged(merged)).toEqual({ passed: counted.passed + 2, failed: counted.failed });
    expect(merged.flaky.length).toBe(counted.failed === 0 ? 1 : 0);
    expect(merged.flaky.flatMap((one) => one.tests)).toEqual(flakyTests);
  });

  test('errors outside all files remain, whichever run they are of', () => {
    const merged = merge(report([file('a', 'f')], ['first']), report([file('a', 'p')], ['second']));
    expect(countMerged(merged)).toEqual({ passed: 1, failed: 2 });
  });

  test('of more than five flaky files, those beyond the fifth count as failed', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const first = names.map((name) => file(name, 'pf'));
    const second = names.map((name) => file(name, 'pp'));
    const five = merge(report(first), report(second));
    expect(countMerged(five)).toEqual({ passed: 10, failed: 0 });
    expect(describeFlaky(five.flaky)).toEqual(['flaky:', ...names.map((name) => `  ${name} > t1`)]);
    const six = merge(report([...first, file('f', 'ff')]), report([...second, file('f', 'pp')]));
    expect(countMerged(six)).toEqual({ passed: 10, failed: 2 });
    expect(describeFlaky(six.flaky).at(-1)).toBe('6 files are flaky; those beyond 5 count as failed.');
    const unloaded = merge(report([...first, file('f', '', { errors: ['x'] })]), report([...second, file('f', 'p')]));
    expect(countMerged(unloaded)).toEqual({ passed: 11, failed: 1 });
  });
});

describe('arguments', () => {
  test.each([
    [[], [], true, true],
    [['-u'], [], true, true],
    [['-t', 'a refund'], [], true, false],
    [['modules/orders'], ['modules/orders'], false, false],
    [['orders', 'Shell', '-u'], ['orders', 'Shell'], true, false],
    [['journeys'], ['journeys'], true, false],
    [['--project', 'alone', 'rules'], ['rules'], false, false],
  ])('of %j, %j are words; the pages are needed: %s; it runs everything: %s', (args, words, needsPages, whole) => {
    expect(wordsOf(args)).toEqual(words);
    expect(hasJourney(words, ['shell.test.ts', 'browser.ts', 'orders.ts'])).toBe(needsPages);
    expect(isComplete(args)).toBe(whole);
  });

  test('a second run keeps the options and takes the paths for the words', () => {
    const args = ['orders', '-t', 'a refund', '--shard', '1/2', '-u', '--shard=1/2', '--project=alone'];
    expect(argumentsAgain(args, ['a/b.test.ts'])).toEqual([
      ...['-t', 'a refund', '-u', '--project=alone'],
      ...['--maxWorkers=1', '--no-file-parallelism', '--isolate', 'a/b.test.ts'],
    ]);
  });

  test('a file whose path contains that of a failed one is recognised', () => {
    const all = ['box/box.test.ts', 'gateway/box/box.test.ts', 'box/box.test.tsx', 'box/other.test.ts'];
    expect(mistakenFor(['box/box.test.ts'], all)).toEqual(['gateway/box/box.test.ts', 'box/box.test.tsx']);
    expect(mistakenFor(['box/box.test.ts', 'gateway/box/box.test.ts'], all)).toEqual(['box/box.test.tsx']);
  });

  test.each([
    [['orders', '-t', 'x'], true],
    [['--watch'], false],
    [['--watch=false'], true],
    [['--ui'], false],
    [['--bail', '1'], false],
    [['--bail=1'], false],
    [['bench'], true],
  ])('with %j there is a second run: %s', (args, expected) => {
    expect(hasSecondRun(args)).toBe(expected);
  });
});

describe('order', () => {
  const order = (paths: string[], seconds: Record<string, number>, alone: string[] = []) =>
    orderFiles(
      paths.map((path) => ({ path, isAlone: alone.includes(path) })),
      seconds,
    ).map((one) => one.path);

  test('the longest come first, those with a process of their own before all', () => {
    const seconds = { 'm/a': 1, 'm/b': 9, 'm/c': 5, 'n/d': 2 };
    expect(order(['m/a', 'm/b', 'm/c', 'n/d'], seconds)).toEqual(['m/b', 'm/c', 'n/d', 'm/a']);
    expect(order(['m/a', 'm/b', 'm/c', 'n/d'], seconds, ['m/a', 'n/d'])).toEqual(['n/d', 'm/a', 'm/b', 'm/c']);
  });

  test('a file without seconds is taken for the median of its folder, or of the next above with any', () => {
    const seconds = { 'm/a': 1, 'm/b': 9, 'm/c': 5, 'n/d': 6, 'n/e': 2 };
    expect(order(['m/new', 'm/b', 'n/d', 'n/e', 'm/deep/new'], seconds)).toEqual([
      ...['m/b', 'n/d', 'm/new', 'm/deep/new', 'n/e'],
    ]);
    expect(order(['n/e', 'o/new', 'm/b'], seconds)).toEqual(['m/b', 'o/new', 'n/e']);
  });

  test('without any seconds, long folders come first and the given order remains', () => {
    expect(order(['m/big', 'apps/server/x', 'm/small', 'journeys/y'], {})).toEqual([
      ...['journeys/y', 'apps/server/x', 'm/big', 'm/small'],
    ]);
  });
});

describe('a run', () => {
  let played: PlayedRuns;
  beforeEach(() => {
    played = playRuns();
  });
  afterEach(() => played.clone.remove());

  const records = () =>
    readFileSync(join(played.clone.root, 'cache/boyun/test-runs.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const seconds = () => JSON.parse(readFileSync(join(played.clone.root, 'cache/boyun/test-seconds.json'), 'utf8'));

  test('failed files run again alone, and what passes then is named', async () => {
    const first = report([file('a.test.ts', 'pp'), file('b.test.ts', 'pf')]);
    const run = played.start([
      { report: first, code: 1 },
      { report: report([file('b.test.ts', 'pp')]), code: 0 },
    ]);
    expect(await run.code, run.output()).toBe(0);
    expect(run.output().trimEnd().split('\n').slice(-3)).toEqual(['flaky:', '  b.test.ts > t1', '4 passed, 0 failed']);
    expect(played.calls()[1]).toBe('> --maxWorkers=1 --no-file-parallelism --isolate b.test.ts');
    expect(records()).toMatchObject([{ passed: 4, failed: 0, flaky: 1 }]);
  });

  test('what fails twice fails the run', async () => {
    const failed = { report: report([file('a.test.ts', 'pf')]), code: 1 };
    const run = played.start([failed, failed]);
    expect(await run.code).toBe(1);
    expect(lastLine(run)).toBe('1 passed, 1 failed');
    expect(run.output()).not.toContain('flaky:');
  });

  test.each<[string, { report?: Report; code: number }, string]>([
    ['an error outside all files', { report: report([file('a', 'pp')], ['lost']), code: 1 }, '2 passed, 1 failed'],
    ['an exit code without a reason', { report: report([file('a', 'pp')]), code: 1 }, '2 passed, 1 failed'],
    ['no report', { code: 1 }, '0 passed, 1 failed'],
    ['no test', { report: report([]), code: 0 }, '0 passed, 1 failed'],
    ['thirty-one failed files', { report: report(Array(31).fill(file('a', 'f'))), code: 1 }, '0 passed, 31 failed'],
  ])('%s fails the run, and nothing runs again', async (_, first, line) => {
    const run = played.start([first]);
    expect(await run.code).toBe(1);
    expect(lastLine(run)).toBe(line);
    expect(played.calls()).toHaveLength(1);
  });

  test('a second run without results leaves those of the first', async () => {
    const run = played.start([{ report: report([file('a.test.ts', 'pf')]), code: 1 }, { code: 1 }]);
    expect(await run.code).toBe(1);
    expect(lastLine(run)).toBe('1 passed, 1 failed');
  });

  test('a run of everything is recorded, with the seconds of the files that passed the first time', async () => {
    for (const path of ['a.test.ts', 'b.test.ts']) played.clone.put(path, '');
    played.clone.put('cache/boyun/test-seconds.json', '{"b.test.ts":7,"gone.test.ts":3}');
    const first = report([file('a.test.ts', 'p', { seconds: 2.5 }), file('b.test.ts', 'f', { seconds: 240 })]);
    const run = played.start([
      { report: first, code: 1 },
      { report: report([file('b.test.ts', 'p', { seconds: 1 })]), code: 0 },
    ]);
    expect(await run.code).toBe(0);
    expect(seconds()).toEqual({ 'a.test.ts': 2.5, 'b.test.ts': 7 });
    const [record] = records();
    expect(Object.keys(record).join()).toBe('commit,isClean,lane,passed,failed,flaky,seconds,cpuSeconds,at');
    expect(record).toMatchObject({ commit: null, isClean: null, lane: 'landing', passed: 2, failed: 0, flaky: 1 });
    expect(record.seconds).toBeGreaterThan(0);
    expect([null, expect.any(Number)]).toContainEqual(record.cpuSeconds);
    expect(new Date(record.at).toISOString()).toBe(record.at);
  });

  test('the record names the commit, and whether it has changes', async () => {
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
        cwd: played.clone.root,
        encoding: 'utf8',
      });
    played.clone.put('.gitignore', 'node_modules\ncache\n.cache\ncalls\nexcluded\nstarts\nruns.json\ndist\n');
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'First'],
    ])
      git(...args);
    const commit = git('rev-parse', 'HEAD').stdout.trim();
    const passed = { report: report([file('a.test.ts', 'p')]), code: 0 };
    expect(await played.start([passed, passed]).code).toBe(0);
    played.clone.put('change.txt', '');
    expect(await played.start([passed, passed]).code).toBe(0);
    expect(records()).toMatchObject([
      { commit, isClean: true },
      { commit, isClean: false },
    ]);
  });

  test('the record keeps the last thousand runs', async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `{"at":${at}}\n`);
    played.clone.put('cache/boyun/test-runs.jsonl', lines.join(''));
    expect(await played.start([{ report: report([file('a.test.ts', 'p')]), code: 0 }]).code).toBe(0);
    expect(records()).toHaveLength(1000);
    expect(records()[0]).toEqual({ at: 1 });
  });

  test('a record that cannot be written does not fail the run', async () => {
    mkdirSync(join(played.clone.root, 'cache/boyun/test-runs.jsonl'), { recursive: true });
    mkdirSync(join(played.clone.root, 'cache/boyun/test-seconds.json'), { recursive: true });
    const run = played.start([{ report: report([file('a.test.ts', 'p')]), code: 0 }]);
    expect(await run.code).toBe(0);
    expect(lastLine(run)).toBe('1 passed, 0 failed');
    expect(run.output()).toContain('The record of runs could not be written');
  });

  test.each([[['a']], [['-t', 'x']], [['--shard=1/2']]])('a run with %j is not recorded', async (args) => {
    expect(await played.start([{ report: report([file('a.test.ts', 'p')]), code: 0 }], args).code).toBe(0);
    expect(existsSync(join(played.clone.root, 'cache/boyun/test-runs.jsonl'))).toBe(false);
  });

  test('an interrupted run is neither repeated nor recorded', async () => {
    const interrupted = { ...report([file('a.test.ts', 'pf')]), isInterrupted: true };
    const run = played.start([{ report: interrupted, code: 130 }]);
    expect(await run.code).toBe(1);
    expect(lastLine(run)).toBe('1 passed, 1 failed');
    expect(played.calls()).toHaveLength(1);
    expect(existsSync(join(played.clone.root, 'cache/boyun/test-runs.jsonl'))).toBe(false);
  });
});
