import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localConfiguration, makeLog, PACE } from '@boyun/kernel/server';
import { removeDatabase, startDatabase } from '@boyun/server/database/embedded';
import { makeProduct, type Product, prepareSchema } from '@boyun/server/product';
import pg from 'pg';

const DAY_MS = 24 * 3_600_000;
/** A bench that only tries itself out runs beside others, whose load must not end what it waits for. */
const TRIAL_PATIENCE = 20;
/** How far back the prepared worlds reach, in days. */
export const WORLD_DAYS = 60;

/** A PostgreSQL of the bench's own in a temporary folder, with the product's durability settings. */
export interface Ground {
  /** A folder that goes with the ground. */
  readonly folder: string;
  /** How many of something there are to be: fewer where only the bench itself is tried out. */
  sized(count: number): number;
  /** Creates an empty database with the schema and partitions for the given number of past days; returns its address. */
  make(name: string, days?: number): Promise<string>;
  /** The address of a database that is there, or null. */
  find(name: string): Promise<string | null>;
  /** Removes a database. */
  drop(name: string): Promise<void>;
  /** Copies a database, which must have no connections; returns the address of the copy. */
  copy(from: string, name: string): Promise<string>;
  /** Brings a database's schema up to date as each start does. */
  prepare(url: string): Promise<void>;
  /** Creates the product on one of the databases; it serves no calls until its `listen` is called. */
  product(url: string, webFolder?: string): Promise<Product>;
  /** Does something before the database stops. */
  onClose(work: () => Promise<unknown>): void;
  /** Stops the database and removes the folder. */
  close(): Promise<void>;
}

/** Starts the ground the benches stand on; `scale` 1 is full size. In a folder that is `kept` its databases stay for the next run. */
export async function openGround(scale: number, kept: string | null = null): Promise<Ground> {
  const closing: (() => Promise<unknown>)[] = [];
  const folder = kept ?? mkdtempSync(join(tmpdir(), `boyun-bench-${process.pid}-`));
  mkdirSync(folder, { recursive: true });
  // Only errors are printed.
  const log = makeLog('error', { write: (line) => void process.stderr.write(line) });
  const database = await startDatabase({
    dataDir: folder,
    log: { info: () => undefined, warn: (message) => process.stderr.write(`${message}\n`) },
  });
  const addressOf = (name: string) => {
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  return {
    folder,
    sized: (count) => Math.max(1, Math.round(count * scale)),
    onClose: (work) => void closing.push(work),
    async make(name, days = WORLD_DAYS + 2) {
      await asOwner(database.url, (client) => client.query(`create database ${name}`));
      const now = new Date();
      await prepareSchema(addressOf(name), log, new Date(now.getTime() - days * DAY_MS), now);
      return addressOf(name);
    },
    prepare: (url) => prepareSchema(url, log, new Date(), new Date()),
    async find(name) {
      const query = 'select 1 from pg_database where datname = $1';
      const found = await asOwner(database.url, (client) => client.query(query, [name]));
      return found.rowCount ? addressOf(name) : null;
    },
    async drop(name) {
      await asOwner(database.url, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
    async copy(from, name) {
      await asOwner(database.url, (client) => client.query(`create database ${name} template ${from}`));
      return addressOf(name);
    },
    product: (url, webFolder) =>
      makeProduct({
        configuration: localConfiguration({
          dataDir: folder,
          databaseUrl: url,
          secret: 'a secret of the benches only',
          pace: { ...PACE, patience: scale < 1 ? TRIAL_PATIENCE : PACE.patience },
        }),
        databaseUrl: url,
        log,
        ...(webFolder ? { webFolder } : {}),
      }),
    async close() {
      for (const work of closing) await work();
      await database.stop();
      if (kept) return;
      await removeDatabase(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs SQL as the owner of the database, without row-level security. */
export function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return connected(url, '', work);
}

/** Runs SQL under a role of the product, with its row-level security. */
export function onRole<T>(url: string, role: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return connected(url, `-c role=${role}`, work);
}

async function connected<T>(url: string, options: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    options: `-c timezone=UTC -c synchronous_commit=off ${options}`,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Removes a folder in which databases were kept, and them. */
export async function removeGround(folder: string): Promise<void> {
  await removeDatabase(folder);
  rmSync(folder, { recursive: true, force: true });
}
