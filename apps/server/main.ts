import { fileURLToPath } from 'node:url';
import { makeLog, readConfiguration } from '@boyun/kernel/server';
import { runServer, tellFailure } from './run-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

try {
  const configuration = readConfiguration(process.env, root);
  const server = await runServer({ configuration, root, log: makeLog(configuration.logLevel) });
  await server.untilStopped;
} catch (error) {
  tellFailure(error);
}
