import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { run } from './child.mjs';
import { chromium } from './chromium.mjs';
import { startCpuMeter } from './cpu-meter.mjs';
import { root } from './folder.mjs';
import { clockFrom } from './suite-clock.mjs';
import {
  argumentsAgain,
  hasJourney,
  hasSecondRun,
  isComplete,
  mistakenFor,
  readArguments,
  wordsOf,
} from './test-arguments.mjs';
import { filesOf, testFiles, turnOf } from './test-lane.mjs';
import { readCommit, recordRun, recordSeconds, secondsFile } from './test-record.mjs';
import { count, countMerged, describeFlaky, failedFiles, MOST_AGAIN, merge } from './test-report.mjs';
import { buildWeb } from './web.mjs';

const say = (line) => process.stdout.write(`${line}\n`);

/** Where the order of files comes from; nothing where no folder can be written. */
function orderOf() {
  try {
    return { BOYUN_TEST_SECONDS: secondsFile() };
  } catch {
    return {};
  }
}

/** Returns the environment of vitest: the order of files, those outside the lane, what varies from commit to commit, and the browser. */
function environment(lane) {
  const all = testFiles();
  const own = lane === null ? new Set(all) : new Set(filesOf(lane, all));
  const BOYUN_TEST_EXCLUDED = all.filter((path) => !own.has(path)).join();
  return { CHROMIUM: chromium(), BOYUN_TEST_EXCLUDED, BOYUN_TEST_TURN: `${turnOf(readCommit().commit)}`, ...orderOf() };
}

/**
 * Runs vitest, with the clock of the tests at its start; returns its exit code and report, which is undefined if vitest ended without writing
 * it. A suite is `{ runtime, args, env, start }`.
 */
async function runVitest({ runtime, args, env, start }) {
  const work = mkdtempSync(join(tmpdir(), 'boyun-report-'));
  const file = join(work, 'report.json');
  try {
    const reporters = ['--reporter=default', `--reporter=${join(root, 'apps/launch/test-reporter.ts')}`];
    const code = await run(runtime, join(root, 'node_modules/vitest/vitest.mjs'), ['run', ...reporters, ...args], {
      env: { ...env, ...clockFrom(start), BOYUN_TEST_REPORT: file },
    });
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    // What fails vitest and is not in its report, such as a failed tear-down of the whole run, must fail the run too.
    if (report && code !== 0 && count(report).failed === 0) report.errors.push(`vitest ended with ${code}`);
    return { code, report };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Whether a run was ended by a signal, such as Ctrl-C. */
const wasInterrupted = ({ code, report }) => Boolean(report?.isInterrupted) || code > 128;

/** Runs the failed files of a report again, unless there are too many; returns the merged report and the flaky files. */
async function runAgain(suite, report) {
  const failed = failedFiles(report).map((file) => file.path);
  if (failed.length === 0) return { report, flaky: [] };
  if (failed.length > MOST_AGAIN) {
    say(`${failed.length} files failed; more than ${MOST_AGAIN} do not run again.`);
    return { report, flaky: [] };
  }
  say(`Running the failed files again, one by one: ${failed.join(', ')}`);
  const others = mistakenFor(
    failed,
    report.files.map((file) => file.path),
  );
  const args = argumentsAgain(suite.args, failed);
  const excluded = [suite.env.BOYUN_TEST_EXCLUDED, ...others].filter(Boolean).join();
  const second = await runVitest({ ...suite, args, env: { ...suite.env, BOYUN_TEST_EXCLUDED: excluded } });
  if (wasInterrupted(second)) return { report, flaky: [], isInterrupted: true };
  if (second.report) return merge(report, second.report);
  say('The second run ended without results; those of the first count.');
  return { report, flaky: [] };
}

/** Runs the tests and, once more, the files that failed; returns what to print and record. */
async function runTests(suite) {
  const { args } = suite;
  const first = await runVitest(suite);
  const { report } = first;
  const isInterrupted = wasInterrupted(first);
  if (!report) {
    process.stderr.write('The tests ended without results.\n');
    return { passed: 0, failed: 1, flaky: [], isInterrupted };
  }
  if (isComplete(args) && !isInterrupted) recordSeconds(report);
  const isOnce = isInterrupted || !hasSecondRun(args);
  const merged = isOnce ? { report, flaky: [], isInterrupted } : await runAgain(suite, report);
  return { isInterrupted: false, ...merged, ...countMerged(merged) };
}

/**
 * Runs what comes before the tests; returns how many steps failed. Words leave out the checks, and the pages where no journey needs them; the whole
 * lane is what the checks and the landing lane leave.
 */
async function prepare(runtime, words, lane) {
  let failed = 0;
  if (words.length === 0 && lane !== 'whole') failed += (await check(runtime)).length;
  if (hasJourney(words))
    await buildWeb(runtime).catch((error) => {
      process.stderr.write(`${error.message}\n`);
      failed += 1;
    });
  return failed;
}

/** Runs the tests with the clock at each of the starts, one after the other, and says what came of each; ends early when interrupted. */
async function runAll(suite, runs) {
  const all = { passed: 0, failed: 0, flaky: 0, isInterrupted: false, lines: [] };
  for (const { start, name } of runs) {
    if (name) say(`\n${start}: ${name}`);
    const { passed, failed, flaky, isInterrupted } = await runTests({ ...suite, start });
    all.passed += passed;
    all.failed += failed;
    all.flaky += flaky.length;
    if (name) all.lines.push(`${start} (${name}): ${passed} passed, ${failed} failed`);
    all.lines.push(...describeFlaky(flaky));
    all.isInterrupted = isInterrupted;
    if (isInterrupted) break;
  }
  return all;
}

/**
 * Runs the checks, builds the pages, runs every test, runs the files that failed once more, and prints "N passed, N failed" as the last line; a
 * failed step before the tests counts as a failure. Returns the exit code. Arguments are those of `readArguments`. Words among them narrow
 * what runs; a run of a lane is recorded.
 */
export async function test(runtime, stated) {
  const { args, lane, runs } = readArguments(stated);
  const source = isComplete(args) ? { ...readCommit(), lane, stop: startCpuMeter() } : undefined;
  let failed = 0;
  let result = { passed: 0, failed: 0, flaky: 0, isInterrupted: false, lines: [] };
  try {
    const env = environment(lane);
    failed += await prepare(runtime, wordsOf(args), lane);
    result = await runAll({ runtime, args, env }, runs);
    failed += result.failed;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    failed += 1;
  }
  const { passed, flaky, isInterrupted, lines } = result;
  if (passed === 0 && failed === 0) {
    say('No test ran.');
    failed = 1;
  }
  if (source) {
    const { stop, ...run } = source;
    const cpuSeconds = stop();
    const at = new Date().toISOString();
    const seconds = process.uptime();
    if (!isInterrupted) recordRun({ ...run, passed, failed, flaky, seconds, cpuSeconds, at });
  }
  for (const line of lines) say(line);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
