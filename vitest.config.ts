import { defineConfig } from 'vitest/config';
import LongestFirst from './apps/launch/test-order.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['**/node_modules/**', '**/dist/**', 'data/**', '.cache/**'],
    pool: 'forks',
    // More than the two cores of a small machine: a browser or a database often makes a file wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['apps/launch/test-database.ts'],
    // Limits end what hangs. They are far more than anything takes on a loaded, slow machine, and cost nothing where all is well.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
