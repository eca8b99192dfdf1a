import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetClock } from '@boyun/kernel/server';
import { freePort } from '@boyun/server/database/cluster';
import { removeDatabase } from '@boyun/server/database/embedded';
import { createRandom, type Random } from '@boyun/simulator/replay/random';
import { traffic } from '@boyun/simulator/replay/traffic';
import { countUnfinished } from '@boyun/test-server/crash/evidence';
import { ServerProcess, until } from '@boyun/test-server/crash/server-process';
import { buildWorld } from '@boyun/test-server/crash/world';
import pg from 'pg';
import { Desk } from './desk.ts';
import { Lanes, type Told } from './gate.ts';
import { Office } from './office.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLOCKED = new URL('../../test-server/clocked-server.ts', import.meta.url);
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** Monday, local midnight in Shenzhen. */
const START_MS = Date.parse('2026-03-02T00:00:00+08:00');
/** Share of the usual traffic of the lots. */
const VOLUME = 0.06;
/** Acts of the staff per day. */
const ACTS = 30;

/** How long and how rough a month is. */
export interface MonthOptions {
  readonly days: number;
  /** How often the server is killed. */
  readonly kills: number;
  readonly seed: string;
  /** Receives each step as a line of text. */
  readonly say: (line: string) => void;
}

/** What came of a month. */
export interface MonthResult {
  readonly kills: number;
  /** Numbers of orders, payments, refunds, packs and so on, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** Sum of all entries of the ledger, in fen; nothing else than 0 is right. */
  readonly ledgerFen: number;
  /** Calls of the staff by path: taken, refused, without an answer. */
  readonly calls: ReadonlyMap<string, { done: number; refused: number; lost: number }>;
  readonly refusals: ReadonlyMap<string, string>;
  /** What the lanes did: messages, repeats, payments, … */
  readonly lanes: Readonly<Record<string, number>>;
  /** What the command `verify` printed, and whether everything added up. */
  readonly verified: string;
  readonly isVerified: boolean;
}

/**
 * Plays days of random traffic and work of the staff, in compressed time, against a server process of its own that is
 * killed now and then; waits until consumers have taken everything, and verifies.
 */
export async function runMonth(options: MonthOptions): Promise<MonthResult> {
  const dataDir = mkdtempSync(join(tmpdir(), `boyun-test-${process.pid}-month-`));
  const server = new ServerProcess(dataDir, await freePort(), {}, CLOCKED);
  try {
    return await new Month(dataDir, server, options).play();
  } finally {
    await server.kill();
    await removeDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** One month: a server, its clock, and what happens to it. */
class Month {
  readonly #dataDir: string;
  readonly #server: ServerProcess;
  readonly #options: MonthOptions;
  readonly #random: Random;
  readonly #clock = new SetClock(new Date(START_MS));
  #kills = 0;

  constructor(dataDir: string, server: ServerProcess, options: MonthOptions) {
    this.#dataDir = dataDir;
    this.#server = server;
    this.#options = options;
    this.#random = createRandom(`month ${options.seed}`);
  }

  async play(): Promise<MonthResult> {
    const { days, kills, seed, say } = this.#options;
    this.#set(START_MS);
    await this.#server.start();
    const { tenantId, fleet } = await buildWorld(this.#dataDir, this.#server.databaseUrl(), this.#clock);
    const desk = new Desk(this.#server.url, 'admin');
    const lanes = new Lanes(this.#server.url, fleet, desk, this.#random);
    const office = new Office({ desk, reviewer: new Desk(this.#server.url, 'deputy') }, this.#random);
    await office.open();
    const told = this.#schedule(fleet.lots, seed);
    const plates = [...new Set(told.map((one) => one.event.plate).filter(Boolean))];
    const killAt = new Set(
      Array.from({ length: kills }, (_, index) => Math.floor(((index + 0.5) * told.length) / kills)),
    );
    const actShare = (ACTS * days) / told.length;
    for (const [index, one] of told.entries()) {
      this.#set(one.toldAtMs);
      const work = (async () => {
        await lanes.pass(one);
        for (let acts = actShare; this.#random.chance(acts); acts -= 1) await office.act(this.#clock.now(), plates);
      })();
      if (killAt.has(index)) await this.#kill(work);
      await work;
      if (index % Math.ceil(told.length / 10) === 0)
        say(
          `  ${new Date(one.toldAtMs).toISOString().slice(0, 10)}: ${index} of ${told.length} cars, ${this.#kills} kills`,
        );
    }
    await this.#drain();
    const found = await this.#count(tenantId);
    const { isVerified, verified } = this.#verify();
    return {
      kills: this.#kills,
      ...found,
      calls: desk.counts,
      refusals: desk.refusals,
      lanes: lanes.counts,
      verified,
      isVerified,
    };
  }

  /** The cars of all days in the order cameras tell of them: some a little late, some from hours without network. */
  #schedule(lots: Parameters<typeof traffic>[0]['lots'], seed: string): Told[] {
    const toMs = START_MS + this.#options.days * DAY_MS;
    const told: Told[] = [];
    for (const event of traffic({ lots, fromMs: START_MS + HOUR_MS, toMs, seed, volume: VOLUME })) {
      const isOffline = this.#random.chance(0.03);
      const lateMs = isOffline ? this.#random.between(0.5, 6) * HOUR_MS : this.#random.chance(0.02) ? 90_000 : 0;
      told.push({ event, isOffline, toldAtMs: event.atMs + Math.round(lateMs) });
    }
    return told.sort((one, other) => one.toldAtMs - other.toldAtMs);
  }

  /** Kills the server a moment after some work has begun, and starts it again. */
  async #kill(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, new Promise((resolve) => setTimeout(resolve, this.#random.between(1, 60)))]);
    await this.#server.kill();
    this.#kills += 1;
    await this.#server.start();
  }

  #set(ms: number): void {
    this.#clock.set(new Date(Math.max(ms, this.#clock.now().getTime())));
    writeFileSync(join(this.#dataDir, 'clock'), `${this.#clock.now().getTime()}`);
  }

  async #drain(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#server.databaseUrl() });
    await client.connect();
    try {
      await until('the end of everything that was begun', async () => {
        this.#server.check();
        // Providers are asked about a payment once its lock is over.
        this.#set(this.#clock.now().getTime() + 10_000);
        return (await countUnfinished(client)) === 0;
      });
    } finally {
      await client.end();
    }
  }

  async #count(tenantId: number): Promise<Pick<MonthResult, 'counts' | 'ledgerFen'>> {
    const client = new pg.Client({ connectionString: this.#server.databaseUrl() });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string; count: number }>(
        `select 'orders' as name, count(*)::int as count from parking_order where tenant_id = $1
         union all select 'orders ' || parking_state, count(*)::int from parking_order where tenant_id = $1 group by 1
         union all select 'payments ' || channel || ' ' || state, count(*)::int from payment where tenant_id = $1 group by 1
         union all select 'refunds ' || state, count(*)::int from refund where tenant_id = $1 group by 1
         union all select 'packs', count(*)::int from pack where tenant_id = $1
         union all select 'reductions', count(*)::int from order_reduction where tenant_id = $1
         union all select 'passings', count(*)::int from passing where tenant_id = $1
         union all select 'ledger entries', count(*)::int from ledger_entry where tenant_id = $1
         union all select 'ledger sum in fen', coalesce(sum(amount_fen), 0)::int from ledger_entry`,
        [tenantId],
      );
      const { 'ledger sum in fen': ledgerFen = 0, ...counts } = Object.fromEntries(
        rows.map((one) => [one.name, one.count]),
      );
      return { counts, ledgerFen };
    } finally {
      await client.end();
    }
  }

  /** The command `npm run verify` on the database of the month. */
  #verify(): { isVerified: boolean; verified: string } {
    const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
    const done = spawnSync(process.execPath, [join(ROOT, 'apps/server/verify.ts')], {
      env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, DATA_DIR: this.#dataDir },
      encoding: 'utf8',
    });
    const text = `${done.stdout}${done.stderr}`;
    const checked = [...text.matchAll(/(\d+) checked/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    return { isVerified: done.status === 0 && checked > 100, verified: text };
  }
}
