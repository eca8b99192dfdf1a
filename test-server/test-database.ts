import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase, startDatabase } from '@boyun/server/database/embedded';
import { isAlive } from '@boyun/server/database/host-process';
import type { TestProject } from 'vitest/node';
import { makeTemplates } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the PostgreSQL server shared by all test files; each file creates its own database in it. */
    databaseUrl: string;
  }
}

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Workers keep a running product beside the servers of their files.
  max_connections: '400',
  // Databases live for seconds, each with two thousand tables to look at; what needs statistics of its tables analyzes them.
  autovacuum: 'off',
};

/** Drops databases of test runs that were killed before they could do so themselves. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^boyun-test-(\d+)-/.exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    await removeDatabase(folder).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts one PostgreSQL server for the whole run and provides its URL as `databaseUrl`; stops and removes it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweep();
  const dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-`));
  const remove = async () => {
    await removeDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const database = await startDatabase({
      dataDir,
      log: { info: () => {}, warn: (message) => process.stderr.write(`${message}\n`) },
      settings: SETTINGS,
      priority: 'normal',
    });
    await makeTemplates(database.url);
    project.provide('databaseUrl', database.url);
    return async () => {
      await database.stop();
      await remove();
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
