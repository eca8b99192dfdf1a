import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDevices } from './device.ts';
import { benchEndurance } from './endurance.ts';
import { benchExports } from './export.ts';
import { benchFees } from './fee.ts';
import { benchGate } from './gate.ts';
import { type Ground, openGround, removeGround } from './ground.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchMap } from './map.ts';
import { benchMemory } from './memory.ts';
import { benchMoney, benchMonth } from './month.ts';
import { benchNotices } from './notice.ts';
import { benchOffice } from './office.ts';
import { benchOld } from './old.ts';
import { benchConsole, benchOrders } from './order-list.ts';
import { benchReconcile } from './reconcile.ts';
import { benchReports } from './report.ts';
import { benchScreens } from './screen.ts';
import { type Row, tableOf } from './table.ts';
import { benchTariffReplay } from './tariff-replay.ts';
import { benchWeb } from './web.ts';

/** The parts of the bench by name, in the order they run in. */
const PARTS: Readonly<Record<string, (ground: Ground) => Row[] | Promise<Row[]>>> = {
  gate: benchGate,
  devices: benchDevices,
  notices: benchNotices,
  orders: benchOrders,
  console: benchConsole,
  'tariff-replay': benchTariffReplay,
  reconcile: benchReconcile,
  memory: benchMemory,
  office: benchOffice,
  web: benchWeb,
  map: benchMap,
  lighthouse: benchLighthouse,
  fee: benchFees,
};

/** Run only when they are named: they take minutes to hours, and the old database tens of gigabytes. */
const LONG_PARTS: typeof PARTS = {
  reports: benchReports,
  screens: benchScreens,
  exports: benchExports,
  old: benchOld,
  endurance: benchEndurance,
  month: benchMonth,
  money: benchMoney,
};

/** Where the databases of `--keep` stay until `--remove`. */
const KEPT_FOLDER = join(tmpdir(), 'boyun-bench-kept');

/** Makes everything a fiftieth of its size: to see that the bench runs, not for figures. */
const SMALL = '--small';

/** The `bench` command: runs the parts named, or all, and prints one table; returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--remove')) {
    await removeGround(KEPT_FOLDER);
    return 0;
  }
  const isSmall = args.includes(SMALL);
  const names = args.filter((one) => !one.startsWith('--'));
  const all = { ...PARTS, ...LONG_PARTS };
  const unknown = names.filter((name) => !(name in all));
  if (unknown.length > 0) {
    process.stderr.write(`There is no part ${unknown.join(', ')}. Name some of: ${Object.keys(all).join(' ')}.\n`);
    return 2;
  }
  const ground = await openGround(isSmall ? 0.02 : 1, args.includes('--keep') ? KEPT_FOLDER : null);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void ground.close().finally(() => process.exit(1)));
  const rows: Row[] = [];
  try {
    for (const [name, bench] of Object.entries(names.length > 0 ? all : PARTS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      process.stderr.write(`${name} …\n`);
      rows.push(...(await bench(ground)));
    }
  } finally {
    await ground.close();
  }
  process.stdout.write(`${tableOf(rows)}\n`);
  return rows.every((row) => row.isMet !== false) ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
