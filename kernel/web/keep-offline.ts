/**
 * Keeps a page and its files in the browser: a worker answers for them where there is no network. `loadParts` fetches the parts that are
 * opened later, so that they are kept too; what the page had loaded before the worker was there is handed to it.
 */
export function keepOffline(scope: string, loadParts: () => Promise<unknown>): void {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  void worker
    .register('/page-worker.js', { scope })
    .then(() => worker.ready)
    .then(async ({ active }) => {
      await loadParts();
      const loaded = performance.getEntriesByType('resource').map((one) => one.name);
      active?.postMessage({ page: location.pathname, files: loaded.filter((one) => one.includes('/assets/')) });
    })
    .catch(() => undefined);
}
