import { fileURLToPath } from 'node:url';
import { type CheckResult, keptMonthsOf, reopenMonths, type VerifyProgress, verifyTenant } from '@boyun/insight/server';
import {
  ConfigurationError,
  type Database,
  type Log,
  makeLog,
  openDatabase,
  readConfiguration,
  systemClock,
} from '@boyun/kernel/server';
import { NoDatabase, reachDatabase } from './database/reach.ts';

function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Returns one line per check, followed by its reported broken rows. */
function report(results: readonly CheckResult[]): void {
  const width = Math.max(...results.map((one) => one.key.length));
  for (const { key, en, checkedCount, brokenCount, tookMs, broken } of results) {
    const state = brokenCount === 0 ? 'ok    ' : 'BROKEN';
    const counts = `${String(checkedCount).padStart(9)} checked ${String(brokenCount).padStart(6)} broken`;
    print(`  ${state} ${key.padEnd(width)} ${counts} ${String(tookMs).padStart(7)} ms  ${en}`);
    for (const row of broken) print(`         ${JSON.stringify(row)}`);
    if (brokenCount > broken.length) print(`         … and ${brokenCount - broken.length} more`);
  }
}

/** On a terminal, how many of the slices are done; a long run says so once in a while elsewhere. */
function showProgress({ done, total }: VerifyProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r  ${done} / ${total} steps${done === total ? '\n' : ''}`);
}

/** The closed months of a tenant whose results are kept, one line for each. */
async function reportMonths(database: Database, tenantId: number): Promise<void> {
  for (const { month, checkedAt, brokenCount, isStale } of await keptMonthsOf({ database }, tenantId)) {
    const state = isStale ? 'changed since' : brokenCount === 0 ? 'ok' : `${brokenCount} broken`;
    print(`  month ${month.slice(0, 7)}  checked ${checkedAt.toISOString().slice(0, 16)}Z  ${state}`);
  }
}

/** Verifies every tenant, with `isAgain` also the closed months that were checked before; the answer is the number of broken rows. */
async function verify(url: string, log: Log, isAgain: boolean): Promise<number> {
  const database = openDatabase({ url, clock: systemClock, log });
  try {
    const tenants = await database.system<{ id: number; code: string; name: string }>(
      'select id, code, name from tenant order by id',
    );
    let broken = 0;
    for (const { id, code, name } of tenants) {
      print(`${name} (${code})`);
      if (isAgain) await reopenMonths({ database }, id);
      const results = await verifyTenant({ database, log }, id, { onProgress: showProgress });
      report(results);
      await reportMonths(database, id);
      broken += results.reduce((sum, one) => sum + one.brokenCount, 0);
    }
    print(
      broken === 0
        ? `Everything adds up in ${tenants.length} tenants. 全部平衡。`
        : `${broken} rows break an equation. 有 ${broken} 行不平衡。`,
    );
    return broken;
  } finally {
    await database.close();
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));

try {
  const configuration = readConfiguration(process.env, root);
  const log = makeLog('warn', { write: (line) => void process.stderr.write(line) });
  const opened = await reachDatabase(configuration, log);
  try {
    process.exitCode = (await verify(opened.url, log, process.argv.includes('--again'))) === 0 ? 0 : 1;
  } finally {
    await opened.close();
  }
} catch (error) {
  const isOurs = error instanceof ConfigurationError || error instanceof NoDatabase;
  process.stderr.write(`${isOurs ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
