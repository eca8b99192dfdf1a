import { endWorker } from './worker-end.ts';

/** The environment of test files: Node.js as it is. What files share is stopped with their worker. */
export default {
  name: 'worker',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: endWorker }),
};
