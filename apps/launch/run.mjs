#!/usr/bin/env node
// The entry of every command in package.json. Plain JavaScript, because it runs on the host's own Node.js, which may be too old for the
// product, before anything is installed.
import { run } from './child.mjs';
import { install } from './install.mjs';
import { runtime } from './runtime.mjs';

const PROGRAMS = {
  demo: 'simulator/demo.ts',
  start: 'apps/server/main.ts',
  box: 'box/main.ts',
  verify: 'apps/server/verify.ts',
  backup: 'apps/server/backup.ts',
  restore: 'apps/server/restore.ts',
  bench: 'bench/main.ts',
  replay: 'simulator/replay/main.ts',
  dump: 'upgrade/dump.ts',
  scaffold: 'apps/launch/scaffold.ts',
};
/** The demo builds the pages itself, while it makes its places. */
const ENVIRONMENTS = { demo: { BOYUN_BUILDS_PAGES: '1' } };

async function main() {
  const [command, ...args] = process.argv.slice(2);
  const names = [...Object.keys(PROGRAMS), 'test', 'check'];
  if (!command || !names.includes(command)) {
    process.stderr.write(`Say which command to run: ${names.join(', ')}.\n`);
    return 2;
  }
  const node = await runtime();
  await install();
  if (command === 'check') {
    const { check } = await import('./check.mjs');
    return (await check(node)).length === 0 ? 0 : 1;
  }
  if (command === 'test') {
    const { test } = await import('./test.mjs');
    return await test(node, args);
  }
  if (command === 'start') {
    const { buildWeb } = await import('./web.mjs');
    await buildWeb(node);
  }
  return await run(node, PROGRAMS[command], args, { env: ENVIRONMENTS[command] });
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
