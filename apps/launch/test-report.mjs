/** More failed files than this do not run again: the fault is in what they share, and running them one by one would take an hour. */
export const MOST_AGAIN = 30;

/** More flaky files than this fail the run. */
export const MOST_FLAKY = 5;

/**
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped' | 'pending' }} TestResult
 * @typedef {{ path: string, tests: TestResult[], errors: string[], isFinished: boolean, seconds: number }} FileResult `path` is relative to the
 * repository; `errors` are those outside its tests.
 * @typedef {{ files: FileResult[], errors: string[], isInterrupted: boolean }} Report What `test-reporter.ts` writes; `errors` are those that
 * belong to no file.
 */

const testsOf = (file, state) => file.tests.filter((one) => one.state === state);

/** Returns the number of failed tests of a file; one that failed outside its tests counts as one failed test. */
function failuresOf(file) {
  const failed = testsOf(file, 'failed').length;
  return failed === 0 && (file.errors.length > 0 || !file.isFinished) ? 1 : failed;
}

/** Returns the files of a report with a failed test or an error outside their tests, and those that could not be loaded or completed. */
export function failedFiles(report) {
  return report.files.filter((file) => failuresOf(file) > 0);
}

/** Counts the passed and failed tests of a report. An error outside any file counts as a failed test. */
export function count(report) {
  const add = (of) => report.files.reduce((sum, file) => sum + of(file), 0);
  return { passed: add((file) => testsOf(file, 'passed').length), failed: add(failuresOf) + report.errors.length };
}

/**
 * Returns a file's result after its second run: the second replaces the first, except that a test which failed and did not pass afterwards
 * remains failed.
 */
function resultAgain(first, second) {
  const left = testsOf(first, 'failed').filter((test) => !second.tests.some((one) => one.name === test.name));
  const tests = second.tests.map((test) =>
    test.state !== 'failed' && test.state !== 'passed' && testsOf(first, 'failed').some((one) => one.name === test.name)
      ? { ...test, state: 'failed' }
      : test,
  );
  return { ...second, tests: [...tests, ...left] };
}

/**
 * Merges the report of a run with that of its failed files, which ran again; each test counts once. Returns the merged report and the flaky
 * files, which passed the second time, each with what failed the first time. Other files of the second report are ignored.
 */
export function merge(first, second) {
  const flaky = [];
  const again = new Set(failedFiles(first).map((file) => file.path));
  const files = first.files.map((file) => {
    const found = again.has(file.path) && second.files.find((one) => one.path === file.path);
    if (!found) return file;
    const result = resultAgain(file, found);
    if (failuresOf(result) === 0)
      flaky.push({ path: file.path, tests: testsOf(file, 'failed').map((one) => one.name), errors: file.errors });
    return result;
  });
  return { report: { ...first, files, errors: [...first.errors, ...second.errors] }, flaky };
}

/**
 * Counts a merged report. The tests of flaky files beyond the allowed number count as failed, so that the run fails.
 */
export function countMerged({ report, flaky }) {
  const { passed, failed } = count(report);
  const over = flaky.slice(MOST_FLAKY);
  const tests = over.reduce((sum, file) => sum + file.tests.length, 0);
  const withoutTests = over.filter((file) => file.tests.length === 0).length;
  return { passed: passed - tests, failed: failed + tests + withoutTests };
}

/** Returns the lines that name the flaky files and their tests. */
export function describeFlaky(flaky) {
  if (flaky.length === 0) return [];
  const lines = flaky.flatMap(({ path, tests, errors }) =>
    tests.length > 0
      ? tests.map((test) => `  ${path} > ${test}`)
      : [`  ${path} (outside its tests: ${errors[0] ?? 'it did not end'})`],
  );
  const over = flaky.length - MOST_FLAKY;
  return [
    'flaky:',
    ...lines,
    ...(over > 0 ? [`${flaky.length} files are flaky; those beyond ${MOST_FLAKY} count as failed.`] : []),
  ];
}
