import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { now } from '@boyun/test-server/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { file, type PlayedRuns, playRuns, report } from './played-run.ts';

let played: PlayedRuns;
beforeEach(() => {
  played = playRuns();
});
afterEach(() => played.clone.remove());

test('this process, its children and their threads share the clock of the tests', () => {
  const thread = `import { isMainThread, Worker } from 'node:worker_threads';
    if (isMainThread) new Worker(new URL(import.meta.url));
    console.log(new Date().toISOString() + ' ' + Date.now());`;
  played.clone.put('thread.mjs', thread);
  const before = now();
  const child = spawnSync(process.execPath, [join(played.clone.root, 'thread.mjs')], { encoding: 'utf8' });
  const after = now();
  const moments = child.stdout.split(/\s/).filter(Boolean);
  expect(moments, child.stderr).toHaveLength(4);
  for (const moment of moments) {
    const at = new Date(/^\d+$/.test(moment) ? Number(moment) : moment);
    expect([before <= at, at <= after], moment).toEqual([true, true]);
  }
});

test('the clock of the tests starts at its usual instant, or where the arguments say, in the second run too', async () => {
  const failed = { report: report([file('a.test.ts', 'f')]), code: 1 };
  expect(await played.start([failed, failed]).code).toBe(1);
  expect(played.starts()).toEqual(['2026-11-25T02:00', '2026-11-25T02:00']);
  const again = [{ code: 1 }, { code: 1 }, failed, failed];
  const run = played.start(again, ['--at', '2027-02-28T15:58:00Z', 'a']);
  expect(await run.code).toBe(1);
  expect(played.starts().slice(2)).toEqual(['2027-02-28T15:58', '2027-02-28T15:58']);
  expect(played.calls().at(-2)).toBe('> a');
});

test('hours runs at every one of its instants, and says what came of each', async () => {
  const passed = { report: report([file('a.test.ts', 'p')]), code: 0 };
  const failed = { report: report([file('a.test.ts', 'f')]), code: 1 };
  const run = played.start([passed, failed, failed, passed, passed, passed, passed], ['hours', 'a']);
  expect(await run.code).toBe(1);
  const lines = run.output().trimEnd().split('\n').slice(-7);
  expect(lines[0]).toBe('2026-03-04T15:55:00Z (five minutes before midnight): 1 passed, 0 failed');
  expect(lines[1]).toMatch(/^2026-03-31T16:10:00Z \(.*\): 0 passed, 1 failed$/);
  expect(lines[6]).toBe('5 passed, 1 failed');
  expect(played.starts()).toEqual([
    '2026-03-04T15:55',
    '2026-03-31T16:10',
    '2026-03-31T16:10',
    '2027-02-28T15:55',
    '2028-02-29T02:00',
    '2028-12-31T15:55',
    '2026-03-07T20:00',
  ]);
  expect(existsSync(join(played.clone.root, 'cache/boyun/test-runs.jsonl'))).toBe(false);
});

test('without words, hours runs the modules and journeys that exist', async () => {
  const passed = { report: report([file('a.test.ts', 'p')]), code: 0 };
  expect(await played.start(Array(6).fill(passed), ['hours', '-t', 'x']).code).toBe(0);
  const [modules, ...journeys] = played.calls()[0]!.split(' ').slice(3);
  expect(modules).toBe('modules/');
  const repository = join(import.meta.dirname, '../..');
  expect(journeys.filter((word) => !existsSync(join(repository, `${word}.ts`)))).toEqual([]);
  expect(journeys.length).toBeGreaterThan(9);
});

test.each([
  [['--at', 'tomorrow', 'a'], '--at takes an instant with its zone, such as 2027-02-28T15:58:00Z.'],
  [['--at=2027-02-28', 'a'], '--at takes an instant'],
  [['a', '--at'], '--at takes an instant'],
  [['hours', '--at', '2027-02-28T15:58:00Z'], 'leave out --at'],
])('%j is refused before anything runs', async (args, words) => {
  const run = played.start([], args);
  expect(await run.code).toBe(1);
  expect(run.output()).toContain(words);
  expect(existsSync(join(played.clone.root, 'calls'))).toBe(false);
});
