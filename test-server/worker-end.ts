type Ending = () => Promise<void>;

const KEY = Symbol.for('boyun.worker-end');

/** The endings, in the process rather than a module: the environment loads this file apart from the tests. */
function endings(): Set<Ending> {
  const place = globalThis as { [KEY]?: Set<Ending> };
  place[KEY] ??= new Set();
  return place[KEY];
}

/** Has something stopped at the end of this worker: what its test files share. */
export function atWorkerEnd(ending: Ending): void {
  endings().add(ending);
}

/** Stops what the test files of this worker shared. */
export async function endWorker(): Promise<void> {
  await Promise.all([...endings()].map((one) => one()));
}
