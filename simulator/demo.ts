import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Configuration, ConfigurationError, makeLog, readConfiguration, systemClock } from '@boyun/kernel/server';
import { takeDataFolder } from '@boyun/server/database/data-folder';
import { removeDatabase } from '@boyun/server/database/embedded';
import type { Product } from '@boyun/server/product';
import { type RunningServer, runServer, tellFailure } from '@boyun/server/run-server';
import { type DemoBox, startBoxes } from './demo/box.ts';
import { demoFiles } from './demo/files.ts';
import { readInside } from './demo/inside.ts';
import { startLcds } from './demo/lcd.ts';
import { type Making, startMaking } from './demo/making.ts';
import { type Newcomer, startNewcomers } from './demo/newcomer.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_TENANT } from './demo/place.ts';
import { startReplay } from './demo/replay.ts';
import { startCards } from './demo/screen.ts';
import { signIn } from './demo/sign-in.ts';
import { startStaff } from './demo/staff.ts';
import { closeChannels, type Doubles, startDoubles } from './provider/doubles.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Starts the product with a demo tenant and live traffic; its two weeks of history are made while the pages are served. */
async function main(): Promise<void> {
  const read = readConfiguration({ LOG_LEVEL: 'warn', ...process.env }, root);
  const doubles = process.argv.includes('--providers')
    ? await startDoubles(read.publicUrl ?? `http://localhost:${read.port}`, read.host)
    : null;
  // The cards of its screens listen on this machine.
  const configuration: Configuration = {
    ...read,
    deviceAllow: [read.deviceAllow, '127.0.0.1'].filter(Boolean).join(','),
    ...doubles?.addresses,
  };
  const log = makeLog(configuration.logLevel);
  const files = demoFiles(configuration.dataDir);
  // A demo whose creation was interrupted is created again.
  if (existsSync(files.unfinished) && !existsSync(files.fleet)) {
    const folder = await takeDataFolder(configuration.dataDir);
    await removeDatabase(configuration.dataDir);
    await folder.release();
  }
  const pages = buildPages();
  pages.catch(() => undefined);
  let making: Making | null = null;
  // First of all, so that it holds no connection when the database ends.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => making?.stop());
  const server = await runServer({
    configuration,
    root,
    log,
    isQuiet: true,
    async beforeListen(databaseUrl) {
      if (!existsSync(files.fleet)) {
        say('Making the places of the demo 正在生成演示车场 …');
        making = startMaking({ dataDir: configuration.dataDir, databaseUrl }, (share) =>
          say(`  ${Math.round(share * 100)} %`),
        );
        if (!(await making.places)) throw new ConfigurationError(alreadyUsed(configuration));
      }
      await pages;
    },
    async beforeWork(address) {
      say(welcome(address));
      if (!making) return;
      say('Two weeks of history follow; accounts may be signed out until then 正在补齐两周的历史数据 …');
      await making.history();
      say('The history is complete 历史数据已完整。');
    },
    beforeStop: (product) => closeDoubles(product, files.providers),
  });
  if (doubles) await openDoubles(doubles, server, files.providers);
  else await closeDoubles(server.product, files.providers);
  // The cars that the traffic of an earlier start has let in would never leave.
  if (!making) await noteInside(server.product, files);
  const replay = startReplay(server.address, files.fleet, files.inside);
  const staff = startStaff(server.address, log);
  const boxes = startBoxes(server.address, JSON.parse(readFileSync(files.boxes, 'utf8')) as DemoBox[], log);
  const newcomers = startNewcomers(server.address, newcomersOf(files.newcomers), log);
  const cards = await startCards(server.product, log);
  const lcds = await startLcds(server.product, log);
  await server.untilStopped;
  cards.stop();
  lcds.stop();
  newcomers.stop();
  staff.stop();
  boxes.stop();
  replay.kill('SIGTERM');
  await doubles?.stop();
}

async function noteInside(product: Product, { fleet, inside }: ReturnType<typeof demoFiles>): Promise<void> {
  const call = await signIn(product, 'deputy');
  const cars = await readInside(call, JSON.parse(readFileSync(fleet, 'utf8')), systemClock.now().getTime());
  writeFileSync(inside, JSON.stringify(cars));
}

/** The devices nobody has taken on; a demo of an earlier version has none. */
const newcomersOf = (file: string) => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Newcomer[]) : []);

/** Lets the demo's tenant take payments by the doubles of the payment providers. */
async function openDoubles(doubles: Doubles, { product, address }: RunningServer, mark: string): Promise<void> {
  writeFileSync(mark, '');
  await doubles.open(await signIn(product, 'admin'), address);
  say(`Payment providers 支付渠道模拟台  ${doubles.deskUrl}`);
}

/** Turns the channels of the doubles off: at the end, and where an earlier start was killed. */
async function closeDoubles(product: Product, mark: string): Promise<void> {
  if (!existsSync(mark)) return;
  await closeChannels(await signIn(product, 'admin'));
  rmSync(mark);
}

/**
 * Builds the pages while the places are made, where the launcher leaves that to this program; a program that is started
 * without the launcher serves the pages that are there.
 */
async function buildPages(): Promise<void> {
  if (!process.env.BOYUN_BUILDS_PAGES) return;
  const { buildWeb } = await import(new URL('../apps/launch/web.mjs', import.meta.url).href);
  await buildWeb({ node: process.execPath, folder: dirname(process.execPath), flags: [] });
}

const say = (text: string) => process.stdout.write(`${text}\n`);

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
  // Pages that are being built end with this process.
  process.exit();
}
