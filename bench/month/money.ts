import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { daysAfter } from '@boyun/domain/reconcile';
import { verifyTenant } from '@boyun/insight/server';
import { invoicesServer } from '@boyun/invoices/server';
import { idleJobs, makeLog, readConfiguration, SetClock } from '@boyun/kernel/server';
import { moneyServer } from '@boyun/money/server';
import { workOffBills } from '@boyun/reconciliation/server';
import { freePort } from '@boyun/server/database/cluster';
import { removeDatabase } from '@boyun/server/database/embedded';
import { makeProduct, type Product } from '@boyun/server/product';
import { settlementServer } from '@boyun/settlement/server';
import { createRandom, type Random } from '@boyun/simulator/replay/random';
import { traffic } from '@boyun/simulator/replay/traffic';
import { countUnfinished } from '@boyun/test-server/crash/evidence';
import { ServerProcess, until } from '@boyun/test-server/crash/server-process';
import { buildWorld } from '@boyun/test-server/crash/world';
import pg from 'pg';
import { Accounting } from './accounting.ts';
import { Books } from './books.ts';
import { Desk } from './desk.ts';
import { Lanes, type Told } from './gate.ts';
import { Office } from './office.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLOCKED = new URL('../../test-server/clocked-server.ts', import.meta.url);
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** A Monday, local midnight in Shenzhen; the month has 31 days. */
const FIRST_DAY = '2026-03-02';
const START_MS = Date.parse(`${FIRST_DAY}T00:00:00+08:00`);
/** Share of the usual traffic of the lots: a few cars a day. */
const VOLUME = 0.004;

/** What the server does every few seconds, for which there is no time. */
const HURRIED = [...moneyServer.sweeps, ...invoicesServer.sweeps].filter((one) => one.everySeconds <= 3);

/** How long and how rough a month of money is. */
export interface MoneyOptions {
  readonly days: number;
  /** How often the server is killed, and how often its database. */
  readonly kills: { readonly server: number; readonly database: number };
  readonly seed: string;
  /** Receives each day as a line of text. */
  readonly say: (line: string) => void;
}

/** What came of a month of money. */
export interface MoneyResult {
  readonly kills: number;
  readonly checks: number;
  /** Days that were closed, again included. */
  readonly closed: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly calls: ReadonlyMap<string, { done: number; refused: number; lost: number }>;
  readonly refusals: ReadonlyMap<string, string>;
  /** Rows that `verify` found at the end. */
  readonly broken: readonly unknown[];
  /** Errors made at the end that the looks into the books do not find. */
  readonly unseen: readonly string[];
}

/**
 * Moves random money for some days, in compressed time, against a server process with a database of its own, both killed now and then:
 * payments, partial refunds, packs and cards, invoices and red letters, settlements, days that are closed and opened again. After every step
 * the books are looked into for what must never be; throws when it is.
 */
export async function runMoney(options: MoneyOptions): Promise<MoneyResult> {
  const dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-money-`));
  const server = new ServerProcess(dataDir, await freePort(), {}, CLOCKED);
  const month = new MoneyMonth(dataDir, server, options);
  try {
    return await month.play();
  } finally {
    await month.leave();
    await server.kill();
    await removeDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

class MoneyMonth {
  readonly #dataDir: string;
  readonly #server: ServerProcess;
  readonly #options: MoneyOptions;
  readonly #random: Random;
  readonly #clock = new SetClock(new Date(START_MS));
  #tenantId = 0;
  /** Does at night what sweeps do every few minutes of real time. */
  #product: Product | null = null;
  #client: pg.Client | null = null;
  #books!: Books;
  #kills = 0;
  readonly #began = performance.now();

  constructor(dataDir: string, server: ServerProcess, options: MoneyOptions) {
    this.#dataDir = dataDir;
    this.#server = server;
    this.#options = options;
    this.#random = createRandom(`money ${options.seed}`);
  }

  async play(): Promise<MoneyResult> {
    const { days, say } = this.#options;
    this.#set(START_MS);
    await this.#server.start();
    const { tenantId, fleet } = await buildWorld(this.#dataDir, this.#server.databaseUrl(), this.#clock);
    this.#tenantId = tenantId;
    await this.#connect();
    const desk = new Desk(this.#server.url, 'admin');
    const lanes = new Lanes(this.#server.url, fleet, desk, this.#random);
    const office = new Office({ desk, reviewer: new Desk(this.#server.url, 'deputy') }, this.#random);
    const accounting = new Accounting(desk, this.#random);
    await office.open();
    await accounting.open(FIRST_DAY);
    const told = this.#schedule(fleet.lots);
    const plates = [...new Set(told.map((one) => one.event.plate).filter(Boolean))];
    const killAt = this.#drawKills();
    say(`  the world after ${this.#seconds()} s`);
    for (let day = 0; day < days; day += 1) {
      const today = told.filter((one) => Math.floor((one.toldAtMs - START_MS) / DAY_MS) === day);
      await this.#day({ today, plates, lanes, office, accounting, kill: killAt.get(day) });
      await this.#night(daysAfter(FIRST_DAY, day), accounting);
      say(
        `  ${daysAfter(FIRST_DAY, day)}: ${today.length} passings, ${this.#books.counts.checks} checks, ${this.#kills} kills, ${this.#seconds()} s`,
      );
    }
    await this.#rest();
    const results = await verifyTenant(this.#product!.kernel, tenantId);
    return {
      kills: this.#kills,
      ...this.#books.counts,
      counts: await this.#count(),
      calls: desk.counts,
      refusals: desk.refusals,
      broken: results.flatMap((one) => one.broken),
      unseen: await this.#books.unseen(),
    };
  }

  /** Ends what the month itself has open. */
  async leave(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
    await this.#product?.stop().catch(() => undefined);
    this.#client = null;
    this.#product = null;
  }

  async #connect(): Promise<void> {
    await this.leave();
    const databaseUrl = this.#server.databaseUrl();
    this.#client = new pg.Client({ connectionString: databaseUrl });
    // A database that is killed is found by the next query.
    this.#client.on('error', () => undefined);
    await this.#client.connect();
    this.#books = new Books(this.#client, this.#tenantId, this.#books);
    const configuration = readConfiguration({ DATA_DIR: this.#dataDir, PORT: '0', HOST: '127.0.0.1' }, ROOT);
    const log = makeLog('silent');
    this.#product = await makeProduct({ configuration, databaseUrl, log, clock: this.#clock, jobs: idleJobs() });
  }

  #schedule(lots: Parameters<typeof traffic>[0]['lots']): Told[] {
    const { days, seed } = this.#options;
    const toMs = START_MS + days * DAY_MS;
    return [...traffic({ lots, fromMs: START_MS + HOUR_MS, toMs, seed, volume: VOLUME })]
      .map((event) => ({ event, isOffline: false, toldAtMs: event.atMs }))
      .sort((one, other) => one.toldAtMs - other.toldAtMs);
  }

  /** On which days what is killed. */
  #drawKills(): ReadonlyMap<number, 'server' | 'database'> {
    const { days, kills } = this.#options;
    const all = [
      ...Array.from({ length: kills.server }, () => 'server' as const),
      ...Array.from({ length: kills.database }, () => 'database' as const),
    ];
    return new Map(all.map((what, index) => [Math.floor(((index + 0.5) * days) / all.length), what]));
  }

  #seconds(): string {
    return ((performance.now() - this.#began) / 1000).toFixed(0);
  }

  readonly #check = (step: string): Promise<void> => this.#books.check(step);

  /** Cars come and go and pay; the staff sells, refunds and invoices. One of the steps may be cut off by a kill. */
  async #day(given: {
    today: readonly Told[];
    plates: readonly string[];
    lanes: Lanes;
    office: Office;
    accounting: Accounting;
    kill: 'server' | 'database' | undefined;
  }): Promise<void> {
    const { today, plates, lanes, office, accounting, kill } = given;
    const acts: [string, () => Promise<unknown>][] = [
      ['an act of the office', () => office.act(this.#clock.now(), plates)],
      ['an act of the office', () => office.act(this.#clock.now(), plates)],
      ['an invoice', () => accounting.invoice()],
      ['an invoice', () => accounting.invoice()],
      ['an invoice that is mended', () => accounting.mendInvoice()],
      ['a day that is opened again', () => accounting.reopen(this.#books)],
    ];
    const steps = today.map((one): [string, () => Promise<unknown>] => [
      `a car at ${new Date(one.toldAtMs).toISOString()}`,
      () => {
        this.#set(one.toldAtMs);
        return lanes.pass(one);
      },
    ]);
    for (const act of acts) if (this.#random.chance(0.75)) steps.splice(this.#random.below(steps.length + 1), 0, act);
    const killAt = kill ? this.#random.below(steps.length) : -1;
    for (const [index, [what, step]] of steps.entries()) {
      const work = step();
      if (index === killAt) await this.#kill(kill!, work);
      await work;
      await this.#check(what);
    }
  }

  /** After midnight: bills are fetched and compared, some of them differ; days are resolved and closed, on Mondays sub-merchants settled. */
  async #night(day: string, accounting: Accounting): Promise<void> {
    this.#set(Date.parse(`${daysAfter(day, 1)}T01:30:00+08:00`));
    await this.#rest();
    const kernel = this.#product!.kernel;
    await workOffBills(kernel, this.#tenantId);
    await this.#check('bills');
    if (this.#random.chance(0.4)) {
      await accounting.plant();
      await workOffBills(kernel, this.#tenantId);
      await this.#check('a bill with differences');
      await accounting.resolve(this.#check);
      await this.#rest();
      await workOffBills(kernel, this.#tenantId);
    }
    await accounting.close(this.#check);
    for (const sweep of settlementServer.sweeps) await sweep.run(kernel);
    if (new Date(day).getUTCDay() === 0) await accounting.settle(day, this.#check);
    await this.#books.checkAtRest(`the night after ${day}`);
  }

  /** Kills the server or its database a moment after a step has begun, and waits until it is back. */
  async #kill(what: 'server' | 'database', work: Promise<unknown>): Promise<void> {
    await Promise.race([work, new Promise((resolve) => setTimeout(resolve, this.#random.between(1, 60)))]);
    this.#kills += 1;
    if (what === 'server') {
      await this.#server.kill();
      await this.#server.start();
      await work;
      return;
    }
    await this.#server.untilOtherPostmaster(this.#server.killDatabase());
    await work;
    await this.#connect();
  }

  #set(ms: number): void {
    this.#clock.set(new Date(Math.max(ms, this.#clock.now().getTime())));
    writeFileSync(join(this.#dataDir, 'clock'), `${this.#clock.now().getTime()}`);
  }

  /** Waits until consumers have taken every event, payments have ended and invoices are issued or have failed. */
  async #rest(): Promise<void> {
    const client = this.#client!;
    await until('the end of everything that was begun', async () => {
      this.#server.check();
      // Providers are asked about a payment once its lock is over, platforms about an invoice after a while.
      this.#set(this.#clock.now().getTime() + 10_000);
      for (const sweep of HURRIED) await sweep.run(this.#product!.kernel);
      const { rows } = await client.query<{ count: number }>(
        'select count(*)::int as count from invoice where tenant_id = $1 and state = 2',
        [this.#tenantId],
      );
      return (await countUnfinished(client)) === 0 && rows[0]!.count === 0;
    });
  }

  async #count(): Promise<Readonly<Record<string, number>>> {
    const { rows } = await this.#client!.query<{ name: string; count: number }>(
      `select 'payments ' || channel || ' ' || state as name, count(*)::int as count from payment where tenant_id = $1 group by 1
       union all select 'refunds ' || state, count(*)::int from refund where tenant_id = $1 group by 1
       union all select 'invoices ' || kind || ' ' || state, count(*)::int from invoice where tenant_id = $1 group by 1
       union all select 'settlements ' || state, count(*)::int from settlement where tenant_id = $1 group by 1
       union all select 'days ' || state, count(*)::int from channel_day where tenant_id = $1 group by 1
       union all select 'differences ' || coalesce(resolution, state), count(*)::int from day_difference where tenant_id = $1 group by 1
       union all select 'ledger entries', count(*)::int from ledger_entry where tenant_id = $1`,
      [this.#tenantId],
    );
    return Object.fromEntries(rows.map((one) => [one.name, one.count]));
  }
}
