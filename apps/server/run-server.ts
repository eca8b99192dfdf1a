import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { startMqtt } from '@boyun/gateway/server';
import { type Configuration, type Log, systemClock } from '@boyun/kernel/server';
import { setupCode } from '@boyun/people/server';
import { takeDataFolder } from './database/data-folder.ts';
import { startDatabase } from './database/embedded.ts';
import { makeProduct, type Product, prepareSchema } from './product.ts';

/** A server process in full: data folder, database, product, MQTT. */
export interface RunningServer {
  readonly product: Product;
  readonly address: string;
  readonly untilStopped: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts everything and stops it on SIGTERM or SIGINT. `beforeListen` runs on the migrated database before the first
 * caller is let in (the demo makes its history there).
 */
export async function runServer(options: {
  configuration: Configuration;
  root: string;
  log: Log;
  beforeListen?: (databaseUrl: string) => Promise<void>;
  isQuiet?: boolean;
}): Promise<RunningServer> {
  const { configuration, root, log } = options;
  const folder = await takeDataFolder(configuration.dataDir);
  const database = await startDatabase({
    dataDir: configuration.dataDir,
    url: configuration.databaseUrl ?? undefined,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  });
  const now = systemClock.now();
  const monthAgo = new Date(now.getTime() - 40 * 24 * 3600 * 1000);
  await prepareSchema(database.url, log, monthAgo, now);
  await options.beforeListen?.(database.url);
  const product = await makeProduct({
    configuration,
    databaseUrl: database.url,
    log,
    webFolder: join(root, 'apps/web/dist'),
    server: {
      serverFactory: (handler: Parameters<typeof createServer>[1]) =>
        createServer({ keepAliveTimeout: 65_000 }, handler),
    },
  });
  const mqtt = await startMqtt(product.kernel);
  sharePort(product.app.server, mqtt.handleSocket);
  const address = await product.listen();
  const code = await setupCode(product.kernel);
  if (!options.isQuiet) {
    process.stdout.write(`Boyun 泊云 ${address}\n`);
    if (code) process.stdout.write(`Set-up code 初始化代码: ${code}\n`);
  }
  let finish: () => void = () => undefined;
  const untilStopped = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= (async () => {
      await product.stop();
      await mqtt.stop();
      await database.stop();
      await folder.release();
      finish();
    })();
    return stopping;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  return { product, address, untilStopped, stop };
}

const MQTT_CONNECT = 0x10;
const FIRST_BYTE_MS = 60_000;

/** Lets cameras speak MQTT on the port of the pages: the first byte of a connection tells the two apart. */
function sharePort(http: Server, handleMqtt: (socket: import('node:net').Socket) => void): void {
  const listeners = http.listeners('connection') as ((socket: unknown) => void)[];
  http.removeAllListeners('connection');
  http.on('connection', (socket: import('node:net').Socket) => {
    // Until one of the two has it, nobody else minds a peer that resets, hangs up or says nothing.
    const drop = () => socket.destroy();
    socket.on('error', drop);
    socket.setTimeout(FIRST_BYTE_MS, drop);
    socket.once('readable', () => {
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
}
