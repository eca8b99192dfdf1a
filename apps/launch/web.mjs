import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.mjs';
import { alone, root } from './folder.mjs';

const FOLDERS = ['apps/web', 'kernel', 'modules', 'domain'];
const STAMP = join(root, 'apps/web/dist/.sources');

function* filesBelow(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue;
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (!/\.(test|bench)\.tsx?$/.test(entry.name)) yield path;
  }
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const folder of FOLDERS.filter((one) => existsSync(join(root, one)))) {
    for (const path of filesBelow(folder)) {
      hash.update(`${path}\0`);
      hash.update(readFileSync(join(root, path)));
    }
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

function isBuilt(hash) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;
}

/** Builds the pages into apps/web/dist when they are missing or built from other sources. */
export async function buildWeb(runtime) {
  if (isBuilt(sourcesHash())) return;
  await alone('web', async () => {
    const hash = sourcesHash();
    if (isBuilt(hash)) return;
    process.stderr.write('Building the pages …\n');
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    // The pages of drivers come second: the first build empties the folder of both.
    for (const config of ['vite.config.ts', 'vite.phone.config.ts']) {
      const code = await run(runtime, vite, ['build', '--logLevel', 'error', '--config', config], {
        cwd: join(root, 'apps/web'),
        env: { NODE_ENV: 'production' },
      });
      if (code !== 0) throw new Error(`Building the pages failed (${code}).`);
    }
    writeFileSync(STAMP, hash);
  });
}
