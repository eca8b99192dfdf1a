import { join } from 'node:path';
import { run } from './child.mjs';
import { root } from './folder.mjs';

/** Runs formatting, lint and type checks; returns the names of the steps that failed. Rooms and rules are separate tests. */
export async function check(runtime) {
  const steps = [
    ['biome', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--log-level=error', '.']],
    ['types', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']],
  ];
  const failed = [];
  for (const [name, file, args] of steps) {
    const code = await run(runtime, join(root, file), args);
    if (code !== 0) failed.push(name);
    process.stderr.write(`check ${name}: ${code === 0 ? 'ok' : 'failed'}\n`);
  }
  return failed;
}
