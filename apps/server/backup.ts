import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT_VERSION } from '@boyun/kernel/contract';
import { ConfigurationError, makeLog, readConfiguration, systemClock } from '@boyun/kernel/server';
import { writeBackup } from './database/backup.ts';
import { NoDatabase, reachDatabase } from './database/reach.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run backup -- FILE`: the whole database and the stored files, as of one instant; the server may keep running. */
try {
  const configuration = readConfiguration(process.env, root);
  const time = systemClock.now().toISOString().slice(0, 19).replace(/[:T]/g, '-');
  const file = resolve(process.argv[2] ?? `boyun-${time}.backup`);
  const log = makeLog('warn', { write: (line) => void process.stderr.write(line) });
  const reached = await reachDatabase(configuration, log);
  try {
    const counts = await writeBackup({
      url: reached.url,
      file,
      productVersion: PRODUCT_VERSION,
      dataDir: configuration.dataDir,
      include: ['files', 'secret'],
      progress: (line) => process.stdout.write(`${line}\n`),
    });
    process.stdout.write(`${file}: ${counts.tables} tables, ${counts.rows} rows, ${counts.files} files\n`);
  } finally {
    await reached.close();
  }
} catch (error) {
  const isOurs = error instanceof ConfigurationError || error instanceof NoDatabase;
  process.stderr.write(`${isOurs ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
