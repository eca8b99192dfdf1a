import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeLog, readConfiguration } from '@boyun/kernel/server';
import { runServer } from '@boyun/server/run-server';

// The product as it is, but for its clock: a file in its data folder says what time it is.
const root = fileURLToPath(new URL('../', import.meta.url));
const configuration = readConfiguration(process.env, root);
const file = join(configuration.dataDir, 'clock');
const clock = { now: () => new Date(Number(readFileSync(file, 'utf8'))) };
const server = await runServer({ configuration, root, log: makeLog(configuration.logLevel), clock });
await server.untilStopped;
