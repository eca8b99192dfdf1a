import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, root } from './folder.mjs';
import { failedFiles } from './test-report.mjs';

/** The record keeps this many runs. */
const MOST_LINES = 1000;

/** Returns the file with the seconds of each test file in the latest run of its lane. */
export function secondsFile() {
  return join(cacheFolder(), 'test-seconds.json');
}

function git(...args) {
  const answer = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : null;
}

/** Returns the commit of the clone and whether it has no changes; both are null without git. */
export function readCommit() {
  const commit = git('rev-parse', 'HEAD');
  const status = commit === null ? null : git('status', '--porcelain');
  return { commit, isClean: status === null ? null : status === '' };
}

function write(file, text) {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, file);
}

/** Runs `work`; if it fails, says so and goes on: a run does not fail because of its record. */
function tryTo(name, work) {
  try {
    work();
  } catch (error) {
    process.stderr.write(`${name} could not be written: ${error.message}\n`);
  }
}

/**
 * Adds a run of a lane to `test-runs.jsonl` in the cache folder. `seconds` is its duration, `cpuSeconds` what `startCpuMeter` returns,
 * `flaky` the number of flaky files.
 */
export function recordRun({ commit, isClean, lane, passed, failed, flaky, seconds, cpuSeconds, at }) {
  tryTo('The record of runs', () => {
    const file = join(cacheFolder(), 'test-runs.jsonl');
    const round = (value) => (value === null ? null : Math.round(value * 10) / 10);
    const run = { commit, isClean, lane, passed, failed, flaky };
    appendFileSync(file, `${JSON.stringify({ ...run, seconds: round(seconds), cpuSeconds: round(cpuSeconds), at })}\n`);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    if (lines.length > MOST_LINES) write(file, `${lines.slice(-MOST_LINES).join('\n')}\n`);
  });
}

function readSeconds(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Keeps the seconds of each file that passed; files that are no longer in the repository are removed. */
export function recordSeconds(report) {
  tryTo('The seconds of test files', () => {
    const failed = new Set(failedFiles(report));
    const known = Object.entries(readSeconds(secondsFile())).filter(([path]) => existsSync(join(root, path)));
    const latest = report.files
      .filter((file) => !failed.has(file) && file.tests.some((one) => one.state === 'passed'))
      .map((file) => [file.path, file.seconds]);
    const all = Object.fromEntries([...known, ...latest].sort(([a], [b]) => (a < b ? -1 : 1)));
    write(secondsFile(), `${JSON.stringify(all, null, 1)}\n`);
  });
}
