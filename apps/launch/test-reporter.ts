import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';

type Unhandled = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

const messageOf = (error: unknown) => String((error as { message?: unknown }).message ?? error).split('\n')[0]!;

/** The messages of an error and its causes: a worker that ended unexpectedly names its files in a cause. */
function messagesOf(error: Unhandled): string {
  const cause = error.cause as Unhandled | undefined;
  return `${error.message ?? ''} ${cause ? messagesOf(cause) : ''}`;
}

function belongsTo(error: Unhandled, { moduleId }: TestModule): boolean {
  if (error.VITEST_TEST_PATH) return error.VITEST_TEST_PATH === moduleId;
  return messagesOf(error)
    .split(/[\s,]+/)
    .includes(moduleId);
}

function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const total = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return Math.round(total) / 1000;
}

/**
 * Writes the results of a run as JSON to the file BOYUN_TEST_REPORT names, in the shape of `Report` in `test-report.mjs`. Unlike vitest's own
 * JSON report, it has the errors outside tests, and the whole time of a file.
 */
export default class TestReporter implements Reporter {
  #root = '';

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Unhandled[], reason: TestRunEndReason): void {
    const path = process.env.BOYUN_TEST_REPORT;
    if (!path) return;
    const files = modules.map((module) => ({
      path: module.moduleId.slice(this.#root.length + 1),
      tests: [...module.children.allTests()].map((one) => ({ name: one.fullName, state: one.result().state })),
      errors: [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
        ...unhandled.filter((error) => belongsTo(error, module)),
      ].map(messageOf),
      isFinished: !['pending', 'queued'].includes(module.state()),
      seconds: secondsOf(module),
    }));
    const errors = unhandled.filter((error) => !modules.some((module) => belongsTo(error, module))).map(messageOf);
    writeFileSync(path, JSON.stringify({ files, errors, isInterrupted: reason === 'interrupted' }));
  }
}
