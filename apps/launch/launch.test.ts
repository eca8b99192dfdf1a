import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MinimalClone, makeClone } from './minimal-clone.ts';

const repository = dirname(dirname(import.meta.dirname));
const isPosix = process.platform !== 'win32';
let clone: MinimalClone;

beforeEach(() => {
  clone = makeClone();
});

afterEach(() => clone.remove());

const put = (path: string, text: string) => clone.put(path, text);
const launch = (...args: string[]) => clone.launch(args);

const WAITING = `
  const log = (text: string) => console.log(text);
  process.on('SIGTERM', () => { log('TERM'); setTimeout(() => process.exit(7), 50); });
  setInterval(() => {}, 1000);
  log('READY');`;

test('a program runs in TypeScript with its arguments, its exit code is returned, and nothing else is printed', async () => {
  put(
    'apps/server/verify.ts',
    `import { execFileSync } from 'node:child_process';
    const text: string = process.argv.slice(2).join('|');
    console.log(text, execFileSync('node', ['-p', 'process.version']).toString().trim() === process.version, process.env.BOYUN_LAUNCHER);
    process.exitCode = 5;`,
  );
  const run = launch('verify', '--a', 'b c');
  expect(await run.code).toBe(5);
  expect(run.output()).toBe('--a|b c true undefined\n');
  expect(existsSync(join(clone.root, 'node_modules/.boyun-lock'))).toBe(true);
});

test('an unknown command names the ones there are', async () => {
  const run = launch('tset');
  expect(await run.code).toBe(2);
  expect(run.output()).toMatch(/demo, start, .*test, check/);
});

test.runIf(isPosix)('a signal is handed on once and the end of the program awaited', async () => {
  put('apps/server/verify.ts', WAITING);
  const run = launch('verify');
  await vi.waitFor(() => expect(run.output()).toContain('READY'), { timeout: 60_000, interval: 20 });
  run.child.kill('SIGTERM');
  expect(await run.code).toBe(7);
  expect(run.output()).toBe('READY\nTERM\n');
});

test.runIf(isPosix)('a launcher killed hard takes its program along in good order', async () => {
  put('apps/server/verify.ts', WAITING);
  const run = launch('verify');
  await vi.waitFor(() => expect(run.output()).toContain('READY'), { timeout: 60_000, interval: 20 });
  run.child.kill('SIGKILL');
  await run.code;
  expect(run.output()).toBe('READY\nTERM\n');
});

test('an installation lock left by a killed start does not block', async () => {
  put('apps/server/verify.ts', `console.log('ran')`);
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  put('.cache/install.lock', String(gone));
  const run = launch('verify');
  expect(await run.code).toBe(0);
  expect(run.output()).toBe('ran\n');
  expect(existsSync(join(clone.root, '.cache/install.lock'))).toBe(false);
});

type Lock = { packages: Record<string, { version?: string; optional?: boolean; os?: string[]; cpu?: string[] }> };

test('an installation counts when it has every package of the lock this platform needs, in its version', async () => {
  const { isInstalled } = (await import(join(import.meta.dirname, 'install.mjs'))) as {
    isInstalled(a: Lock, b: Lock): boolean;
  };
  const here = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
  const lock: Lock = {
    packages: {
      '': {},
      'apps/web': { version: '9.9.9' },
      'node_modules/a': { version: '1.2.3' },
      'node_modules/native-here': here,
      'node_modules/native-there': { version: '1.0.0', optional: true, os: ['plan9'], cpu: [process.arch] },
    },
  };
  const has = (packages: Lock['packages']) => isInstalled(lock, { packages });
  expect(has({ 'node_modules/a': { version: '1.2.3' }, 'node_modules/native-here': here })).toBe(true);
  expect(has({ 'node_modules/a': { version: '1.2.2' }, 'node_modules/native-here': here })).toBe(false);
  expect(has({ 'node_modules/a': { version: '1.2.3' } })).toBe(false);
  expect(has({ 'node_modules/native-here': here })).toBe(false);
});

test.runIf(isPosix).each([
  ['3 passed, 0 failed', 'echo 3 passed, 0 failed', 0],
  ['3 passed, 1 failed', 'echo 3 passed, 1 failed; echo more; exit 1', 1],
  ['0 passed, 1 failed', 'echo nothing', 1],
])('the last line of .ci/run is "%s"', (line, script, code) => {
  mkdirSync(join(clone.root, '.ci'));
  cpSync(join(repository, '.ci/run'), join(clone.root, '.ci/run'));
  // npm adds the arguments at the end.
  put(
    'package.json',
    JSON.stringify({ private: true, scripts: { test: `run() { echo "lane $1"; ${script}; }; run` } }),
  );
  const answer = spawnSync(join(clone.root, '.ci/run'), { encoding: 'utf8' });
  expect(answer.stdout).toContain('lane change\n');
  expect(answer.stdout.trimEnd().split('\n').at(-1)).toBe(line);
  expect(answer.status).toBe(code);
});

test.runIf(isPosix).each([
  [['chromium', 'chromium-headless-shell'], {}, '', 'chromium-headless-shell'],
  [['chromium', 'chromium-headless-shell'], { isFull: true }, '', 'chromium'],
  [['chromium'], {}, '', 'chromium'],
  [['chromium-headless-shell'], { isFull: true }, '', 'chromium-headless-shell'],
  [['chromium', 'chromium-headless-shell'], {}, 'chromium', 'chromium'],
])('of %j, with %j and CHROMIUM "%s", the browser is %s', (installed, options, named, expected) => {
  const folder = join(clone.root, 'bin');
  for (const name of [...installed, 'fc-list']) {
    put(`bin/${name}`, '#!/bin/sh\necho font\n');
    chmodSync(join(folder, name), 0o755);
  }
  const script = `import { chromium } from './apps/launch/chromium.mjs'; console.log(chromium(${JSON.stringify(options)}));`;
  const env = { PATH: folder, CHROMIUM: named && join(folder, named) };
  const answer = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: clone.root,
    env,
    encoding: 'utf8',
  });
  expect(answer.stdout.trim(), answer.stderr).toBe(join(folder, expected));
});
