import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticator, createAccount, hashPasswordsCheaply } from '@boyun/access/server';
import type { Filling } from '@boyun/kernel/contract';
import {
  type Clock,
  type Configuration,
  localConfiguration,
  makeLog,
  PACE,
  type Pace,
  startJobs,
  systemClock,
  type Who,
} from '@boyun/kernel/server';
import { modules } from '@boyun/server/modules';
import { makeProduct, migrateSchema, type Product, prepareSchema } from '@boyun/server/product';
import { createTenant } from '@boyun/tenancy/server';
import pg from 'pg';
import { type Answer, type Call, type CallAs, callers, PASSWORD } from './caller.ts';
import { FileJobs, type FileWork } from './file-jobs.ts';
import { addressOf, BARE_TEMPLATE, WIDE_TEMPLATE } from './template.ts';
import { now } from './time.ts';
import { atWorkerEnd } from './worker-end.ts';

export type { Answer } from './caller.ts';

/** An account of a test tenant, signed in. */
export interface TestUser {
  readonly tenantId: number;
  readonly token: string;
  readonly account: string;
  /** Calls a path as this account; where the password is asked for, it is given as the pages do. */
  call(path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** The caller as the server sees it. */
  who(): Promise<Who>;
}

/** A product on a database of its own, listening on a free port of this machine. */
export interface TestServer {
  readonly url: string;
  /** The address that its calls come from. */
  readonly address: string;
  readonly product: Product;
  readonly databaseUrl: string;
  /** A new operator tenant with its administrator signed in; a trial unless said otherwise, so that its drivers can pay. */
  newTenant(name?: string, options?: { readonly isTrial?: boolean }): Promise<TestUser>;
  /** Another account of a tenant: with these permissions, or none. */
  newUser(tenant: TestUser, permissions?: readonly string[], lotIds?: readonly string[] | null): Promise<TestUser>;
  /** Calls a path without signing in. */
  readonly call: Call;
  /** Calls a path with the token of a session; where the password is asked for, it is given as the pages do. */
  readonly callAs: CallAs;
  /** Takes what was sent to jobs that do not run here, oldest first. */
  takeSent<T extends object>(): T[];
  /** Waits until a condition holds; fails after a minute, which only a hang takes. */
  until<T>(what: string, condition: () => Promise<T | null | undefined | false>): Promise<T>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;
/**
 * The scale of time of tests: a machine busy with others exceeds no limit of production. The queue keeps the product's: a process wakes itself
 * for its jobs, and shorter looks cost every test.
 */
export const TEST_PACE: Pace = { ...PACE, reactionRetryMs: [20, 40, 60, 80], patience: 20 };

hashPasswordsCheaply();

/** Values of the configuration that a test may set. */
const CONFIGURED = [
  'sentryDsn',
  'trustProxy',
  'webhookAllow',
  'deviceAllow',
  'smsUrl',
  'publicUrl',
  'wechatPayUrl',
  'wechatUrl',
  'alipayUrl',
  'unionpayUrl',
  'nuonuoUrl',
  'tencentOcrUrl',
  'plateRecognizerUrl',
  'mailUrl',
  'mapTiles',
  'mediaUrls',
  'diskCritical',
] as const satisfies readonly (keyof Configuration)[];

/** How a test's product differs from the one that files share. */
export interface ServerOptions extends Partial<Pick<Configuration, (typeof CONFIGURED)[number]>> {
  clock?: Clock;
  /** The jobs of modules run; otherwise only tasks and sweeps do. */
  hasJobs?: boolean;
  logLines?: string[];
  webFolder?: string;
  /** Fills these slots in place of the modules. */
  fillings?: readonly Filling[];
  /** Names of sweeps that do not run. */
  without?: readonly string[];
  /** Partitions are those of a server that starts now, one a month; else every table has one for all times. */
  hasAllMonths?: boolean;
  /** Modules have migrations that the template does not have. */
  hasMigrations?: boolean;
  /** The test stops its product, changes what all tenants share, or looks at all of them. */
  isAlone?: boolean;
  /** The limits of time are those of production times this: for tests of the limits themselves. */
  patience?: number;
}

/** A product that runs on a database of its own. */
interface Running {
  readonly base: string;
  readonly product: Product;
  readonly databaseUrl: string;
  readonly jobs: FileJobs;
  /** The number of test files that have used it. */
  fileCount: number;
  stop(): Promise<void>;
}

/** The time of a shared product: that of the file that uses it, and the system's in between. */
class SwitchedClock implements Clock {
  current: Clock = systemClock;
  now(): Date {
    return this.current.now();
  }
}

/** The product that the files of this worker share, as long as they need its pages or do not. */
let shared: { readonly key: string; readonly clock: SwitchedClock; readonly running: Running } | null = null;

/** Options that the files sharing a product may set; all but `webFolder` change while it runs. */
const SHAREABLE = ['clock', 'hasJobs', 'webFolder', 'without'];

async function stopShared(): Promise<void> {
  const last = shared;
  shared = null;
  await last?.running.stop();
}
atWorkerEnd(stopShared);

/**
 * Sweeps whose period is longer than a test file takes: they do not run where it takes longer either. The one of sessions is among them;
 * where a test's clock jumps by days, it would sign everybody out.
 */
const RARE_SWEEPS = modules
  .flatMap((one) => one.sweeps)
  .filter((one) => one.everySeconds > 30)
  .map((one) => one.name);

const workOf = ({ hasJobs = false, without = [] }: ServerOptions): FileWork => ({ hasJobs, without });

/** Returns the worker's shared product with its clock; starts it again where it has other pages. */
async function share(databaseUrl: string, options: ServerOptions) {
  const { clock, webFolder } = options;
  const key = webFolder ?? '';
  if (shared?.key !== key) {
    await stopShared();
    const switched = new SwitchedClock();
    const running = await run(databaseUrl, { ...options, clock: switched });
    const { database } = running.product.kernel;
    // Tests that call sweeps find the same as sweeps that run by themselves: nothing of tenants that were left.
    Object.assign(database, { system: database.closed.without(database.system) });
    shared = { key, clock: switched, running };
  }
  shared.clock.current = clock ?? systemClock;
  shared.running.jobs.sent.length = 0;
  shared.running.jobs.work = workOf(options);
  return shared;
}

/** Leaves a shared product to the next file: nothing goes on for the tenants of this one. */
async function leave({ clock, running }: NonNullable<typeof shared>): Promise<void> {
  const { database } = running.product.kernel;
  for (const { id } of await database.system<{ id: number }>(`select id from tenant where kind = 'operator'`))
    database.closed.add(id);
  clock.current = systemClock;
}

async function run(databaseUrl: string, options: ServerOptions): Promise<Running> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  const template = options.hasAllMonths ? BARE_TEMPLATE : WIDE_TEMPLATE;
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const ownUrl = addressOf(databaseUrl, name);
  const log = options.logLines
    ? makeLog('debug', { write: (line) => void options.logLines!.push(line) })
    : makeLog(process.env.TEST_LOG ?? 'silent');
  const dataDir = await mkdtemp(join(tmpdir(), 'boyun-'));
  if (options.hasMigrations) await migrateSchema(ownUrl, log);
  if (options.hasAllMonths) {
    const startsAt = options.clock?.now() ?? now();
    await prepareSchema(ownUrl, log, new Date(startsAt.getTime() - 62 * 24 * 3600 * 1000), startsAt);
  }
  const pace = { ...TEST_PACE, patience: options.patience ?? TEST_PACE.patience };
  const jobs = new FileJobs(await startJobs({ url: ownUrl, log, pace }), workOf(options));
  const product = await makeProduct({
    configuration: localConfiguration({
      dataDir,
      databaseUrl: ownUrl,
      ...Object.fromEntries(CONFIGURED.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]))),
      secret: 'a secret of the tests only',
      logLevel: 'silent',
      pace,
    }),
    databaseUrl: ownUrl,
    log,
    fillings: options.fillings ?? [],
    ...(options.clock ? { clock: options.clock } : {}),
    jobs: jobs.product(),
    ...(options.webFolder ? { webFolder: options.webFolder } : {}),
  });
  const base = await product.listen(RARE_SWEEPS);
  return {
    base,
    product,
    databaseUrl: ownUrl,
    jobs,
    fileCount: 0,
    async stop() {
      await product.stop();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Counts one more file that uses a product; returns the address its calls come from: limits per address count those of one file. */
function countFile(running: Running): string {
  running.fileCount += 1;
  return `127.0.${1 + (running.fileCount >> 8)}.${running.fileCount & 255}`;
}

/**
 * Returns a product for a test file; `databaseUrl` is the shared server's address (vitest `inject('databaseUrl')`). Files share one, with
 * tenants of their own, unless their options say otherwise.
 */
export async function startTestServer(databaseUrl: string, options: ServerOptions = {}): Promise<TestServer> {
  const isShared = Object.keys(options).every((one) => SHAREABLE.includes(one));
  const place = isShared ? await share(databaseUrl, options) : null;
  const running = place?.running ?? (await run(databaseUrl, options));
  const { base, product, jobs } = running;
  let made = 0;

  const address = countFile(running);
  const [call, callAs] = callers(product, address);
  const signIn = async (tenantCode: string, tenantId: number, account: string): Promise<TestUser> => {
    const answer = await call('/api/tenantUser/login', { Account: account, Password: PASSWORD, TenantId: tenantCode });
    if (answer.state !== 'success') throw new Error(`sign-in failed: ${answer.message}`);
    const token = answer.data.AccessToken as string;
    return {
      tenantId,
      token,
      account,
      call: (path, body, headers) => callAs(token, path, body, { headers }),
      who: () => authenticator(product.kernel, token, { address: null, requestId: null, language: 'zh' }),
    };
  };
  const codes = new Map<number, string>();
  return {
    url: base,
    address,
    product,
    databaseUrl: running.databaseUrl,
    call,
    callAs,
    async newTenant(tenantName = 'Test', { isTrial = true } = {}) {
      made += 1;
      const code = place ? `t${made}-${running.fileCount}` : `t${made}`;
      const tenantId = await createTenant(product.kernel, {
        code,
        name: `${tenantName}${made}`,
        kind: 'operator',
        isTrial,
      });
      codes.set(tenantId, code);
      await createAccount(product.kernel, tenantId, {
        account: 'admin',
        password: PASSWORD,
        name: 'Admin',
        isAdmin: true,
      });
      return signIn(code, tenantId, 'admin');
    },
    async newUser(tenant, permissions = [], lotIds = null) {
      made += 1;
      const account = `user${made}`;
      await createAccount(product.kernel, tenant.tenantId, {
        account,
        password: PASSWORD,
        name: account,
        permissions,
        lotIds,
      });
      return signIn(codes.get(tenant.tenantId)!, tenant.tenantId, account);
    },
    takeSent: <T extends object>() => jobs.sent.splice(0).map((one) => one.data as T),
    async until(what, condition) {
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        const found = await condition();
        if (found) return found;
        if (performance.now() > end) throw new Error(`waited too long for: ${what}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    stop: () => (place ? leave(place) : running.stop()),
  };
}
