import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { root } from './folder.mjs';

const RULES = ['mjs', 'cjs', 'js', 'json'].flatMap((end) => [
  `rules/dependency-cruiser.${end}`,
  `rules/.dependency-cruiser.${end}`,
]);

/** Formatting and lint, types, and the dependencies allowed between rooms; answers the names of the steps that failed. */
export async function check(runtime) {
  const steps = [
    ['biome', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--log-level=error', '.']],
    ['types', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']],
  ];
  const rules = RULES.find((file) => existsSync(join(root, file)));
  if (rules) {
    const rooms = ['domain', 'kernel', 'modules', 'apps', 'bench', 'journeys'].filter((one) =>
      existsSync(join(root, one)),
    );
    const cruiser = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
    steps.push(['dependencies', cruiser, ['--config', rules, '--output-type', 'err', ...rooms]]);
  }
  const failed = [];
  for (const [name, file, args] of steps) {
    const code = await run(runtime, join(root, file), args);
    if (code !== 0) failed.push(name);
    process.stderr.write(`check ${name}: ${code === 0 ? 'ok' : 'failed'}\n`);
  }
  return failed;
}
