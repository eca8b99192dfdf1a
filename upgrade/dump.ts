import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { accessServer, createAccount, hashPasswordsCheaply } from '@boyun/access/server';
import { verifyTenant } from '@boyun/insight/server';
import { PRODUCT_VERSION } from '@boyun/kernel/contract';
import { makeLog, SetClock } from '@boyun/kernel/server';
import { fillTables } from '@boyun/rules/furnished-tenant';
import { writeBackup } from '@boyun/server/database/backup';
import { removeDatabase, startDatabase } from '@boyun/server/database/embedded';
import type { Product } from '@boyun/server/product';
import { prepareSchema } from '@boyun/server/schema';
import { makeDemo } from '@boyun/simulator/demo/make';
import { DEMO_LOTS, DEMO_PASSWORD, DEMO_TENANT } from '@boyun/simulator/demo/place';
import { signIn } from '@boyun/simulator/demo/sign-in';
import { taskJobs } from '@boyun/simulator/demo/task-jobs';
import { createTenant } from '@boyun/tenancy/server';
import pg from 'pg';
import { brokenReferences, countRows, findUnseen, type Unseen } from './coverage.ts';
import { openInstallation } from './installation.ts';
import { currentMigrations, DUMPS, dumpFile, frozen, type Manifest, nameOfDump, readManifests } from './manifest.ts';
import { Planter } from './plant.ts';

const DAY_MS = 24 * 3_600_000;
/** When every dump ends, so that the traffic in it is the same. */
const END = new Date('2026-03-18T02:30:00Z');
const DAYS = 1;
const LOTS = DEMO_LOTS.slice(0, 3).map((lot) => ({ ...lot, capacity: 20 }));
/** A tenant with a plain row of everything, and one for rows that only SQL can make. */
const SAMPLE_TENANT = 'samples';
const PLANTED_TENANT = 'planted';
/** The repository keeps every dump for ever. */
const MOST_BYTES = 1_000_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Runs SQL on a database as its owner. */
async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A tenant with one row in each table that a form can fill. */
async function addSamples(product: Product): Promise<void> {
  const tenantId = await createTenant(product.kernel, {
    code: SAMPLE_TENANT,
    name: '样例停车',
    kind: 'operator',
    isTrial: true,
  });
  const account = { account: 'admin', password: DEMO_PASSWORD, name: '管理员', isAdmin: true };
  await createAccount(product.kernel, tenantId, account);
  const call = await signIn(product, 'admin', { tenant: SAMPLE_TENANT, password: DEMO_PASSWORD });
  const owner = {
    tenantId,
    call: async (path: string, body: object = {}) => ({ state: 'success', message: '', data: await call(path, body) }),
  };
  await fillTables(owner, new Map());
  await product.consumers.drain();
}

/** Plants what no call has made; returns what cannot be planted. */
async function plantRest(product: Product, url: string, demoId: number): Promise<Unseen[]> {
  const tenantId = await createTenant(product.kernel, { code: PLANTED_TENANT, name: '补录停车', kind: 'operator' });
  await product.consumers.drain();
  return asOwner(url, async (client) => {
    await client.query('begin');
    // Rows come before those they refer to; that all references hold is checked at the end.
    await client.query('set local session_replication_role = replica');
    const planter = new Planter(client, { tenantId, from: demoId });
    const left: Unseen[] = [];
    let planted = 0;
    for (const one of await findUnseen(client)) {
      const reason = await planter.plant(one.table, one.column, one.value);
      if (reason === null) planted += 1;
      else left.push({ ...one, reason });
    }
    const broken = await brokenReferences(client);
    if (broken.length > 0) throw new Error(`References do not hold: ${broken.join(', ')}`);
    await client.query('commit');
    say(`  ${planted} rows planted, ${left.length} not`);
    return left;
  });
}

/** Throws where the figures of a tenant that calls of the product made do not add up. */
async function verify({ kernel }: Product): Promise<void> {
  for (const { id, code } of await kernel.database.system<{ id: number; code: string }>(
    'select id, code from tenant',
  )) {
    if (code === PLANTED_TENANT) continue;
    const broken = (await verifyTenant(kernel, id)).filter((one) => one.brokenCount > 0);
    if (broken.length > 0) throw new Error(`${code} does not add up: ${JSON.stringify(broken)}`);
  }
}

/** Throws where a dump is too large or tells of the machine it was made on. */
function checkFile(file: string, folder: string): void {
  const bytes = readFileSync(file);
  if (bytes.length > MOST_BYTES) throw new Error(`The dump has ${bytes.length} bytes; at most ${MOST_BYTES} are kept.`);
  const text = gunzipSync(bytes).toString('utf8');
  const root = fileURLToPath(new URL('../', import.meta.url)).slice(0, -1);
  const names = [hostname(), folder, root, homedir(), userInfo().username === 'root' ? '' : userInfo().username];
  for (const name of names)
    if (name.length > 4 && text.includes(name)) throw new Error(`The dump names this machine: ${name}`);
}

async function makeDump(folder: string): Promise<Manifest> {
  const log = makeLog('error', { write: (line) => void process.stderr.write(line) });
  const database = await startDatabase({
    dataDir: folder,
    log: { info: () => undefined, warn: (message) => process.stderr.write(`${message}\n`) },
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  try {
    const { url } = database;
    await prepareSchema(url, log, new Date(END.getTime() - 40 * DAY_MS), new Date(END.getTime() + 40 * DAY_MS));
    const clock = new SetClock(new Date(END.getTime() - DAYS * DAY_MS));
    const product = await openInstallation({ databaseUrl: url, dataDir: folder, clock, log, jobs: taskJobs() });
    let unseen: Unseen[];
    try {
      say('The demo …');
      const { world } = await makeDemo(product, { clock, databaseUrl: url, to: END, lots: LOTS });
      // As a start of the product does: notes the permissions it has, so that later versions know which are new.
      await accessServer.start!(product.kernel);
      say('A row of everything …');
      await addSamples(product);
      say('The figures …');
      await verify(product);
      say('What calls do not reach …');
      unseen = await plantRest(product, url, world.tenantId);
    } finally {
      await product.stop();
    }
    const migrations = (await currentMigrations()).map(frozen);
    const manifest: Manifest = {
      version: nameOfDump(PRODUCT_VERSION, migrations, readManifests()),
      madeAt: END.toISOString(),
      migrations,
      tenants: [DEMO_TENANT, SAMPLE_TENANT],
      rows: await asOwner(url, countRows),
      unseen,
    };
    mkdirSync(DUMPS, { recursive: true });
    const file = dumpFile(manifest);
    const counts = await writeBackup({ url, file, productVersion: PRODUCT_VERSION });
    chmodSync(file, 0o644);
    checkFile(file, folder);
    say(`${file}: ${counts.tables} tables, ${counts.rows} rows`);
    return manifest;
  } finally {
    await database.stop();
  }
}

/** `npm run dump`: makes the dump of this version and its manifest, in a database of its own. */
const folder = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-dump-`));
hashPasswordsCheaply();
try {
  const manifest = await makeDump(folder);
  writeFileSync(join(DUMPS, `${manifest.version}.json`), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const { table, column, value, reason } of manifest.unseen)
    say(`  unseen: ${table}${column ? ` ${column} = ${value}` : ''} (${reason})`);
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await removeDatabase(folder);
  rmSync(folder, { recursive: true, force: true });
}
