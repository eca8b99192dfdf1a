import { fileURLToPath } from 'node:url';
import { type CheckResult, verifyTenant } from '@boyun/insight/server';
import {
  ConfigurationError,
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

/** One line a check, and below it every broken row that is told. */
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

/** Verifies every tenant; the answer is the number of broken rows. */
async function verify(url: string, log: Log): Promise<number> {
  const database = openDatabase({ url, clock: systemClock, log, appConnections: 2 });
  try {
    const tenants = await database.system<{ id: number; code: string; name: string }>(
      'select id, code, name from tenant order by id',
    );
    let broken = 0;
    for (const { id, code, name } of tenants) {
      const results = await verifyTenant({ database, log }, id);
      print(`${name} (${code})`);
      report(results);
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
    process.exitCode = (await verify(opened.url, log)) === 0 ? 0 : 1;
  } finally {
    await opened.close();
  }
} catch (error) {
  const isOurs = error instanceof ConfigurationError || error instanceof NoDatabase;
  process.stderr.write(`${isOurs ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
