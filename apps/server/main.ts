import { fileURLToPath } from 'node:url';
import { ConfigurationError, makeLog, readConfiguration } from '@boyun/kernel/server';
import { runServer } from './run-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

try {
  const configuration = readConfiguration(process.env, root);
  const server = await runServer({ configuration, root, log: makeLog(configuration.logLevel) });
  await server.untilStopped;
} catch (error) {
  const isOurs = error instanceof ConfigurationError || (error as Error).name === 'DataFolderTaken';
  process.stderr.write(`${isOurs ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
