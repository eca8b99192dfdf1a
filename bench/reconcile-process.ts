// Reads and compares a day in a process of its own with what that needs of the product, so that nothing else is in its memory.
import {
  idleJobs,
  type Kernel,
  makeFiles,
  makeLog,
  makeSecrets,
  openDatabase,
  systemClock,
} from '@boyun/kernel/server';
import { compareDay, loadImport } from '@boyun/reconciliation/server';

const [databaseUrl, dataDir, tenantId, importId, dayId] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
const log = makeLog('error', { write: (line) => void process.stderr.write(line) });
const secrets = makeSecrets('a secret of the benches only');
const database = openDatabase({ url: databaseUrl, clock: systemClock, log });
const files = makeFiles({ folder: `${dataDir}/files`, s3Url: null, secrets, clock: systemClock, log });
const kernel = { database, files, jobs: idleJobs(), clock: systemClock, log } as unknown as Kernel;

let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 20);

async function timed(work: () => Promise<void>): Promise<{ ms: number; rss: number }> {
  peak = 0;
  const start = performance.now();
  await work();
  return { ms: performance.now() - start, rss: Math.max(peak, process.memoryUsage().rss) };
}

const before = process.memoryUsage().rss;
const loaded = await timed(() => loadImport(kernel, Number(tenantId), importId));
const compared = await timed(() => compareDay(kernel, Number(tenantId), dayId));
clearInterval(watch);
process.send?.({ before, loaded, compared });
await database.close();
process.disconnect();
