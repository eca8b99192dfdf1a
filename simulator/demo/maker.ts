import { writeFileSync } from 'node:fs';
import { ConfigurationError, makeLog, readConfiguration, SetClock, systemClock } from '@boyun/kernel/server';
import { makeProduct } from '@boyun/server/product';
import { tellFailure } from '@boyun/server/run-server';
import { setupCode } from '@boyun/tenancy/server';
import { demoFiles } from './files.ts';
import { makeDemo } from './make.ts';
import type { MakerMessage } from './making.ts';
import { showProgress } from './progress.ts';
import { taskJobs } from './task-jobs.ts';

const DAY_MS = 24 * 3_600_000;

const tell = (message: MakerMessage) => void process.send?.(message);
// Without the process that serves the demo there is nothing to make it for.
process.once('disconnect', () => process.exit(1));

/** Makes the demo in the database of DATABASE_URL: its places, and once the pages are served its two weeks of history. */
async function main(): Promise<void> {
  const given = readConfiguration(process.env, process.cwd());
  // The links of reminders lead somewhere.
  const configuration = { ...given, publicUrl: given.publicUrl ?? `http://localhost:${given.port}` };
  const databaseUrl = configuration.databaseUrl!;
  const files = demoFiles(configuration.dataDir);
  const to = systemClock.now();
  // Everything the history depends on, such as tariffs, must exist from its beginning.
  const clock = new SetClock(new Date(to.getTime() - 14 * DAY_MS));
  const log = makeLog(configuration.logLevel);
  const product = await makeProduct({ configuration, databaseUrl, log, clock, jobs: taskJobs() });
  try {
    if ((await setupCode(product.kernel)) === null) return tell({ kind: 'refused' });
    // From here on there is nothing in the database but what the demo makes.
    writeFileSync(files.unfinished, '');
    const progress = showProgress(product, (share) => tell({ kind: 'share', share }));
    const { world, inside, newcomers } = await makeDemo(product, {
      clock,
      databaseUrl,
      to,
      onPlaces: async () => {
        await progress.begin();
        const served = new Promise((resolve) => process.once('message', resolve));
        tell({ kind: 'places' });
        await served;
      },
      onProgress: progress.show,
    });
    await progress.end();
    writeFileSync(files.inside, JSON.stringify(inside));
    writeFileSync(files.newcomers, JSON.stringify(newcomers), { mode: 0o600 });
    writeFileSync(files.boxes, JSON.stringify(world.boxes), { mode: 0o600 });
    // Written last: only a completely created demo is resumed.
    writeFileSync(files.fleet, JSON.stringify(world.fleet, null, 2), { mode: 0o600 });
    tell({ kind: 'done' });
  } finally {
    await product.stop();
  }
}

try {
  await main();
} catch (error) {
  tellFailure(
    error instanceof ConfigurationError
      ? error
      : new Error(`The demo could not be made: ${(error as Error).message}`, { cause: error }),
  );
}
process.disconnect?.();
