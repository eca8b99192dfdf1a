import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Path prefixes of the slowest files, slowest first. The file that starts last determines the duration of the run, and a clean clone has no
 * timings of an earlier run.
 */
const LONGEST = [
  'apps/server/crash',
  'apps/server/retention',
  'bench/plan',
  'modules/system/src/task/export-size',
  'apps/server/task-restart',
  'apps/server/database/',
  'apps/server/gate-process',
  'journeys/every-page',
  'journeys/hostile-text',
  'journeys/shell',
  'journeys/big-screen',
  'modules/system/src/task/',
  'rules/registry',
  'modules/insight/src/verify/',
  'journeys/',
  'apps/server/',
  'modules/',
];

/**
 * Runs the slowest test files first; the others by size, as vitest does by default. Files that share a process follow those that do not,
 * because a worker lives as long as the next file may share it.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const path = moduleId.slice(project.config.root.length + 1);
      const found = LONGEST.findIndex((prefix) => path.startsWith(prefix));
      return (project.config.isolate ? 0 : LONGEST.length + 1) + (found < 0 ? LONGEST.length : found);
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
