import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { startCommandCalls, startMqtt } from '@boyun/gateway/server';
import { type Clock, type Configuration, ConfigurationError, type Log, systemClock } from '@boyun/kernel/server';
import { setupCode } from '@boyun/tenancy/server';
import { DataFolderTaken, takeDataFolder } from './database/data-folder.ts';
import { startDatabase } from './database/embedded.ts';
import { raisePriority } from './priority.ts';
import { makeProduct, type Product } from './product.ts';
import { prepareSchema } from './schema.ts';

/** A server process in full: data folder, database, product, MQTT. */
export interface RunningServer {
  readonly product: Product;
  readonly address: string;
  readonly untilStopped: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts everything and stops it on SIGTERM or SIGINT. `beforeListen` runs on the migrated database before the first
 * caller is let in, `beforeWork` after that and before anything runs in the background (the demo makes its places and its
 * history there); what it throws stops the server. `beforeStop` runs while the product still answers.
 */
export async function runServer(options: {
  configuration: Configuration;
  root: string;
  log: Log;
  beforeListen?: (databaseUrl: string) => Promise<void>;
  beforeWork?: (address: string) => Promise<void>;
  beforeStop?: (product: Product) => Promise<void>;
  isQuiet?: boolean;
  clock?: Clock;
}): Promise<RunningServer> {
  const { configuration, root, log, clock = systemClock } = options;
  if (configuration.priority === 'raised') raisePriority(process.pid);
  // What was started is ended in the opposite order, whether the start went through or not.
  const closers: (() => Promise<void>)[] = [];
  let finish: () => void = () => undefined;
  const untilStopped = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= (async () => {
      for (const close of closers.reverse()) await close();
      finish();
    })();
    return stopping;
  };
  // More than one signal may come: from the terminal, from npm, from the launcher.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
  try {
    const folder = await takeDataFolder(configuration.dataDir);
    closers.push(() => folder.release());
    const database = await startDatabase({
      dataDir: configuration.dataDir,
      url: configuration.databaseUrl ?? undefined,
      priority: configuration.priority,
      log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
    }).catch((error: Error) => {
      throw new ConfigurationError(error.message, { cause: error });
    });
    closers.push(() => database.stop());
    const now = clock.now();
    await prepareSchema(database.url, log, new Date(now.getTime() - 40 * DAY_MS), now);
    await options.beforeListen?.(database.url);
    const product = await makeProduct({
      configuration,
      databaseUrl: database.url,
      databaseFolder: database.folder,
      log,
      clock,
      webFolder: join(root, 'apps/web/dist'),
      server: {
        serverFactory: (handler: Parameters<typeof createServer>[1]) =>
          createServer({ keepAliveTimeout: 65_000 }, handler),
      },
    });
    closers.push(() => product.stop());
    const mqtt = await startMqtt(product.kernel);
    closers.push(() => mqtt.stop());
    const calls = startCommandCalls(product.kernel);
    closers.push(() => calls.stop());
    const silent = sharePort(product.app.server, mqtt.handleSocket);
    closers.push(() => silent.end());
    // Checked before serving: afterwards the server tolerates a temporary loss of the database.
    const code = await setupCode(product.kernel);
    const address = await product.open().catch((error) => {
      throw cannotListen(error, configuration) ?? error;
    });
    await options.beforeWork?.(address);
    await product.begin();
    closers.push(async () => options.beforeStop?.(product));
    if (!options.isQuiet) {
      process.stdout.write(`Boyun 泊云 ${address}\n`);
      if (code) process.stdout.write(`Set-up code 初始化代码: ${code}\n`);
    }
    return { product, address, untilStopped, stop };
  } catch (error) {
    const wasAsked = stopping !== null;
    await stop();
    if (wasAsked) throw new StoppedWhileStarting();
    throw error;
  }
}

const DAY_MS = 24 * 3600 * 1000;

/** The server was asked to stop before it had started; this is no error. */
class StoppedWhileStarting extends Error {}

/** Returns the remedy where an address cannot be listened on; null for any other error. */
function cannotListen(error: { code?: string }, { port, host }: Configuration): ConfigurationError | null {
  const { code = '' } = error;
  if (code === 'EADDRINUSE')
    return new ConfigurationError(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another number.`,
    );
  if (code === 'EACCES')
    return new ConfigurationError(
      `Port ${port} may not be used by this user. Set PORT to a number of 1024 or more, for example PORT=8080.`,
    );
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new ConfigurationError(
      `HOST is "${host}", which is no address of this machine. Set it to one, for example HOST=127.0.0.1, or leave it out.`,
    );
  return null;
}

/** Prints why a server did not start, as a sentence unless it is a bug, and sets the exit code. */
export function tellFailure(error: unknown): void {
  if (error instanceof StoppedWhileStarting) return;
  const isOurs = error instanceof ConfigurationError || error instanceof DataFolderTaken;
  process.stderr.write(`${isOurs ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}

const MQTT_CONNECT = 0x10;
const FIRST_BYTE_MS = 60_000;
const LAST_FIRST_BYTE_MS = 1000;

/**
 * Accepts MQTT of cameras on the port of the pages: the first byte of a connection distinguishes the two. `end` closes
 * connections without any data, which browsers keep open in advance: a stopping server does not wait for them.
 */
function sharePort(http: Server, handleMqtt: (socket: Socket) => void): { end(): Promise<void> } {
  const silent = new Set<Socket>();
  let patienceMs = FIRST_BYTE_MS;
  const listeners = http.listeners('connection') as ((socket: unknown) => void)[];
  http.removeAllListeners('connection');
  http.on('connection', (socket: Socket) => {
    // Until the connection is handed over, resets, disconnects and silent peers must be handled here.
    const drop = () => socket.destroy();
    socket.on('error', drop);
    socket.setTimeout(patienceMs, drop);
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    socket.once('readable', () => {
      silent.delete(socket);
      const first = socket.read(1) as Buffer | null;
      if (!first) return drop();
      socket.removeListener('error', drop);
      socket.removeListener('timeout', drop);
      socket.setTimeout(0);
      socket.unshift(first);
      if (first[0] === MQTT_CONNECT) handleMqtt(socket);
      else for (const listener of listeners) listener.call(http, socket);
    });
  });
  return {
    async end() {
      patienceMs = LAST_FIRST_BYTE_MS;
      for (const socket of silent) socket.setTimeout(patienceMs);
    },
  };
}
