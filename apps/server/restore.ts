import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError, makeLog, readConfiguration, systemClock } from '@boyun/kernel/server';
import { checkBackup } from './database/backup-format.ts';
import { takeDataFolder } from './database/data-folder.ts';
import { startDatabase } from './database/embedded.ts';
import { readBackup } from './database/restore.ts';
import { prepareSchema, SEEDED_TABLES } from './schema.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run restore -- FILE`: puts a backup into the empty database of a new DATA_DIR (or DATABASE_URL), all or nothing. */
try {
  const given = process.argv[2];
  if (!given)
    throw new ConfigurationError('Name the backup: npm run restore -- FILE, with DATA_DIR set to a new folder.');
  const file = resolve(given);
  // Before reading the configuration, which makes the data folder: a damaged file leaves nothing behind.
  await checkBackup(file);
  const configuration = readConfiguration(process.env, root);
  const log = makeLog('warn', { write: (line) => void process.stderr.write(line) });
  const folder = await takeDataFolder(configuration.dataDir);
  const database = await startDatabase({
    dataDir: configuration.dataDir,
    url: configuration.databaseUrl ?? undefined,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  });
  try {
    const now = systemClock.now();
    await prepareSchema(database.url, log, now, now);
    const counts = await readBackup({
      url: database.url,
      file,
      isChecked: true,
      dataDir: configuration.dataDir,
      seeded: SEEDED_TABLES,
      progress: (line) => process.stdout.write(`${line}\n`),
    });
    process.stdout.write(`${counts.tables} tables, ${counts.rows} rows, ${counts.files} files\n`);
  } finally {
    await database.stop();
    await folder.release();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
