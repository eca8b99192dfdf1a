import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { run } from './child.mjs';
import { chromium } from './chromium.mjs';
import { root } from './folder.mjs';
import { buildWeb } from './web.mjs';

/** Counts tests in vitest's report; a file that could not be loaded counts as one failed test. */
export function count(report) {
  const unloaded = (report.testResults ?? []).filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests ?? 0, failed: (report.numFailedTests ?? 0) + unloaded.length };
}

/** The words among vitest's arguments that say which files run. */
export function wordsOf(args) {
  return args.filter((one, at) => !one.startsWith('-') && !['-t', '--testNamePattern'].includes(args[at - 1]));
}

/** Whether tests whose paths contain one of these words include a journey, which needs the built pages. */
export function hasJourney(words, journeys = readdirSync(join(root, 'journeys'))) {
  const paths = journeys.filter((name) => name.endsWith('.test.ts')).map((name) => `journeys/${name}`);
  return words.length === 0 || paths.some((path) => words.some((word) => path.includes(word.toLowerCase())));
}

/**
 * Runs the checks, builds the pages, runs every test, and prints "N passed, N failed" as the last line; a failed step before the tests
 * counts as a failure. Returns the exit code. Arguments are passed to vitest. Words among them narrow what runs: without the checks, and
 * without the pages where no journey is among the tests.
 */
export async function test(runtime, args) {
  let passed = 0;
  let failed = 0;
  let code = 0;
  const work = mkdtempSync(join(tmpdir(), 'boyun-report-'));
  try {
    const browser = chromium();
    const words = wordsOf(args);
    if (words.length === 0) failed += (await check(runtime)).length;
    if (hasJourney(words))
      await buildWeb(runtime).catch((error) => {
        process.stderr.write(`${error.message}\n`);
        failed += 1;
      });
    const file = join(work, 'report.json');
    code = await run(
      runtime,
      join(root, 'node_modules/vitest/vitest.mjs'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
      { env: { CHROMIUM: browser } },
    );
    const counted = count(JSON.parse(readFileSync(file, 'utf8')));
    passed = counted.passed;
    failed += counted.failed;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    failed += 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  // Errors outside any test (an unhandled rejection, a failed tear-down) fail the run without failing a test.
  if (code !== 0 && failed === 0) failed = 1;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
