import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { deserialize, serialize } from 'node:v8';
import type { Database } from '@boyun/kernel/server';
import pg from 'pg';

/** A statement as it went to the database. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const journeys = new AsyncLocalStorage<Statement[]>();

/** Notes the statements of each piece of work apart, however many run at once. */
export function listenTo(database: Database): void {
  database.trace = (text, values) => void journeys.getStore()?.push({ text, values: [...values] });
}

/** Runs work and returns the statements it sent. */
export async function noting(work: () => PromiseLike<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  await journeys.run(statements, async () => void (await work()));
  return statements;
}

/** Notes the statements of each request that a server answers. */
export function noteRequests(server: Server, add: (statements: Statement[]) => void): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const statements: Statement[] = [];
    response.once('finish', () => add(statements));
    journeys.run(statements, () => {
      for (const handle of handlers) handle.call(server, request, response);
    });
  });
}

/**
 * Journeys packed into memory taken beforehand, texts by number: the garbage collector has nothing of theirs to read or to
 * free while ours is measured.
 */
export function makeJourneys() {
  const packed = Buffer.alloc(64 * 1024 * 1024);
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  let ends: number[] = [];
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? texts.push(text) - 1;
    numbers.set(text, known);
    return known;
  };
  return {
    clear(): void {
      ends = [];
    },
    add(statements: Statement[]): void {
      const one = serialize(statements.map(({ text, values }) => [numberOf(text), values]));
      ends.push((ends.at(-1) ?? 0) + one.copy(packed, ends.at(-1) ?? 0));
    },
    all: () =>
      ends.map((end, index) => (): Statement[] => {
        const pairs: [number, unknown[]][] = deserialize(packed.subarray(ends[index - 1] ?? 0, end));
        return pairs.map(([number, values]) => ({ text: texts[number]!, values }));
      }),
  };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 32);
    names.set(text, name);
  }
  return name;
}

/** Connections of the bare driver under the same role as the product's. */
export interface BareDriver {
  /** Sends statements one after the other over one connection, prepared under a name as the product does. */
  play(statements: readonly Statement[]): Promise<void>;
  /** Milliseconds that the processes behind the connections have had a processor, without helpers they started; Linux. */
  busyMs(): number;
  close(): Promise<void>;
}

/** Opens as many bare connections as may be used at once, with further settings of the database where given. */
export async function openBare(url: string, connections: number, settings = ''): Promise<BareDriver> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      // The product asks for sessions under a role without a tenant; here the policies of this role read the setting.
      const options = `-c role=boyun_app -c timezone=UTC -c boyun.tenant=0 ${settings}`;
      const client = new pg.Client({ connectionString: url, options });
      await client.connect();
      return client;
    }),
  );
  const free = [...clients];
  const waiting: ((client: pg.Client) => void)[] = [];
  return {
    async play(statements) {
      const client = free.pop() ?? (await new Promise<pg.Client>((resolve) => waiting.push(resolve)));
      for (const { text, values } of statements) {
        if (values.length === 0) await client.query(text);
        else await client.query({ name: nameOf(text), text, values: values as unknown[] });
      }
      const next = waiting.shift();
      if (next) next(client);
      else free.push(client);
    },
    busyMs: () => clients.reduce((sum, client) => sum + busyOf(client as pg.Client & { processID: number }), 0),
    async close() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

const busyOf = ({ processID }: { readonly processID: number }): number =>
  Number(readFileSync(`/proc/${processID}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
