import { randomInt } from 'node:crypto';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { BorrowedClient } from './pool.ts';
import type { PoolName } from './pool-size.ts';
import { rowsOf, type ValuesResult } from './row-name.ts';
import { type Query, statementOf } from './statement.ts';

/** Receives every statement before it is sent. */
export type Trace = ((text: string, values: readonly unknown[]) => void) | undefined;

/** Registers a write whose result is not needed: it completes before the commit, and its error fails the transaction. */
export type DeferWrite = (write: Promise<unknown>) => void;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';
const IN_FAILED_TRANSACTION = '25P02';
const TRIES = 4;
const FIRST_PAUSE_MS = 10;

/**
 * Retries a whole transaction where PostgreSQL asks for it, after a random pause so that conflicting transactions do not collide again. A
 * lock timeout is retried in the background only; a device or a person gets the refusal and decides.
 */
export async function withRetries<T>(pool: PoolName, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      const isRetried = code === SERIALIZATION_FAILURE || code === DEADLOCK;
      const isPatient = code === LOCK_NOT_AVAILABLE && (pool === 'work' || pool === 'long');
      if (attempt === TRIES || !(isRetried || isPatient)) throw error;
      await pause(1 + randomInt(FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

/** Runs one statement outside a transaction and returns the connection to the pool. */
export async function runOne<T>(lent: BorrowedClient, trace: Trace, ...asked: Parameters<Query>): Promise<T[]> {
  const { text, values } = statementOf(...asked);
  const connection = watch(lent.client);
  let isBroken = true;
  try {
    trace?.(text, values);
    const name = lent.nameOf(text);
    const result = await connection.untilLost(send(lent.client, text, values, name));
    isBroken = false;
    return rowsOf<T>(result);
  } catch (error) {
    isBroken = !(error instanceof pg.DatabaseError && error.severity === 'ERROR');
    throw error;
  } finally {
    connection.unwatch();
    lent.release(isBroken);
  }
}

/**
 * Runs work between begin and commit and returns the connection to the pool. Statements are sent immediately, even while earlier ones are
 * still waiting for their result. They stay prepared where `isPrepared`.
 */
export async function transact<T>(
  client: BorrowedClient,
  begin: string,
  work: (query: Query, deferWrite: DeferWrite) => Promise<T>,
  { trace, isPrepared }: { trace: Trace; isPrepared: boolean },
): Promise<T> {
  let isBroken = false;
  // After one statement has failed all others fail too. The first error is the cause, though it may be noted after those it caused.
  let failure: { readonly error: unknown } | null = null;
  const noteFailure = (error: unknown) => {
    if (failure === null || isConsequence(failure.error)) failure = { error };
  };
  const connection = watch(client.client);
  const run = (text: string, values: readonly unknown[], name?: string) => {
    trace?.(text, values);
    return connection.untilLost(send(client.client, text, values, name));
  };
  const query: Query = async <Row>(...args: Parameters<Query>) => {
    const { text, values } = statementOf(...args);
    return rowsOf<Row>(await run(text, values, isPrepared ? client.nameOf(text) : undefined));
  };
  const deferWrite = (write: Promise<unknown>) => void write.catch(noteFailure);
  try {
    deferWrite(run(begin, []));
    const value = await work(query, deferWrite);
    const { command } = await run('commit', []);
    if (failure) throw failure;
    if (command !== 'COMMIT') throw new Error('a statement failed and its error was passed over: nothing was written');
    return value;
  } catch (error) {
    try {
      await run('rollback', []);
    } catch {
      isBroken = true;
    }
    noteFailure(error);
    throw (failure as unknown as { readonly error: unknown }).error;
  } finally {
    connection.unwatch();
    client.release(isBroken);
  }
}

/** Whether a statement failed only because an earlier one of its transaction did. */
function isConsequence(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === IN_FAILED_TRANSACTION;
}

/** Returns a function that runs statements on a connection outside the pools. */
export function queryOn(client: pg.ClientBase): Query {
  return async (...args) => {
    const { text, values } = statementOf(...args);
    return rowsOf(await send(client, text, values));
  };
}

/** Sends a statement; its rows come as lists of values, because their keys differ from the columns' names. */
function send(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
  name?: string,
): Promise<ValuesResult & { readonly command?: string }> {
  gatherWrites(client);
  return client.query({ text, values: values as unknown[], rowMode: 'array', ...(name ? { name } : {}) });
}

const gathering = new WeakSet<Writable>();

/**
 * Statements sent one behind the other leave in one write, once the code that sends them waits: a write to the socket costs more than
 * composing the statement, and wakes the database each time.
 */
function gatherWrites(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  if (gathering.has(stream)) return;
  gathering.add(stream);
  stream.cork();
  process.nextTick(() => {
    gathering.delete(stream);
    stream.uncork();
  });
}

/**
 * The driver never settles statements that are sent as a connection breaks: they fail with the connection's error here. A race against one
 * promise of the whole transaction would retain every result until its end.
 */
function watch(client: pg.PoolClient) {
  const waiting = new Set<(error: unknown) => void>();
  let loss: { readonly error: unknown } | null = null;
  const lose = (error: unknown) => {
    loss ??= { error };
    for (const fail of waiting) fail(error);
    waiting.clear();
  };
  const onEnd = () => lose(new Error('the connection to the database was lost'));
  client.once('error', lose);
  client.once('end', onEnd);
  return {
    untilLost: <T>(answer: Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.add(reject);
        answer.then(resolve, reject).finally(() => waiting.delete(reject));
        if (loss) reject(loss.error);
      }),
    unwatch() {
      client.off('error', lose);
      client.off('end', onEnd);
    },
  };
}
