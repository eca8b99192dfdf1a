import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idleJobs, makeLog } from '@boyun/kernel/server';
import pg from 'pg';
import { removeDatabase, startDatabase } from '../apps/server/database/embedded.ts';
import { makeProduct, type Product, prepareSchema } from '../apps/server/product.ts';

const DAY_MS = 24 * 3_600_000;
/** How far back the prepared worlds reach, in days. */
export const WORLD_DAYS = 60;

/** A PostgreSQL of the bench's own in a temporary folder, with the product's durability settings. */
export interface Ground {
  /** A folder that goes with the ground. */
  readonly folder: string;
  /** How many of something there are to be: fewer where only the bench itself is tried out. */
  sized(count: number): number;
  /** Makes an empty database with the product's schema; answers its address. */
  make(name: string): Promise<string>;
  /** Makes a database equal to another one, to which nobody may be connected; answers its address. */
  copy(from: string, name: string): Promise<string>;
  /** The product on one of the databases; it serves nobody until its `listen` is called. */
  product(url: string, webFolder?: string): Promise<Product>;
  /** Does something before the database stops. */
  onClose(work: () => Promise<unknown>): void;
  /** Stops the database and removes the folder. */
  close(): Promise<void>;
}

/** Starts the ground the benches stand on; `scale` 1 is full size. */
export async function openGround(scale: number): Promise<Ground> {
  const closing: (() => Promise<unknown>)[] = [];
  const folder = mkdtempSync(join(tmpdir(), `boyun-bench-${process.pid}-`));
  // Only what goes wrong is told.
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
    async make(name) {
      await asOwner(database.url, (client) => client.query(`create database ${name}`));
      const now = new Date();
      await prepareSchema(addressOf(name), log, new Date(now.getTime() - (WORLD_DAYS + 2) * DAY_MS), now);
      return addressOf(name);
    },
    async copy(from, name) {
      await asOwner(database.url, (client) => client.query(`create database ${name} template ${from}`));
      return addressOf(name);
    },
    product: (url, webFolder) =>
      makeProduct({
        configuration: {
          port: 0,
          host: '127.0.0.1',
          dataDir: folder,
          databaseUrl: url,
          databaseConnections: null,
          mqttUrl: null,
          s3Url: null,
          sentryDsn: null,
          trustProxy: null,
          webhookAllow: null,
          smsUrl: null,
          mailUrl: null,
          mapTiles: null,
          mapAttribution: null,
          secret: 'a secret of the benches only',
          olderSecrets: [],
          logLevel: 'error',
        },
        databaseUrl: url,
        log,
        jobs: idleJobs(),
        ...(webFolder ? { webFolder } : {}),
      }),
    async close() {
      for (const work of closing) await work();
      await database.stop();
      await removeDatabase(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs SQL as the owner of the database: no row-level security stands before it. */
export function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return connected(url, '', work);
}

/** Runs SQL under a role of the product, with the row-level security that is before it. */
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
