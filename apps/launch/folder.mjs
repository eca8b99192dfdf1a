import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The root folder of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the folder for downloads: the user's cache, or `.cache` of the clone where the home folder is not writable. */
export function cacheFolder() {
  const candidates = [];
  if (process.env.XDG_CACHE_HOME) candidates.push(join(process.env.XDG_CACHE_HOME, 'boyun'));
  try {
    if (homedir()) candidates.push(join(homedir(), '.cache', 'boyun'));
  } catch {
    // An account without a home folder: use the clone's own folder below.
  }
  candidates.push(join(root, '.cache'));
  const found = candidates.find(isWritable);
  if (!found)
    throw new Error(`None of these folders can be written, make one of them writable: ${candidates.join(', ')}`);
  return found;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `work` while no other process on this host runs work of the same name; a lock left by a dead process is taken over. */
export async function alone(name, work) {
  const folder = join(root, '.cache');
  // A clone that this user cannot write to needs no lock, because the user cannot change it.
  if (!isWritable(folder)) return await work();
  const file = join(folder, `${name}.lock`);
  for (;;) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isLeftOver(file)) rmSync(file, { force: true });
      else await sleep(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function isLeftOver(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // An empty lock file belongs to a process that is just writing it, unless it stays empty.
    if (!pid) return Date.now() - statSync(file).mtimeMs > 5_000;
    return !isAlive(pid);
  } catch {
    return false;
  }
}

/** Whether a path below the repository's root exists. */
export function has(...path) {
  return existsSync(join(root, ...path));
}
