import { makeLog, migrateJobs } from '@boyun/kernel/server';
import { migrateSchema, partitionedTables } from '@boyun/server/product';
import pg from 'pg';

/** A database with the schemas of the product and its job queue, and no partition. */
export const BARE_TEMPLATE = 'template_bare';
/** The same, where every partitioned table has one partition for all times: no test waits for months to be made. */
export const WIDE_TEMPLATE = 'template_wide';

/** Makes both templates on a server, once for all test files of a run. */
export async function makeTemplates(serverUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query(`create database ${BARE_TEMPLATE}`);
    await migrateSchema(addressOf(serverUrl, BARE_TEMPLATE), makeLog('silent'));
    await migrateJobs(addressOf(serverUrl, BARE_TEMPLATE));
    await admin.query(`create database ${WIDE_TEMPLATE} template ${BARE_TEMPLATE} strategy file_copy`);
  } finally {
    await admin.end();
  }
  const wide = new pg.Client({ connectionString: addressOf(serverUrl, WIDE_TEMPLATE) });
  await wide.connect();
  try {
    for (const table of partitionedTables)
      await wide.query(`create table ${table}_all partition of ${table} for values from (minvalue) to (maxvalue)`);
  } finally {
    await wide.end();
  }
}

/** The address of another database of a server. */
export function addressOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
