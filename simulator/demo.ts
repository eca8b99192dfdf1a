import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Configuration,
  ConfigurationError,
  makeLog,
  readConfiguration,
  SetClock,
  systemClock,
} from '@boyun/kernel/server';
import { takeDataFolder } from '@boyun/server/database/data-folder';
import { removeDatabase } from '@boyun/server/database/embedded';
import { makeProduct } from '@boyun/server/product';
import { runServer, tellFailure } from '@boyun/server/run-server';
import { setupCode } from '@boyun/tenancy/server';
import { type DemoBox, startBoxes } from './demo/box.ts';
import { makeDemo } from './demo/make.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_TENANT } from './demo/place.ts';
import { startReplay } from './demo/replay.ts';
import { startStaff } from './demo/staff.ts';
import { taskJobs } from './demo/task-jobs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const DAY_MS = 24 * 3_600_000;

/** Starts the product with a demo tenant, two weeks of history and live traffic. */
async function main(): Promise<void> {
  const configuration = readConfiguration({ LOG_LEVEL: 'warn', ...process.env }, root);
  const log = makeLog(configuration.logLevel);
  const fleetFile = join(configuration.dataDir, 'demo-fleet.json');
  const insideFile = join(configuration.dataDir, 'demo-inside.json');
  const boxFile = join(configuration.dataDir, 'demo-boxes.json');
  const say = (text: string) => process.stdout.write(`${text}\n`);
  // A demo whose creation was interrupted is created again.
  const unfinishedFile = join(configuration.dataDir, 'demo-unfinished');
  if (existsSync(unfinishedFile) && !existsSync(fleetFile)) {
    const folder = await takeDataFolder(configuration.dataDir);
    await removeDatabase(configuration.dataDir);
    await folder.release();
  }
  const server = await runServer({
    configuration,
    root,
    log,
    isQuiet: true,
    async beforeListen(databaseUrl) {
      if (existsSync(fleetFile)) return;
      const to = systemClock.now();
      const from = new Date(to.getTime() - 14 * DAY_MS);
      // Everything the history depends on, such as tariffs, must exist from its beginning.
      const clock = new SetClock(from);
      const product = await makeProduct({ configuration, databaseUrl, log, clock, jobs: taskJobs() });
      try {
        if ((await setupCode(product.kernel)) === null) throw new ConfigurationError(alreadyUsed(configuration));
        // From here on there is nothing in the database but what the demo makes.
        writeFileSync(unfinishedFile, '');
        say('Making the demo 正在生成演示数据 …');
        let shown = 0;
        const { world, inside } = await makeDemo(product, {
          clock,
          databaseUrl,
          to,
          onProgress(share) {
            if (share - shown < 0.1) return;
            shown = share;
            say(`  ${Math.round(share * 100)} %`);
          },
        });
        writeFileSync(insideFile, JSON.stringify(inside));
        writeFileSync(boxFile, JSON.stringify(world.boxes), { mode: 0o600 });
        // Written last: only a completely created demo is resumed.
        writeFileSync(fleetFile, JSON.stringify(world.fleet, null, 2), { mode: 0o600 });
      } finally {
        await product.stop();
      }
    },
  });
  const { port } = server.product.app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const replay = startReplay(url, fleetFile, insideFile);
  const staff = startStaff(url, log);
  const boxes = startBoxes(url, JSON.parse(readFileSync(boxFile, 'utf8')) as DemoBox[], log);
  say(welcome(url));
  await server.untilStopped;
  staff.stop();
  boxes.stop();
  replay.kill('SIGTERM');
}

/** The error text where tenants exist already: the demo never changes or removes other data of the product. */
function alreadyUsed({ databaseUrl, dataDir }: Configuration): string {
  return databaseUrl
    ? 'The database of DATABASE_URL holds tenants already. Give the demo an empty database of its own.'
    : `The data folder ${dataDir} holds tenants already. Give the demo a folder of its own, for example DATA_DIR=../boyun-demo.`;
}

function welcome(url: string): string {
  const accounts = ['platform', ...DEMO_ACCOUNTS.map((one) => one.account)];
  return [
    '',
    `Boyun 泊云  ${url}`,
    `Tenant 租户  ${DEMO_TENANT}   Password 密码  ${DEMO_PASSWORD}`,
    `Accounts 账号  ${accounts.join('  ')}`,
    '',
  ].join('\n');
}

try {
  await main();
} catch (error) {
  tellFailure(error);
}
