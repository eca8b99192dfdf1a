import { type Log, type MigrationSource, makeFirstPartitions, migrate } from '@boyun/kernel/server';
import { modules } from './modules.ts';

/** Tables partitioned by month. */
export const partitionedTables = ['event', 'audit_log', ...modules.flatMap((one) => one.partitioned)];

/** Tables into which the migrations put rows: a restore replaces these with the rows of the backup. */
export const SEEDED_TABLES = ['public.write_probe', 'public.prunable_log'];

/** The migrations of all modules, in the order of the modules. */
export const migrationSources: readonly MigrationSource[] = modules.map((one) => ({
  name: one.contract.name,
  folder: one.migrations,
}));

/** Applies the migrations of all modules that are missing. */
export async function migrateSchema(url: string, log: Log): Promise<void> {
  await migrate(url, migrationSources, log);
}

/** Brings the schema up to date: migrations of all modules, and partitions from a month to three after another. */
export async function prepareSchema(url: string, log: Log, from: Date, to: Date): Promise<void> {
  await migrateSchema(url, log);
  await makeFirstPartitions(url, partitionedTables, from, to);
}
