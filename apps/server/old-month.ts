import { dropMonths, hasRows, type Kernel, takenEvents } from '@boyun/kernel/server';
import { findKeepers } from '@boyun/system/server';

const DAY_MS = 24 * 3_600_000;
const SHORTEST_TERM_DAYS = 183;
/** Minimum age at which a month is dropped, whatever the terms. */
const SHORTEST_MONTHLY_DAYS = 30;

/**
 * Drops months that every tenant's term has passed for, and months that are empty because their rows were removed one by one.
 * Events that a consumer has not taken or that were set aside stay. Returns the names of the dropped partitions.
 */
export async function dropOldMonths(kernel: Kernel, url: string, consumers: readonly string[]): Promise<string[]> {
  const { clock, database, log } = kernel;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const keepers = await findKeepers(kernel);
  const firstEvent = await takenEvents(database.system, consumers);
  const empty = ['passing', 'gate_command', 'camera_message'].map((table) => ({
    table,
    before: daysAgo(table === 'camera_message' ? SHORTEST_MONTHLY_DAYS : SHORTEST_TERM_DAYS),
    tenantsKeeping: () => [],
    isNeeded: hasRows,
  }));
  const over = kernel.retained
    .filter((kind) => kind.isMonthly)
    .map((kind) => ({
      table: kind.table,
      before: daysAgo(SHORTEST_MONTHLY_DAYS),
      tenantsKeeping: (end: Date) => keepers(kind.key, end),
      isNeeded: (partition: string) => kind.isMonthNeeded?.(partition, firstEvent) ?? 'false',
    }));
  const dropped: string[] = [];
  for (const months of [...empty, ...over])
    await dropMonths(url, months).then(
      (names) => dropped.push(...names),
      (error: Error) => log.error({ err: error, table: months.table }, 'old months could not be dropped'),
    );
  if (dropped.length > 0) log.info({ dropped }, 'old months dropped');
  return dropped;
}
