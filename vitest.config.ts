import { defineConfig } from 'vitest/config';
import LongestFirst from './apps/launch/test-order.ts';

/**
 * Files that get a process of their own, because they replace modules or globals of it, or slots of the product, or measure its memory, or
 * start processes and measure them.
 */
const ALONE = [
  'apps/launch/**/*.test.ts',
  'apps/server/database/**/*.test.ts',
  'apps/server/{crash,device-crash,gate-process,hostile-sheet,partition,pools,priority}.test.ts',
  'apps/server/{retention,stop,task-restart,two-processes}.test.ts',
  'apps/web/src/slots.test.ts',
  'apps/web/src/shell/shortcut.test.ts',
  'bench/**/*.test.ts',
  'rules/scaffold.test.ts',
  'simulator/**/*.test.ts',
  'upgrade/**/*.test.ts',
  'kernel/web/{copy-text,format,live,now,transport}.test.ts',
  'kernel/web/grid/kept-setting.test.ts',
  'kernel/web/list/{drawn,list-url}.test.ts',
  'kernel/server/form-parser.test.ts',
  'modules/charging/src/workbench/**/*.test.tsx',
  'modules/gateway/src/driver/driver.test.ts',
  'modules/passings/src/passing/added-list.test.ts',
  'modules/system/src/task/export-size.test.ts',
];

/** Files that must not run again with those that failed, although their paths contain one of these. */
const EXCLUDED = process.env.BOYUN_TEST_EXCLUDED?.split(',').filter(Boolean) ?? [];

const common = {
  environment: './test-server/test-worker.ts',
  exclude: ['**/node_modules/**', '**/dist/**', 'data/**', '.cache/**', ...EXCLUDED],
  pool: 'forks',
  // More than the two cores of a small machine: a browser or a database often makes a file wait.
  maxWorkers: 3,
  // Limits end what hangs. They are far more than anything takes on a loaded, slow machine, and cost nothing where all is well.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000 } },
} as const;

const all = ['**/*.test.{ts,tsx}'];

export default defineConfig({
  test: {
    maxWorkers: common.maxWorkers,
    teardownTimeout: common.teardownTimeout,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test-server/test-database.ts'],
    projects: [
      { test: { ...common, name: 'alone', include: ALONE, isolate: true } },
      { test: { ...common, name: 'shared', include: all, exclude: [...common.exclude, ...ALONE], isolate: false } },
    ],
  },
});
