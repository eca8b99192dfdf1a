import { existsSync, realpathSync } from 'node:fs';
import type { Configuration, Log } from '@boyun/kernel/server';
import { Client } from 'pg';
import { DATABASE, OWNER, readRecord } from './cluster.ts';
import { DataFolderTaken, takeDataFolder } from './data-folder.ts';
import { startDatabase } from './embedded.ts';

/** A temporary connection to a database. */
export interface Reached {
  readonly url: string;
  close(): Promise<void>;
}

/** An error shown on the console as a sentence, without a stack. */
export class NoDatabase extends Error {}

/**
 * The database to work on beside the server: the one at DATABASE_URL, the running server's, or, with no server running,
 * the data folder's own, started for as long as it takes. Throws NoDatabase when there is none yet, or it does not answer.
 */
export async function reachDatabase(configuration: Configuration, log: Log): Promise<Reached> {
  const { dataDir, databaseUrl } = configuration;
  if (databaseUrl) {
    await tryToConnect(databaseUrl);
    return { url: databaseUrl, close: async () => undefined };
  }
  const record = existsSync(dataDir) ? readRecord(realpathSync(dataDir)) : undefined;
  if (!record?.isMade)
    throw new NoDatabase(
      `There is no database in ${dataDir} yet. Start the product once, or set DATA_DIR or DATABASE_URL.`,
    );
  try {
    const folder = await takeDataFolder(dataDir);
    const database = await startDatabase({
      dataDir,
      log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
    });
    const close = async () => {
      await database.stop();
      await folder.release();
    };
    return { url: database.url, close };
  } catch (error) {
    if (!(error instanceof DataFolderTaken)) throw error;
    const url = `postgres://${OWNER}:${record.password}@127.0.0.1:${record.port}/${DATABASE}`;
    return { url, close: async () => undefined };
  }
}

async function tryToConnect(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new NoDatabase(`The database does not answer (${(error as Error).message}). Check DATABASE_URL.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
