import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { file, type PlayedRuns, playRuns, report } from './played-run.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;
interface Packages {
  readonly touched: ReadonlySet<string>;
  readonly broad: ReadonlySet<string>;
  packageOf(path: string): string | null;
}

const module = <T>(name: string) => import(join(import.meta.dirname, name)) as Promise<T>;
const { laneOf, filesOf, testFiles, wholeOfChange, LANDING_JOURNEYS } = await module<{
  laneOf(path: string): string;
  filesOf(lane: string, paths?: readonly string[]): string[];
  testFiles(): string[];
  wholeOfChange(
    paths: readonly string[],
    change: Packages & { commit: string; changed: ReadonlySet<string> },
  ): string[];
  LANDING_JOURNEYS: readonly string[];
}>('test-lane.mjs');
const { packageGraph, packagesOfChange } = await module<{
  packageGraph(): Graph;
  packagesOfChange(changed: ReadonlySet<string>, graph: Graph): Packages;
}>('test-change.mjs');

describe('the lane of a file', () => {
  test.each([
    ['modules/orders/src/order/order.test.ts', 'landing'],
    ['modules/a-new-module/src/thing.test.ts', 'landing'],
    ['kernel/web/list/drawn.test.ts', 'landing'],
    ['rules/registry.test.ts', 'landing'],
    ['journeys/plate-to-mobile.test.ts', 'landing'],
    ['journeys/open-every-page-1.test.ts', 'landing'],
    ['journeys/every-page-1.test.ts', 'whole'],
    ['journeys/a-new-journey.test.ts', 'whole'],
    ['modules/money/src/wechat/wechat-hostile.test.ts', 'whole'],
    ['rules/scaffold.test.ts', 'whole'],
    ['apps/server/crash.test.ts', 'whole'],
    ['bench/plan.test.ts', 'whole'],
    ['upgrade/upgrade.test.ts', 'whole'],
  ])('%s: %s', (path, lane) => {
    expect(laneOf(path)).toBe(lane);
  });

  test('is one of two, and neither leaves a file out', () => {
    const all = testFiles();
    const [landing, whole] = [filesOf('landing'), filesOf('whole')];
    expect([...landing, ...whole].sort()).toEqual(all);
    expect(new Set([...landing, ...whole]).size).toBe(all.length);
  });

  test('at most twelve journeys land, and all that are named exist', () => {
    const landing = filesOf('landing').filter(
      (path) => path.startsWith('journeys/') && !path.includes('/open-every-page-'),
    );
    expect(landing).toEqual(LANDING_JOURNEYS.map((name) => `journeys/${name}.test.ts`));
    expect(landing.length).toBeLessThanOrEqual(12);
  });

  test('one file that kills a server lands', () => {
    expect(filesOf('landing').filter((path) => path.startsWith('apps/server/'))).toHaveLength(1);
  });
});

describe('the files of the whole lane that run with a change', () => {
  const graph: Graph = new Map([
    ['kernel', new Set(['kernel'])],
    ['modules/a', new Set(['modules/a', 'kernel'])],
    ['modules/b', new Set(['modules/b', 'modules/a', 'kernel'])],
    ['modules/c', new Set(['modules/c', 'kernel'])],
    ['box', new Set(['box', 'modules/a', 'kernel'])],
    ['journeys', new Set(['journeys', 'modules/a', 'modules/b', 'modules/c', 'kernel'])],
  ]);
  const journeys = Array.from({ length: 12 }, (_, index) => `journeys/${String.fromCharCode(97 + index)}.test.ts`);
  const hostile = ['a', 'b', 'c'].map((name) => `modules/${name}/x-hostile.test.ts`);
  const all = [...hostile, 'box/box.test.ts', 'modules/a/x.test.ts', ...journeys];
  const runWith = (paths: string[], commit = '00000001') => {
    const changed = new Set(paths);
    return wholeOfChange(all, { commit, changed, ...packagesOfChange(changed, graph) });
  };

  test.each([
    ['nothing', [], []],
    ['words', ['README.md', 'modules/a/README.md'], []],
    ['a module that others build on', ['modules/a/src/x.ts'], [hostile[0], hostile[1], 'box/box.test.ts', 'b', 'h']],
    ['a module that stands alone', ['modules/c/src/x.ts'], [hostile[2], 'b', 'h']],
    ['the common ground', ['kernel/x.ts'], [...hostile, 'box/box.test.ts', 'b', 'h']],
    ['the lock file', ['package-lock.json'], [...hostile, 'box/box.test.ts', 'b', 'h']],
    ['a journey', ['journeys/c.test.ts'], ['c', 'b', 'i']],
  ])('%s', (_, paths, expected) => {
    const files = expected.map((one) => (one!.length === 1 ? `journeys/${one}.test.ts` : one));
    expect(runWith(paths)).toEqual(files);
  });

  test('take in every file once in six commits in a row', () => {
    const found = Array.from({ length: 6 }, (_, index) => runWith(['kernel/x.ts'], `0000000${index}`));
    const inTurn = found.flat().filter((path) => path.startsWith('journeys/'));
    expect(inTurn.sort()).toEqual(journeys);
  });

  test('of the repository: what all modules meet in is broad, and everything builds on the kernel', () => {
    const { touched, broad } = packagesOfChange(new Set(['kernel/server/clock.ts']), packageGraph());
    expect([...broad]).toEqual(expect.arrayContaining(['apps/server', 'bench', 'journeys', 'simulator', 'upgrade']));
    expect([...broad].filter((folder) => /^(modules|kernel|domain|box)\b/.test(folder))).toEqual([]);
    expect([...touched]).toEqual(expect.arrayContaining(['kernel', 'modules/orders', 'box', 'apps/server']));
    expect(touched.has('domain')).toBe(false);
  });
});

describe('a run', () => {
  const LANDING = ['domain/a.test.ts', 'modules/m/src/b.test.tsx'];
  const WHOLE = ['bench/c.test.ts', 'journeys/every-page-1.test.ts'];
  const passed = { report: report([file('domain/a.test.ts', 'p')]), code: 0 };
  let played: PlayedRuns;
  beforeEach(() => {
    played = playRuns();
    for (const path of [...LANDING, ...WHOLE]) played.clone.put(path, '');
  });
  afterEach(() => played.clone.remove());

  const lanes = () =>
    readFileSync(join(played.clone.root, 'cache/boyun/test-runs.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).lane);

  test.each<[string[], string[], string]>([
    [[], WHOLE, 'landing'],
    [['landing'], WHOLE, 'landing'],
    [['-u'], WHOLE, 'landing'],
    [['whole'], LANDING, 'whole'],
  ])('with %j leaves out %j, and is recorded as %s', async (args, left, lane) => {
    expect(await played.start([passed], args).code).toBe(0);
    expect(played.excluded()).toEqual([left]);
    expect(lanes()).toEqual([lane]);
  });

  test.each([[['a']], [['-t', 'x']], [['bench', '-u']]])('with %j leaves out nothing', async (args) => {
    expect(await played.start([passed], args).code).toBe(0);
    expect(played.excluded()).toEqual([[]]);
  });

  test('words narrow a lane', async () => {
    expect(await played.start([passed], ['whole', 'journeys']).code).toBe(0);
    expect(played.calls()).toEqual(['> journeys']);
    expect(played.excluded()).toEqual([LANDING]);
  });

  test('a second run leaves out what the first did', async () => {
    const failed = { report: report([file('domain/a.test.ts', 'f')]), code: 1 };
    expect(await played.start([failed, passed]).code).toBe(0);
    expect(played.excluded()).toEqual([WHOLE, WHOLE]);
  });

  test('of a change without git runs everything, with git what the change touches', async () => {
    expect(await played.start([passed], ['change']).code).toBe(0);
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: played.clone.root });
    played.clone.put('package.json', '{"private":true,"type":"module","workspaces":["domain","bench","journeys"]}');
    for (const name of ['domain', 'bench', 'journeys']) played.clone.put(`${name}/package.json`, `{"name":"${name}"}`);
    played.clone.put('.gitignore', '/*\n!/bench\n');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'First');
    expect(await played.start([passed, passed], ['change']).code).toBe(0);
    expect(played.excluded()).toEqual([[], ['journeys/every-page-1.test.ts']]);
    expect(lanes()).toEqual(['change', 'change']);
  });
});
